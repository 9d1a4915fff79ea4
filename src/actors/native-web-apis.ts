import { nativePlugin } from './native-bridge.ts';

/**
 * Polyfills web APIs that a phone's web view lacks by the shell's plugins: iOS has no `navigator.vibrate`, Android no
 * `navigator.share`. The rest of the client calls only the web APIs.
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
