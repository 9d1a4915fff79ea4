import type { Layout } from '#contract/layouts.ts';
import type { NotificationKind } from '#contract/notification-preferences.ts';
import { en } from './notifications.en.ts';
import { heb } from './notifications.heb.ts';

/** What a notification says: from its kind and what was kept with it, in its reader's language. Names are looked up when it is read. */

/** A result by its options' names, home before away. */
export type ResultSummary = {
  readonly layout: Layout;
  readonly options: readonly { readonly name: string; readonly result: number | null }[];
};

/** What each kind keeps (decisions §9). */
export type NotificationData = {
  /** A game in a league of mine. */
  new_game: { game: string };
  /** Betting on items of a game ends within the hour, and I have not bet: the first of them, and how many. */
  closing: { item: string; items: number };
  /** An item has ended, with my points. */
  results: { item: string; points: number };
  /** A result was corrected: my points before and now, and what stands; null where the item was called off. */
  correction: { item: string; was: number; points: number; now?: ResultSummary | null };
  /** A group of mine was invited to a league. */
  invited: { group: string };
  /** Somebody joined what I made. */
  joined: { group: string | null };
  /** A comment where I take part. */
  comment: { game: string; text: string };
  pinned: { game: string };
};

export type NotificationNames = { league: string; actor: string };
export type NotificationText = { title: string; description: string };
export type NotificationTexts = {
  [K in NotificationKind]: (data: NotificationData[K], names: NotificationNames) => NotificationText;
};

/** By the names of the app's languages; another one's speakers are told in Hebrew. */
const languages: Readonly<Record<string, NotificationTexts>> = { heb, en };

/** The words of one notification. A kind that this version does not know says nothing rather than something wrong. */
export function notificationText(
  kind: string,
  data: unknown,
  names: NotificationNames,
  language: string | null = null,
): NotificationText {
  const renderers = languages[language ?? 'heb'] ?? heb;
  if (!Object.hasOwn(renderers, kind)) return { title: names.league, description: '' };
  const render = renderers[kind as NotificationKind] as (
    data: unknown,
    names: NotificationNames,
  ) => NotificationText;
  return render(data, names);
}
