import { nativePlugin } from './native-bridge.ts';

/**
 * Gives the page those of the web's own calls that a phone's web view lacks and the shell has: an iPhone's has no
 * `navigator.vibrate`, Android's no `navigator.share`. So the web's code asks for the web's calls alone.
 */
export function provideWebApis(): void {
  const provide = (name: 'share' | 'vibrate', value: unknown) => {
    if (!(name in navigator)) Object.defineProperty(navigator, name, { value, configurable: true });
  };
  const haptics = nativePlugin('Haptics');
  if (haptics)
    provide('vibrate', () => {
      haptics.call('impact', { style: 'LIGHT' }).catch(() => {});
      return true;
    });
  const share = nativePlugin('Share');
  if (share) provide('share', ({ title, text, url }: ShareData) => share.call('share', { title, text, url }));
}
