import { nativePlugin } from './native-bridge.ts';

/** The native shell's splash screen, status bar and Back. In a browser these calls do nothing. */

/** Hides the splash screen. */
export async function hideSplash(): Promise<void> {
  await nativePlugin('SplashScreen')?.call('hide');
}

/** The `theme-color` that applies to the page's current theme. */
function pageColor(): string {
  const tags = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
  return tags.find(({ media }) => media === '' || matchMedia(media).matches)?.content ?? '#f4ede1';
}

const isDark = (color: string): boolean => {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return channels.reduce((sum, channel) => sum + channel, 0) < 1.5 * 255;
};

/** Keeps the status bar's color, and the contrast of its text, in step with the theme. Returns how to stop. */
export function followTheme(): () => void {
  const statusBar = nativePlugin('StatusBar');
  if (!statusBar) return () => {};
  let shown = '';
  const show = () => {
    const color = pageColor();
    if (color === shown) return;
    shown = color;
    // The style is named after the background, not the text. On iOS the bar has no background color.
    statusBar.call('setStyle', { style: isDark(color) ? 'DARK' : 'LIGHT' }).catch(() => {});
    statusBar.call('setBackgroundColor', { color }).catch(() => {});
  };
  show();
  const tags = { subtree: true, attributes: true, attributeFilter: ['content'] };
  const observer = new MutationObserver(show);
  observer.observe(document.head, tags);
  const darkSystem = matchMedia('(prefers-color-scheme: dark)');
  darkSystem.addEventListener('change', show);
  return () => {
    observer.disconnect();
    darkSystem.removeEventListener('change', show);
  };
}

/** Reports Android's Back, by button or gesture. Returns how to stop. */
export function onBackButton(pressed: () => void): () => void {
  return nativePlugin('App')?.listen('backButton', pressed) ?? (() => {});
}

/** Sends the app to the background, as Android's Back does on a first screen. */
export async function minimizeApp(): Promise<void> {
  await nativePlugin('App')?.call('minimizeApp');
}
