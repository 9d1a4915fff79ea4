/** Theme choices: the system's, or always one of the two. */
export const modes = ['system', 'light', 'dark'] as const;
export type Mode = (typeof modes)[number];

/** Storage key; public/boot.js reads it before the first paint. */
const key = 'hevre.theme';
const wall: Record<'light' | 'dark', string> = { light: '#f4ede1', dark: '#0b1517' };

/** The theme chosen on this device. */
export function readMode(): Mode {
  try {
    const kept = localStorage.getItem(key);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

/** Applies a theme and stores it on this device. */
export function chooseMode(mode: Mode): void {
  const page = document.documentElement;
  if (mode === 'system') delete page.dataset['theme'];
  else page.dataset['theme'] = mode;
  for (const tag of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const asked = tag.media.includes('dark') ? 'dark' : 'light';
    tag.content = wall[mode === 'system' ? asked : mode];
  }
  try {
    if (mode === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, mode);
  } catch {
    // Without storage the theme still applies.
  }
}
