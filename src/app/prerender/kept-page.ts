import { createStorage } from '#actors/storage.ts';
import { defaultLanguage, storageKeys } from '#i18n/stored-language.ts';
import { hasKey } from './has-key.ts';
import { filesOf } from './preload.ts';

/** An element with its attributes and children, or a text node. */
export type KeptNode =
  | string
  | readonly [tag: string, attributes: Readonly<Record<string, string>>, children: readonly KeptNode[]];

/** A member's feed as last shown, stored on the device to cover the next visit's loading. */
export type KeptPage = {
  /** Member, build, language and window size; the page is shown only for equal ones. */
  readonly of: string;
  /** Width in pixels without the scroll bar. */
  readonly width: number;
  /** Style sheets besides the page's inlined ones. */
  readonly styles: string;
  readonly content: readonly KeptNode[];
};

/** Storage key; its prefix makes clear-answer-cache.ts delete it when the session ends. */
export const keptPageKey = 'last:page';

/** The `of` of a page that may be shown now; null for a guest, and in development. */
export function keptPageOf(local: Storage | null): string | null {
  const session = createStorage(local).read('session');
  const member = hasKey(session, 'user') && hasKey(session.user, 'id') ? session.user.id : null;
  const [build] = filesOf('entry');
  if (member === null || build === undefined) return null;
  return JSON.stringify([member, local?.getItem(storageKeys.code) ?? defaultLanguage, build, innerWidth]);
}

/** Whether a stored value is a page of `of`; then this build wrote it, so its shape is known. */
const isPageOf = (value: unknown, of: string | null): value is KeptPage =>
  hasKey(value, 'of') && value.of === of;

/** The kept page of this member, build, language and window; null if there is none. */
export function readKeptPage(local: Storage | null): KeptPage | null {
  const kept = createStorage(local).read(keptPageKey);
  return isPageOf(kept, keptPageOf(local)) ? kept : null;
}
