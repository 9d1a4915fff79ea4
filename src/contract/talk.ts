import type { Comment } from './models.ts';

/** What a chat has of the talk under a post: one stretch of it, without holes, that moves with the reader. */

export type TalkWindow = {
  /** The oldest first. One that was taken down stays where it was, not `active`, so that nothing moves. */
  readonly rows: readonly Comment[];
  /** There are more before and after these. */
  readonly older: boolean;
  readonly newer: boolean;
  /** Up to this comment nothing is missing: one's own may be here before what others said earlier. */
  readonly synced: number;
};
/** What part of it is on the screen: the ids of the first comment and the last. */
export type TalkView = { readonly top: number; readonly bottom: number };

/** Comments next to those that are here, the oldest first; `more`: these were not all. */
export type Stretch = { readonly rows: readonly Comment[]; readonly more: boolean };
export type OpenedTalk = {
  readonly rows: readonly Comment[];
  readonly older: boolean;
  readonly newer: boolean;
  /** The last comment that was read before; null where nothing was. */
  readonly last: number | null;
};
/** What came after, and, where something in between is not as it was, all that is there now. */
export type TalkNews = { readonly fresh: Stretch; readonly whole: readonly Comment[] | null };

/** The most rows that are kept. When there are more, those go that are this far beyond the edge of the screen. */
const most = 160;
const margin = 60;

const lastId = (rows: readonly Comment[]) => rows.at(-1)?.id ?? 0;

/** Both in order, each comment once; of two the later given. */
function merged(rows: readonly Comment[], more: readonly Comment[]): readonly Comment[] {
  if (more.length === 0) return rows;
  const byId = new Map([...rows, ...more].map((row) => [row.id, row]));
  return [...byId.values()].sort((one, other) => one.id - other.id);
}

/** How many rows there are beyond the edges of the screen; none of them while nothing is shown. */
export function beyond({ rows }: Pick<TalkWindow, 'rows'>, view: TalkView | null) {
  if (!view) return { above: 0, below: 0 };
  return {
    above: rows.filter(({ id }) => id < view.top).length,
    below: rows.filter(({ id }) => id > view.bottom).length,
  };
}

/** Too many rows: the last ones go. They come again when the reader comes back. */
function withoutEnd(talk: TalkWindow, view: TalkView | null): TalkWindow {
  const spare = Math.min(talk.rows.length - most, beyond(talk, view).below - margin);
  if (spare <= 0) return talk;
  const rows = talk.rows.slice(0, -spare);
  return { ...talk, rows, newer: true, synced: lastId(rows) };
}

function withoutStart(talk: TalkWindow, view: TalkView | null): TalkWindow {
  const spare = Math.min(talk.rows.length - most, beyond(talk, view).above - margin);
  return spare <= 0 ? talk : { ...talk, rows: talk.rows.slice(spare), older: true };
}

export const openedTalk = ({ rows, older, newer }: OpenedTalk): TalkWindow => ({
  rows,
  older,
  newer,
  synced: lastId(rows),
});

export const withOlder = (talk: TalkWindow, view: TalkView | null, { rows, more }: Stretch): TalkWindow =>
  withoutEnd({ ...talk, rows: merged(talk.rows, rows), older: more }, view);

export const withNewer = (talk: TalkWindow, view: TalkView | null, { rows, more }: Stretch): TalkWindow =>
  withoutStart(
    {
      ...talk,
      rows: merged(talk.rows, rows),
      newer: more,
      synced: Math.max(talk.synced, lastId(rows)),
    },
    view,
  );

/** What the news are asked by. */
export const spanOf = ({ rows, newer, synced }: TalkWindow) => ({
  after: synced,
  oldest: rows[0]?.id ?? 0,
  newest: lastId(rows),
  have: rows.filter(({ active }) => active).length,
  /** What came after is not looked for: the reader is elsewhere. */
  elsewhere: newer,
});

export function withNews(talk: TalkWindow, view: TalkView | null, { fresh, whole }: TalkNews): TalkWindow {
  const stands = new Set(whole?.map(({ id }) => id));
  const rows = whole
    ? merged(
        talk.rows.map((row) => (stands.has(row.id) ? row : { ...row, active: false })),
        whole,
      )
    : talk.rows;
  return talk.newer ? { ...talk, rows } : withNewer({ ...talk, rows }, view, fresh);
}

export const withSent = (talk: TalkWindow, comment: Comment): TalkWindow => ({
  ...talk,
  rows: merged(talk.rows, [comment]),
});

export const withTakenDown = (talk: TalkWindow, id: number): TalkWindow => ({
  ...talk,
  rows: talk.rows.map((row) => (row.id === id ? { ...row, active: false } : row)),
});
