import type { Message } from '#contract/models.ts';
import { smallPictureUrl } from '#contract/pictures.ts';
import type { ChatWindow } from '#domain/chat-window.ts';
import type { UnsentMessage } from '#machines/outbox.ts';
import type { MessagePicture, MessageState } from '#ui/Message.tsx';

/** One message as a row of the list, with what stands above it. */
export type Line = {
  /** The comment's id, or the name of one that is still on its way. */
  readonly key: string;
  readonly id: number | null;
  readonly by: number;
  readonly name: string;
  readonly image: string | null;
  readonly mine: boolean;
  readonly text: string;
  readonly pictures: readonly MessagePicture[];
  readonly at: string;
  readonly gone: boolean;
  readonly state: MessageState;
  /** The first of several in a row by one person. */
  readonly start: boolean;
  /** A day begins with it. */
  readonly day: boolean;
  /** The first that was not read before. */
  readonly unread: boolean;
};

type Me = { readonly id: number; readonly name: string };
type Way = { readonly sending: string | null; readonly state: 'sending' | 'waiting' | 'held' };
type Talk = Pick<ChatWindow, 'rows' | 'older'> & { readonly last: number | null };

const picturesOf = (images: Message['images']): MessagePicture[] =>
  images.map(({ id, imagefullurl, width, height }) => ({
    id,
    address: imagefullurl,
    small: smallPictureUrl(imagefullurl),
    width,
    height,
  }));

/** The comment that the unread line stands above: the first that somebody else said since. */
export function firstUnread({ rows, last }: Pick<Talk, 'rows' | 'last'>, me: number): number | null {
  if (last === null) return null;
  return rows.find(({ id, member, active }) => id > last && member !== me && active)?.id ?? null;
}

const single = { start: true, day: false, unread: false };

const arrivedLine = (row: Message, me: number): Line => ({
  ...single,
  key: String(row.id),
  id: row.id,
  by: row.member,
  name: row.member_data.name,
  image: row.member_data.image,
  mine: row.member === me,
  text: row.description,
  pictures: picturesOf(row.images),
  at: row.created,
  gone: !row.active,
  state: 'sent',
});

function fate({ key, refused }: UnsentMessage, { sending, state }: Way): MessageState {
  if (refused) return 'refused';
  return key === sending ? 'sending' : state;
}

const unsentLine = (one: UnsentMessage, me: Me, way: Way): Line => ({
  ...single,
  key: one.key,
  id: null,
  by: me.id,
  name: me.name,
  image: null,
  mine: true,
  text: one.description,
  pictures: picturesOf(one.images),
  at: one.made,
  gone: false,
  state: fate(one, way),
});

/** Makes the lines of a chat. What has not changed since the last time is the same line, and need not be drawn again. */
export function createLines(dayOf: (at: string) => string) {
  const days = new Map<string, string>();
  const knownDay = (at: string) => {
    const known = days.get(at) ?? dayOf(at);
    days.set(at, known);
    return known;
  };
  const bare = new WeakMap<Message, Line>();
  const bareOf = (row: Message, me: number) => {
    const known = bare.get(row) ?? arrivedLine(row, me);
    bare.set(row, known);
    return known;
  };
  const shown = new WeakMap<Line, Line>();
  const placed = (line: Line, place: Pick<Line, 'start' | 'day' | 'unread'>) => {
    const known = shown.get(line);
    if (known && known.start === place.start && known.day === place.day && known.unread === place.unread)
      return known;
    const fresh = { ...line, ...place };
    shown.set(line, fresh);
    return fresh;
  };

  /** Those on their way last; one that has arrived already is there once. */
  return ({ rows, older, last }: Talk, unsent: readonly UnsentMessage[], me: Me, way: Way): Line[] => {
    const unreadId = firstUnread({ rows, last }, me.id);
    const arrived = new Set(rows.map(({ key }) => key));
    const lines = [
      ...rows.map((row) => bareOf(row, me.id)),
      ...unsent.filter(({ key }) => !arrived.has(key)).map((one) => unsentLine(one, me, way)),
    ];
    return lines.map((line, at) => {
      const before = lines[at - 1];
      const day = before ? knownDay(before.at) !== knownDay(line.at) : !older;
      const unread = line.id !== null && line.id === unreadId;
      return placed(line, { day, unread, start: day || unread || before?.by !== line.by });
    });
  };
}
