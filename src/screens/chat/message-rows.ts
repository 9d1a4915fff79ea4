import type { Message } from '#contract/models.ts';
import { smallPictureUrl } from '#contract/pictures.ts';
import type { ChatWindow } from '#domain/chat-window.ts';
import type { UnsentMessage } from '#machines/outbox.ts';
import type { MessagePicture, MessageState } from '#ui/chat/Message.tsx';

/** One message as a row of the list, with its dividers. */
export type MessageRow = {
  /** The message's id, or the client's key while it is unsent. */
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
  /** First of consecutive messages by one member. */
  readonly start: boolean;
  /** First message of its day. */
  readonly day: boolean;
  /** First unread message. */
  readonly unread: boolean;
};

type Me = { readonly id: number; readonly name: string };
type SendState = { readonly sending: string | null; readonly state: 'sending' | 'waiting' | 'held' };
type ChatRows = Pick<ChatWindow, 'messages' | 'hasOlder'> & { readonly lastRead: number | null };

const picturesOf = (images: Message['images']): MessagePicture[] =>
  images.map(({ id, imagefullurl, width, height }) => ({
    id,
    address: imagefullurl,
    small: smallPictureUrl(imagefullurl),
    width,
    height,
  }));

/** Id of the first unread message of another member, above which the divider stands; null for none. */
export function firstUnreadId(
  { messages, lastRead }: Pick<ChatRows, 'messages' | 'lastRead'>,
  me: number,
): number | null {
  if (lastRead === null) return null;
  return messages.find(({ id, member, active }) => id > lastRead && member !== me && active)?.id ?? null;
}

const rowDefaults = { start: true, day: false, unread: false };

const sentRow = (row: Message, me: number): MessageRow => ({
  ...rowDefaults,
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

function unsentStateOf({ key, refused }: UnsentMessage, { sending, state }: SendState): MessageState {
  if (refused) return 'refused';
  return key === sending ? 'sending' : state;
}

const unsentRow = (one: UnsentMessage, me: Me, way: SendState): MessageRow => ({
  ...rowDefaults,
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
  state: unsentStateOf(one, way),
});

/**
 * Creates the function from chat to rows. An unchanged message gives the same row object, so that it is not
 * rendered again.
 */
export function createMessageRows(dayOf: (at: string) => string) {
  const days = new Map<string, string>();
  const knownDay = (at: string) => {
    const known = days.get(at) ?? dayOf(at);
    days.set(at, known);
    return known;
  };
  const bare = new WeakMap<Message, MessageRow>();
  const bareOf = (row: Message, me: number) => {
    const known = bare.get(row) ?? sentRow(row, me);
    bare.set(row, known);
    return known;
  };
  const shown = new WeakMap<MessageRow, MessageRow>();
  const placed = (line: MessageRow, place: Pick<MessageRow, 'start' | 'day' | 'unread'>) => {
    const known = shown.get(line);
    if (known && known.start === place.start && known.day === place.day && known.unread === place.unread)
      return known;
    const fresh = { ...line, ...place };
    shown.set(line, fresh);
    return fresh;
  };

  /** Unsent messages come last; one that has arrived is not repeated. */
  return (
    { messages, hasOlder, lastRead }: ChatRows,
    unsent: readonly UnsentMessage[],
    me: Me,
    way: SendState,
  ): MessageRow[] => {
    const unreadId = firstUnreadId({ messages, lastRead }, me.id);
    const arrived = new Set(messages.map(({ key }) => key));
    const lines = [
      ...messages.map((row) => bareOf(row, me.id)),
      ...unsent.filter(({ key }) => !arrived.has(key)).map((one) => unsentRow(one, me, way)),
    ];
    return lines.map((line, at) => {
      const before = lines[at - 1];
      const day = before ? knownDay(before.at) !== knownDay(line.at) : !hasOlder;
      const unread = line.id !== null && line.id === unreadId;
      return placed(line, { day, unread, start: day || unread || before?.by !== line.by });
    });
  };
}
