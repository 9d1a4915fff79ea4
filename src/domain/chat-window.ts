import type { Message } from '#contract/models.ts';

/** What a chat has of the talk under a post: one stretch of it, without holes, that moves with the reader. */

export type ChatWindow = {
  /** The oldest first. One that was taken down stays where it was, not `active`, so that nothing moves. */
  readonly rows: readonly Message[];
  /** There are more before and after these. */
  readonly older: boolean;
  readonly newer: boolean;
  /** Up to this comment nothing is missing: one's own may be here before what others said earlier. */
  readonly synced: number;
};
/** What part of it is on the screen: the ids of the first comment and the last. */
export type VisibleSpan = { readonly top: number; readonly bottom: number };

/** Comments next to those that are here, the oldest first; `more`: these were not all. */
export type MessagePage = { readonly rows: readonly Message[]; readonly more: boolean };
export type OpenedChat = {
  readonly rows: readonly Message[];
  readonly older: boolean;
  readonly newer: boolean;
  /** The last comment that was read before; null where nothing was. */
  readonly last: number | null;
};
/** What came after, and, where something in between is not as it was, all that is there now. */
export type ChatUpdate = { readonly fresh: MessagePage; readonly whole: readonly Message[] | null };

/** The most rows that are kept. When there are more, those go that are this far beyond the edge of the screen. */
const maxMessages = 160;
const keptMargin = 60;

const lastIdOf = (rows: readonly Message[]) => rows.at(-1)?.id ?? 0;

/** Both in order, each comment once; of two the later given. */
function mergeById(rows: readonly Message[], more: readonly Message[]): readonly Message[] {
  if (more.length === 0) return rows;
  const byId = new Map([...rows, ...more].map((row) => [row.id, row]));
  return [...byId.values()].toSorted((one, other) => one.id - other.id);
}

/** How many rows there are beyond the edges of the screen; none of them while nothing is shown. */
export function countBeyond({ rows }: Pick<ChatWindow, 'rows'>, view: VisibleSpan | null) {
  if (!view) return { above: 0, below: 0 };
  return {
    above: rows.filter(({ id }) => id < view.top).length,
    below: rows.filter(({ id }) => id > view.bottom).length,
  };
}

/** Too many rows: the last ones go. They come again when the reader comes back. */
function trimEnd(talk: ChatWindow, view: VisibleSpan | null): ChatWindow {
  const spare = Math.min(talk.rows.length - maxMessages, countBeyond(talk, view).below - keptMargin);
  if (spare <= 0) return talk;
  const rows = talk.rows.slice(0, -spare);
  return { ...talk, rows, newer: true, synced: lastIdOf(rows) };
}

function trimStart(talk: ChatWindow, view: VisibleSpan | null): ChatWindow {
  const spare = Math.min(talk.rows.length - maxMessages, countBeyond(talk, view).above - keptMargin);
  return spare <= 0 ? talk : { ...talk, rows: talk.rows.slice(spare), older: true };
}

export const openWindow = ({ rows, older, newer }: OpenedChat): ChatWindow => ({
  rows,
  older,
  newer,
  synced: lastIdOf(rows),
});

export const withOlder = (
  talk: ChatWindow,
  view: VisibleSpan | null,
  { rows, more }: MessagePage,
): ChatWindow => trimEnd({ ...talk, rows: mergeById(talk.rows, rows), older: more }, view);

export const withNewer = (
  talk: ChatWindow,
  view: VisibleSpan | null,
  { rows, more }: MessagePage,
): ChatWindow =>
  trimStart(
    {
      ...talk,
      rows: mergeById(talk.rows, rows),
      newer: more,
      synced: Math.max(talk.synced, lastIdOf(rows)),
    },
    view,
  );

/** What the news are asked by. */
export const updateRequestOf = ({ rows, newer, synced }: ChatWindow) => ({
  after: synced,
  oldest: rows[0]?.id ?? 0,
  newest: lastIdOf(rows),
  have: rows.filter(({ active }) => active).length,
  /** What came after is not looked for: the reader is elsewhere. */
  elsewhere: newer,
});

export function withUpdate(
  talk: ChatWindow,
  view: VisibleSpan | null,
  { fresh, whole }: ChatUpdate,
): ChatWindow {
  const stands = new Set(whole?.map(({ id }) => id));
  const rows = whole
    ? mergeById(
        talk.rows.map((row) => (stands.has(row.id) ? row : { ...row, active: false })),
        whole,
      )
    : talk.rows;
  return talk.newer ? { ...talk, rows } : withNewer({ ...talk, rows }, view, fresh);
}

export const withSent = (talk: ChatWindow, comment: Message): ChatWindow => ({
  ...talk,
  rows: mergeById(talk.rows, [comment]),
});

export const withRemoved = (talk: ChatWindow, id: number): ChatWindow => ({
  ...talk,
  rows: talk.rows.map((row) => (row.id === id ? { ...row, active: false } : row)),
});
