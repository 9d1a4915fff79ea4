import type { Layout } from '#contract/layouts.ts';
import type { NotificationKind } from '#contract/notification-preferences.ts';
import { deletedGame as deletedGameInEnglish, en } from './notifications.en.ts';
import { deletedGame as deletedGameInHebrew, heb } from './notifications.heb.ts';

/** Text of a notification in the reader's language, from its kind and stored data. Names are looked up at reading. */

/** A result by its options' names, home before away. */
export type ResultSummary = {
  readonly layout: Layout;
  readonly options: readonly { readonly name: string; readonly result: number | null }[];
};

/** Stored data of each kind (decisions §9). */
export type NotificationData = {
  /** A new post in a league of the member's. Words only: there is nothing to bet on. Of a competition: its matches. */
  new_game: { game: string; words?: boolean; matches?: number };
  /**
   * Items of a game without a bet close within the hour: the first one's name, and how many. `closes`: when, where they
   * close later, in the member's quiet time. `movedTo`: when the first one closes has moved, null to no date.
   */
  closing: { item: string; items: number; closes?: string; movedTo?: string | null };
  /** An item has ended; the member's points. */
  results: { item: string; points: number };
  /**
   * A correction: the member's points before and now, and the current result; null for a void. `about`: there is none yet,
   * but who runs the league may have to make one: a member has objected, or the vote was for the objections.
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
  /** A message in a chat the member takes part in, and its id. `since`: of the first one that it has replaced unread. */
  comment: { game: string; text: string; comment: number; since?: number };
  pinned: { game: string; words?: boolean };
};

/** Empty where the reader may not see them any more. */
type NotificationNames = { league: string; actor: string };
type NotificationText = { title: string; description: string };
export type NotificationTexts = {
  [K in NotificationKind]: (data: NotificationData[K], names: NotificationNames) => NotificationText;
};
/** In place of a notification about a game that was deleted since. */
export type DeletedGameText = (
  game: { game: string; words: boolean },
  names: NotificationNames,
) => NotificationText;

type Language = { readonly texts: NotificationTexts; readonly deletedGame: DeletedGameText };
const hebrew: Language = { texts: heb, deletedGame: deletedGameInHebrew };
/** By language file name; Hebrew for any other. */
const languages: Readonly<Record<string, Language>> = {
  heb: hebrew,
  en: { texts: en, deletedGame: deletedGameInEnglish },
};

const isKind = (kind: string): kind is NotificationKind => Object.hasOwn(heb, kind);

/** The game or the item that a stored notification names, and whether it was words alone. */
function namedGame(data: unknown): Parameters<DeletedGameText>[0] | null {
  if (typeof data !== 'object' || data === null) return null;
  const game = 'game' in data ? data.game : 'item' in data ? data.item : null;
  return typeof game === 'string' ? { game, words: 'words' in data && data.words === true } : null;
}

/**
 * A notification as it is stored. `deleted`: the game that it is about was deleted since. `english`: names in English of
 * what it tells of, by those it was stored with; null for a reader of another language.
 */
type StoredNotification = {
  readonly kind: string;
  readonly data: unknown;
  readonly deleted: boolean;
  readonly english: Readonly<Record<string, string>> | null;
};

/** Where stored data have names of games, items and options; a comment's text is its writer's. */
const nameFields = new Set(['game', 'item', 'name']);

/** Stored data with names in English, where there are any. */
function nameData(data: unknown, english: StoredNotification['english']): unknown {
  if (english === null) return data;
  const names = new Map(Object.entries(english));
  return JSON.parse(JSON.stringify(data), (key, value: unknown) =>
    typeof value === 'string' && nameFields.has(key) ? (names.get(value) ?? value) : value,
  );
}

/**
 * The text of one notification. An unknown kind (written by a newer version) has the league's name as title and no
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

/** Where a notification leads: about a deleted game to its league, while its reader may see that. */
export const notificationLink = (link: string, deleted: boolean, league: number | null): string =>
  !deleted ? link : league === null ? 'notifications' : `section/${league}`;
