import type { Layout } from '#contract/layouts.ts';
import type { NotificationKind } from '#contract/notification-preferences.ts';
import { deletedGame as deletedGameInEnglish, en } from './notifications.en.ts';
import { deletedGame as deletedGameInHebrew, heb } from './notifications.heb.ts';

/** Text of a notification in the reader's language, from its kind and stored data. Names are read when it is shown. */

/** A result, with its options' names in order: home before away. */
export type ResultSummary = {
  readonly layout: Layout;
  readonly options: readonly { readonly name: string; readonly result: number | null }[];
};

/** Stored data by kind (decisions §9). */
export type NotificationData = {
  /** A new post in one of the member's leagues. `words`: it has no game. `matches`: number of matches of an imported competition. */
  new_game: { game: string; words?: boolean; matches?: number };
  /**
   * Items of a game that close within the hour and lack a bet: the first one's name, and their number. `closes`: when, if they
   * close later, in the member's quiet time. `movedTo`: the moved date of the first one; null if it has none.
   */
  closing: { item: string; items: number; closes?: string; movedTo?: string | null };
  /** An item has ended; the member's points for it. */
  results: { item: string; points: number };
  /**
   * A correction: the member's points before and now, and the current result; null for a void. `about`: no correction, but
   * those who run the league may have to make one: a member has objected, or the vote was for the objections.
   */
  correction: {
    item: string;
    was: number;
    points: number;
    now?: ResultSummary | null;
    about?: 'objected' | 'contested';
  };
  /** A group of the member's was invited to a league. */
  invited: { group: string };
  /** Somebody joined the member's league or group. */
  joined: { group: string | null };
  /** A message in a chat that the member takes part in. `comment`: its id. `since`: id of the first unread one that it replaced. */
  comment: { game: string; text: string; comment: number; since?: number };
  pinned: { game: string; words?: boolean };
};

/** Names; empty if the reader may no longer see them. */
type NotificationNames = { league: string; actor: string };
type NotificationText = { title: string; description: string };
export type NotificationTexts = {
  [K in NotificationKind]: (data: NotificationData[K], names: NotificationNames) => NotificationText;
};
/** Text of a notification about a game that was deleted. */
export type DeletedGameText = (
  game: { game: string; words: boolean },
  names: NotificationNames,
) => NotificationText;

type Language = { readonly texts: NotificationTexts; readonly deletedGame: DeletedGameText };
const hebrew: Language = { texts: heb, deletedGame: deletedGameInHebrew };
/** Texts by language code; any other code gets Hebrew. */
const languages: Readonly<Record<string, Language>> = {
  heb: hebrew,
  en: { texts: en, deletedGame: deletedGameInEnglish },
};

const isKind = (kind: string): kind is NotificationKind => Object.hasOwn(heb, kind);

/** The game or item named in stored data, and whether the post was text only. */
function namedGame(data: unknown): Parameters<DeletedGameText>[0] | null {
  if (typeof data !== 'object' || data === null) return null;
  const game = 'game' in data ? data.game : 'item' in data ? data.item : null;
  return typeof game === 'string' ? { game, words: 'words' in data && data.words === true } : null;
}

/**
 * A stored notification. `deleted`: its game was deleted. `english`: English names of what it is about, by stored name; null
 * for a reader of another language.
 */
type StoredNotification = {
  readonly kind: string;
  readonly data: unknown;
  readonly deleted: boolean;
  readonly english: Readonly<Record<string, string>> | null;
};

/** Fields of stored data that are names of games, items or options; the text of a comment is its author's. */
const nameFields = new Set(['game', 'item', 'name']);

/** Stored data with English names, if there are any. */
function nameData(data: unknown, english: StoredNotification['english']): unknown {
  if (english === null) return data;
  const names = new Map(Object.entries(english));
  return JSON.parse(JSON.stringify(data), (key, value: unknown) =>
    typeof value === 'string' && nameFields.has(key) ? (names.get(value) ?? value) : value,
  );
}

/**
 * The text of one notification. An unknown kind, written by a newer version, has the league's name as its title and no
 * text.
 */
export function notificationText(
  { kind, data: stored, deleted, english }: StoredNotification,
  names: NotificationNames,
  language: string | null,
): NotificationText {
  const data = nameData(stored, english);
  const { texts, deletedGame } = languages[language ?? 'heb'] ?? hebrew;
  const game = deleted ? namedGame(data) : null;
  if (game) return deletedGame(game, names);
  if (!isKind(kind)) return { title: names.league, description: '' };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the data was stored under this kind
  return texts[kind](data as never, names);
}

/** Link of a notification: about a deleted game, that of its league, if the reader may see it. */
export const notificationLink = (link: string, deleted: boolean, league: number | null): string =>
  !deleted ? link : league === null ? 'notifications' : `section/${league}`;
