import { deferred } from 'virtual:messages/deferred';
import type { I18n } from './i18n.ts';

/** Adds the messages of deferred screens to a language. Imported by members' code only, so that the first page's code does not name them. */
export async function addDeferredMessages({ code, addMessages }: I18n): Promise<void> {
  const load = deferred[code];
  if (load) addMessages(await load());
}
