import type { Layout } from '#contract/layouts.ts';
import type { NotificationKind } from '#contract/notification-preferences.ts';
import { en } from './notifications.en.ts';
import { heb } from './notifications.heb.ts';

/** Text of a notification in the reader's language, from its kind and stored data. Names are looked up at reading. */

/** A result by its options' names, home before away. */
export type ResultSummary = {
  readonly layout: Layout;
  readonly options: readonly { readonly name: string; readonly result: number | null }[];
};

/** Stored data of each kind (decisions §9). */
export type NotificationData = {
  /** A new post in a league of the member's. */
  new_game: { game: string };
  /** Items of a game without a bet close within the hour: the first one's name, and how many. */
  closing: { item: string; items: number };
  /** An item has ended; the member's points. */
  results: { item: string; points: number };
  /** A correction: the member's points before and now, and the current result; null for a void. */
  correction: { item: string; was: number; points: number; now?: ResultSummary | null };
  /** A group of the member's was invited to a league. */
  invited: { group: string };
  /** Somebody joined the member's league or group. */
  joined: { group: string | null };
  /** A message in a chat the member takes part in. */
  comment: { game: string; text: string };
  pinned: { game: string };
};

/** Empty where the reader may not see them any more. */
type NotificationNames = { league: string; actor: string };
type NotificationText = { title: string; description: string };
export type NotificationTexts = {
  [K in NotificationKind]: (data: NotificationData[K], names: NotificationNames) => NotificationText;
};

/** By language file name; Hebrew for any other. */
const languages: Readonly<Record<string, NotificationTexts>> = { heb, en };

const isKind = (kind: string): kind is NotificationKind => Object.hasOwn(heb, kind);

/**
 * The text of one notification. An unknown kind (written by a newer version) has the league's name as title and no
 * text.
 */
export function notificationText(
  kind: string,
  data: unknown,
  names: NotificationNames,
  language: string | null = null,
): NotificationText {
  const renderers = languages[language ?? 'heb'] ?? heb;
  if (!isKind(kind)) return { title: names.league, description: '' };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the data was stored under this kind
  return renderers[kind](data as never, names);
}
