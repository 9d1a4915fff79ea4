import { nativePlugin } from './native-bridge.ts';

/** What surrounds the page in the native shell. A browser has its own splash, bars and Back. */

/** Takes the picture away that the phone shows while the app starts. */
export async function hideSplash(): Promise<void> {
  await nativePlugin('SplashScreen')?.call('hide');
}

/** The page's color in the theme that it has now, as the page tells browsers. */
function pageColor(): string {
  const tags = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
  return tags.find(({ media }) => media === '' || matchMedia(media).matches)?.content ?? '#f4ede1';
}

const isDark = (color: string): boolean => {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return channels.reduce((sum, channel) => sum + channel, 0) < 1.5 * 255;
};

/** The status bar has the theme's color, and letters that are seen on it, from now on. Returns how to stop. */
export function followTheme(): () => void {
  const statusBar = nativePlugin('StatusBar');
  if (!statusBar) return () => {};
  let shown = '';
  const show = () => {
    const color = pageColor();
    if (color === shown) return;
    shown = color;
    // Named by what is behind the letters. An iPhone's bar has no color of its own.
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

/** Android's Back, by its button or its gesture. */
export function onBackButton(pressed: () => void): () => void {
  return nativePlugin('App')?.listen('backButton', pressed) ?? (() => {});
}

/** Leaves the app as Android's Back does on a first screen: it stays where it is. */
export async function minimizeApp(): Promise<void> {
  await nativePlugin('App')?.call('minimizeApp');
}
