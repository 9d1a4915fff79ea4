import * as v from 'valibot';
import { nativePlugin } from './native-bridge.ts';

/** Links of the site that the phone opens in the app. A browser opens them as pages. */

const Opened = v.object({ url: v.string() });

/** The address that has started the app; null where it was started by its icon. */
export async function launchLink(): Promise<string | null> {
  const { success, output } = v.safeParse(Opened, await nativePlugin('App')?.call('getLaunchUrl'));
  return success ? output.url : null;
}

/** Reports each address that is opened while the app runs; an iPhone reports the one that has started it again. */
export function onLink(opened: (address: string) => void): () => void {
  const stop = nativePlugin('App')?.listen('appUrlOpen', (event) => {
    const { success, output } = v.safeParse(Opened, event);
    if (success) opened(output.url);
  });
  return stop ?? (() => {});
}
