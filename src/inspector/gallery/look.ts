import { themeModes, type ThemeMode } from '#theme/theme-mode.ts';

/** The frame of the page: of a member, of one without a line, or of a guest. */
export const frames = ['member', 'offline', 'guest'] as const;
type Frame = (typeof frames)[number];

/** How the parts are shown: `#/qa/ui?language=en&theme=dark&frame=guest&part=match`. */
export type Look = {
  readonly language: string | null;
  readonly theme: ThemeMode;
  readonly frame: Frame;
  /** One part of them, or all. */
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
