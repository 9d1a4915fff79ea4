import type { GameStep, Item, Message } from '#contract/models.ts';
import { smallPictureUrl } from '#contract/pictures.ts';
import type { ChatWindow } from '#domain/chat-window.ts';
import type { UnsentMessage } from '#machines/outbox.ts';
import type { MessagePicture, MessageState } from '#ui/chat/Message.tsx';

/** One message as a row of the list, with its dividers. */
export type MessageRow = {
  /** The message's id, or the client's key while it is unsent. */
  readonly key: string;
  readonly id: number | null;
  readonly memberId: number;
  readonly name: string;
  readonly image: string | null;
  readonly mine: boolean;
  readonly text: string;
  readonly pictures: readonly MessagePicture[];
  readonly at: string;
  readonly deleted: boolean;
  readonly state: MessageState;
  /** First of consecutive messages by one member. */
  readonly firstOfRun: boolean;
  /** First message of its day. */
  readonly firstOfDay: boolean;
  /** First unread message. */
  readonly firstUnread: boolean;
};

/** What happened to the game's items, between the messages. */
export type StepRow = Pick<MessageRow, 'key' | 'at' | 'firstOfDay'> & {
  readonly step: GameStep;
  readonly item: Item;
};
export type ChatRow = MessageRow | StepRow;
export const isStep = (row: ChatRow): row is StepRow => 'step' in row;

export const messagesOf = (rows: readonly ChatRow[]): MessageRow[] =>
  rows.flatMap((row) => (isStep(row) ? [] : [row]));

/** Id of the message nearest to a row: the row's own, or a neighbour's if it is a step or an unsent message. */
export function nearestMessageId(rows: readonly ChatRow[], key: string): number | null {
  const at = rows.findIndex((row) => row.key === key);
  const idOf = (row: ChatRow | undefined) => (row && !isStep(row) ? row.id : null);
  const hasId = (row: ChatRow) => idOf(row) !== null;
  return idOf(rows.slice(0, at + 1).findLast(hasId)) ?? idOf(rows.find(hasId));
}

type Me = { readonly id: number; readonly name: string };
type SendState = { readonly sending: string | null; readonly state: 'sending' | 'waiting' | 'held' };
type ChatRows = Pick<ChatWindow, 'messages' | 'hasOlder'> & {
  readonly lastRead: number | null;
  readonly hasNewer?: boolean;
  /** Oldest first, of these items. */
  readonly steps?: readonly GameStep[];
  readonly items?: readonly Item[];
};

export const picturesOf = (images: Message['images']): MessagePicture[] =>
  images.map(({ id, imagefullurl, width, height }) => ({
    id,
    url: imagefullurl,
    thumbnail: smallPictureUrl(imagefullurl),
    width,
    height,
  }));

/** Id of the first unread message of another member, above which the divider is shown; null for none. */
export function firstUnreadId(
  { messages, lastRead }: Pick<ChatRows, 'messages' | 'lastRead'>,
  me: number,
): number | null {
  if (lastRead === null) return null;
  return messages.find(({ id, member, active }) => id > lastRead && member !== me && active)?.id ?? null;
}

const dividerKeys = ['firstOfRun', 'firstOfDay', 'firstUnread'] as const;
const rowDefaults = { firstOfRun: true, firstOfDay: false, firstUnread: false };

const sentRow = (row: Message, me: number): MessageRow => ({
  ...rowDefaults,
  key: String(row.id),
  id: row.id,
  memberId: row.member,
  name: row.member_data.name,
  image: row.member_data.image,
  mine: row.member === me,
  text: row.description,
  pictures: picturesOf(row.images),
  at: row.created,
  deleted: !row.active,
  state: 'sent',
});

function unsentStateOf({ key, refused }: UnsentMessage, { sending, state }: SendState): MessageState {
  if (refused) return 'refused';
  return key === sending ? 'sending' : state;
}

const unsentRow = (one: UnsentMessage, me: Me, sendState: SendState): MessageRow => ({
  ...rowDefaults,
  key: one.key,
  id: null,
  memberId: me.id,
  name: me.name,
  image: null,
  mine: true,
  text: one.description,
  pictures: picturesOf(one.images),
  at: one.made,
  deleted: false,
  state: unsentStateOf(one, sendState),
});

/** Steps between the loaded messages, and those before or after them at an end without further pages. */
const shownSteps = ({ messages, hasOlder, hasNewer = false, steps = [], items = [] }: ChatRows): StepRow[] =>
  steps.flatMap((step) => {
    const item = items.find(({ id }) => id === step.item);
    const isBefore = hasOlder && step.at < (messages[0]?.created ?? '');
    const isAfter = hasNewer && step.at > (messages.at(-1)?.created ?? '');
    return item && !isBefore && !isAfter
      ? [{ key: `step ${step.id}`, at: step.at, firstOfDay: false, step, item }]
      : [];
  });

/** Inserts steps by time; messages keep their order, whatever their times. */
function withSteps(messages: readonly MessageRow[], steps: readonly StepRow[]): ChatRow[] {
  let next = 0;
  const rows: ChatRow[] = [];
  for (const message of messages) {
    for (; next < steps.length && (steps[next]?.at ?? '') < message.at; next += 1)
      rows.push(...steps.slice(next, next + 1));
    rows.push(message);
  }
  return [...rows, ...steps.slice(next)];
}

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
  const sentRows = new WeakMap<Message, MessageRow>();
  const rowOf = (row: Message, me: number) => {
    const known = sentRows.get(row) ?? sentRow(row, me);
    sentRows.set(row, known);
    return known;
  };
  const placedRows = new WeakMap<MessageRow, MessageRow>();
  const withDividers = (row: MessageRow, dividers: Pick<MessageRow, (typeof dividerKeys)[number]>) => {
    const known = placedRows.get(row);
    if (known && dividerKeys.every((key) => known[key] === dividers[key])) return known;
    const placedRow = { ...row, ...dividers };
    placedRows.set(row, placedRow);
    return placedRow;
  };

  const stepRows = new Map<string, StepRow>();
  const withDay = (row: StepRow, firstOfDay: boolean) => {
    const known = stepRows.get(row.key);
    if (known?.step === row.step && known.item === row.item && known.firstOfDay === firstOfDay) return known;
    const placedRow = { ...row, firstOfDay };
    stepRows.set(row.key, placedRow);
    return placedRow;
  };

  /** Unsent messages come last; one that has arrived is not repeated. */
  return (chat: ChatRows, unsent: readonly UnsentMessage[], me: Me, sendState: SendState): ChatRow[] => {
    const { messages, hasOlder, lastRead } = chat;
    const unreadId = firstUnreadId({ messages, lastRead }, me.id);
    const arrived = new Set(messages.map(({ key }) => key));
    const messageRows = [
      ...messages.map((row) => rowOf(row, me.id)),
      ...unsent.filter(({ key }) => !arrived.has(key)).map((one) => unsentRow(one, me, sendState)),
    ];
    const rows = withSteps(messageRows, shownSteps(chat));
    return rows.map((row, at) => {
      const before = rows[at - 1];
      const firstOfDay = before ? knownDay(before.at) !== knownDay(row.at) : !hasOlder;
      if (isStep(row)) return withDay(row, firstOfDay);
      const firstUnread = row.id !== null && row.id === unreadId;
      return withDividers(row, {
        firstOfDay,
        firstUnread,
        firstOfRun:
          firstOfDay || firstUnread || !before || isStep(before) || before.memberId !== row.memberId,
      });
    });
  };
}
