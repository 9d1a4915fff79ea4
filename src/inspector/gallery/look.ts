import { themeModes, type ThemeMode } from '#theme/theme-mode.ts';

/** Variants of the page's frame: of a member, of a member without a connection, of a guest. */
export const frames = ['member', 'offline', 'guest'] as const;
type Frame = (typeof frames)[number];

/** How the parts are shown: `#/qa/ui?language=en&theme=dark&frame=guest&part=match`. */
export type Look = {
  readonly language: string | null;
  readonly theme: ThemeMode;
  readonly frame: Frame;
  /** Key of the part to show; null for all. */
  readonly part: string | null;
};

export function readLook(hash: string): Look {
  const asked = new URLSearchParams(hash.split('?')[1]);
  return {
    language: asked.get('language'),
    theme: themeModes.find((mode) => mode === asked.get('theme')) ?? 'system',
    frame: frames.find((frame) => frame === asked.get('frame')) ?? 'member',
    part: asked.get('part'),
  };
}

export function lookAddress({ language, theme, frame, part }: Look): string {
  const asked = new URLSearchParams({ theme, frame, ...(language && { language }), ...(part && { part }) });
  return `#/qa/ui?${asked}`;
}
