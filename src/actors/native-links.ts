import * as v from 'valibot';
import { nativePlugin } from './native-bridge.ts';

/** Links of the site that the phone opens in the native shell. */

const Opened = v.object({ url: v.string() });

/** Resolves with the address that launched the app; null if its icon did. */
export async function launchLink(): Promise<string | null> {
  const { success, output } = v.safeParse(Opened, await nativePlugin('App')?.call('getLaunchUrl'));
  return success ? output.url : null;
}

/** Reports each address opened while the app runs; iOS also repeats the one that launched it. Returns how to stop. */
export function onLink(opened: (address: string) => void): () => void {
  const stop = nativePlugin('App')?.listen('appUrlOpen', (event) => {
    const { success, output } = v.safeParse(Opened, event);
    if (success) opened(output.url);
  });
  return stop ?? (() => {});
}
