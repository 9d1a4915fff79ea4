/** Theme choices: the system's, or always one of the two. */
export const themeModes = ['system', 'light', 'dark'] as const;
export type ThemeMode = (typeof themeModes)[number];

const storageKey = 'hevre.theme';
const pageColors: Record<'light' | 'dark', string> = { light: '#f4ede1', dark: '#0b1517' };

/** The theme chosen on this device. */
export function readThemeMode(): ThemeMode {
  try {
    const kept = localStorage.getItem(storageKey);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

/** Draws the page in a theme: before the first paint too. */
export function applyThemeMode(mode: ThemeMode): void {
  const page = document.documentElement;
  if (mode === 'system') delete page.dataset['theme'];
  else page.dataset['theme'] = mode;
  for (const tag of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const asked = tag.media.includes('dark') ? 'dark' : 'light';
    tag.content = pageColors[mode === 'system' ? asked : mode];
  }
}

/** Applies a theme and stores it on this device. */
export function setThemeMode(mode: ThemeMode): void {
  applyThemeMode(mode);
  try {
    if (mode === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, mode);
  } catch {
    // Without storage the theme still applies.
  }
}
