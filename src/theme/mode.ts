/** What someone may choose: the system's way, or one of the two themes always. */
export const modes = ['system', 'light', 'dark'] as const;
export type Mode = (typeof modes)[number];

/** Kept under the name that public/boot.js reads before the first paint. */
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

/** Shows a theme at once and remembers it on this device. */
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
    // A closed storage costs the memory of the choice, not the choice.
  }
}
