import { deferred } from 'virtual:messages/deferred';
import type { I18n } from './i18n.ts';

/** Adds the messages of deferred screens to a language. They are named by the members' code, not by the first page's. */
export async function addDeferredMessages({ code, addMessages }: I18n): Promise<void> {
  const load = deferred[code];
  if (load) addMessages(await load());
}
