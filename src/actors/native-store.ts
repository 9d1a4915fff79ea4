import * as v from 'valibot';
import { nativePlugin } from './native-bridge.ts';

/** The store that the native shell was installed from. */

/** `AppUpdateAvailability.UPDATE_AVAILABLE` of Capawesome's AppUpdate plugin. */
const updateAvailable = 2;
const UpdateInfo = v.object({ updateAvailability: v.literal(updateAvailable) });

/** Resolves with whether the store has a newer version; false if that is unknown. */
export async function storeHasNewer(): Promise<boolean> {
  try {
    return v.is(UpdateInfo, await nativePlugin('AppUpdate')?.call('getAppUpdateInfo'));
  } catch {
    return false;
  }
}

/** Opens the app's page in the phone's store, by its link or else by the plugin. */
export async function openStore(links: { google: string; apple: string } | null): Promise<void> {
  const link = window.Capacitor?.getPlatform?.() === 'ios' ? links?.apple : links?.google;
  if (link) window.open(link, '_blank', 'noopener');
  else await nativePlugin('AppUpdate')?.call('openAppStore');
}
