import { createStorage } from '#actors/storage.ts';
import { defaultLanguage, storageKeys } from '#i18n/stored-language.ts';
import { hasKey } from './has-key.ts';
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
  const session = createStorage(local).read('session');
  const member = hasKey(session, 'user') && hasKey(session.user, 'id') ? session.user.id : null;
  const [build] = filesOf('entry');
  if (member === null || build === undefined) return null;
  return JSON.stringify([member, local?.getItem(storageKeys.code) ?? defaultLanguage, build, innerWidth]);
}

/** Whether it is of this, and so was written by this build. */
const isPageOf = (value: unknown, of: string | null): value is KeptPage =>
  hasKey(value, 'of') && value.of === of;

/** The kept page, where it is of this member, build, language and window. */
export function readKeptPage(local: Storage | null): KeptPage | null {
  const kept = createStorage(local).read(keptPageKey);
  return isPageOf(kept, keptPageOf(local)) ? kept : null;
}
