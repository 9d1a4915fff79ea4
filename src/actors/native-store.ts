import * as v from 'valibot';
import { nativePlugin } from './native-bridge.ts';

/** The store that the native shell came from. The web's newest version is the server's own. */

/** `AppUpdateAvailability.UPDATE_AVAILABLE` of Capawesome's AppUpdate plugin. */
const updateAvailable = 2;
const UpdateInfo = v.object({ updateAvailability: v.literal(updateAvailable) });

/** Whether the store has a newer version; false where it cannot be asked. */
export async function storeHasNewer(): Promise<boolean> {
  try {
    return v.is(UpdateInfo, await nativePlugin('AppUpdate')?.call('getAppUpdateInfo'));
  } catch {
    return false;
  }
}

/** Opens the app's page in the phone's store: by its link, and where there is none as the phone knows it. */
export async function openStore(links: { google: string; apple: string } | null): Promise<void> {
  const link = window.Capacitor?.getPlatform?.() === 'ios' ? links?.apple : links?.google;
  if (link) window.open(link, '_blank', 'noopener');
  else await nativePlugin('AppUpdate')?.call('openAppStore');
}
