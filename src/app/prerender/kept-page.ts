import { createStorage } from '#actors/storage.ts';
import { defaultLanguage, storageKeys } from '#i18n/stored-language.ts';
import { filesOf } from './preload.ts';

/** An element with its attributes and children, or a text. */
export type KeptNode =
  | string
  | readonly [tag: string, attributes: Readonly<Record<string, string>>, children: readonly KeptNode[]];

/** A member's feed as it was on the screen, kept on the device for the next visit's first picture. */
export type KeptPage = {
  /** Whose it is, and of which build, language and window: shown in no other. */
  readonly of: string;
  /** Pixels beside a scroll bar. */
  readonly width: number;
  /** Style sheets beside the page's own. */
  readonly styles: string;
  readonly content: readonly KeptNode[];
};

/** Removed with the cached answers when the session ends (clear-answer-cache.ts). */
export const keptPageKey = 'last:page';

/** What a kept page has to be of to be shown; null for a guest, and in development. */
export function keptPageOf(local: Storage | null): string | null {
  const session = createStorage(local).read('session') as { user?: { id?: unknown } } | null;
  const [build] = filesOf('entry');
  if (session?.user === undefined || build === undefined) return null;
  return JSON.stringify([
    session.user.id,
    local?.getItem(storageKeys.code) ?? defaultLanguage,
    build,
    innerWidth,
  ]);
}

/** The kept page, where it is of this member, build, language and window. */
export function readKeptPage(local: Storage | null): KeptPage | null {
  const kept = createStorage(local).read(keptPageKey) as KeptPage | null;
  return kept !== null && kept.of === keptPageOf(local) ? kept : null;
}
