import type { Message } from '#contract/models.ts';

/** The loaded part of a post's chat: one span of messages without gaps, around those on screen. */
export type ChatWindow = {
  /** Oldest first. A deleted message stays in place with `active: false`, so that nothing moves. */
  readonly messages: readonly Message[];
  /** Whether there are messages before and after these. */
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
  /** No message of the span up to this id is missing; own sent messages may have higher ids. */
  readonly syncedId: number;
};
/** The ids of the first and last message on screen. */
export type VisibleSpan = { readonly top: number; readonly bottom: number };

/** Messages next to the loaded ones, oldest first. `hasMore`: whether there are others beyond them. */
export type MessagePage = { readonly messages: readonly Message[]; readonly hasMore: boolean };
/** The messages that a chat opens with. `lastRead`: id of the last message read before, null for none. */
export type OpenedChat = Omit<ChatWindow, 'syncedId'> & { readonly lastRead: number | null };
/** `added`: messages at the end. `reloaded`: the whole loaded span, if something in it changed. */
export type ChatUpdate = { readonly added: MessagePage; readonly reloaded: readonly Message[] | null };

/** Messages are dropped above this number, but never within `keptMargin` of the screen. */
const maxMessages = 160;
const keptMargin = 60;

const lastIdOf = (messages: readonly Message[]) => messages.at(-1)?.id ?? 0;

/** Merges two lists by id, in ascending order; of two messages with the same id the one in `more` wins. */
export function mergeById(messages: readonly Message[], more: readonly Message[]): readonly Message[] {
  if (more.length === 0) return messages;
  const byId = new Map([...messages, ...more].map((message) => [message.id, message]));
  return [...byId.values()].toSorted((one, other) => one.id - other.id);
}

/** How many loaded messages are above and below the screen; 0 while nothing is shown. */
export function countBeyond({ messages }: Pick<ChatWindow, 'messages'>, visible: VisibleSpan | null) {
  if (!visible) return { above: 0, below: 0 };
  return {
    above: messages.filter(({ id }) => id < visible.top).length,
    below: messages.filter(({ id }) => id > visible.bottom).length,
  };
}

/** Drops messages far below the screen; they are fetched again when needed. */
function trimEnd(loaded: ChatWindow, visible: VisibleSpan | null): ChatWindow {
  const { below } = countBeyond(loaded, visible);
  const surplus = Math.min(loaded.messages.length - maxMessages, below - keptMargin);
  if (surplus <= 0) return loaded;
  const messages = loaded.messages.slice(0, -surplus);
  return { ...loaded, messages, hasNewer: true, syncedId: lastIdOf(messages) };
}

function trimStart(loaded: ChatWindow, visible: VisibleSpan | null): ChatWindow {
  const { above } = countBeyond(loaded, visible);
  const surplus = Math.min(loaded.messages.length - maxMessages, above - keptMargin);
  return surplus <= 0 ? loaded : { ...loaded, messages: loaded.messages.slice(surplus), hasOlder: true };
}

export const openWindow = ({ lastRead: _, ...opened }: OpenedChat): ChatWindow => ({
  ...opened,
  syncedId: lastIdOf(opened.messages),
});

export function withOlder(loaded: ChatWindow, visible: VisibleSpan | null, page: MessagePage): ChatWindow {
  const messages = mergeById(loaded.messages, page.messages);
  return trimEnd({ ...loaded, messages, hasOlder: page.hasMore }, visible);
}

export function withNewer(loaded: ChatWindow, visible: VisibleSpan | null, page: MessagePage): ChatWindow {
  const messages = mergeById(loaded.messages, page.messages);
  const syncedId = Math.max(loaded.syncedId, lastIdOf(page.messages));
  return trimStart({ ...loaded, messages, hasNewer: page.hasMore, syncedId }, visible);
}

/** The parameters of an update request. */
export const updateRequestOf = ({ messages, hasNewer, syncedId }: ChatWindow) => ({
  after: syncedId,
  oldest: messages[0]?.id ?? 0,
  newest: lastIdOf(messages),
  count: messages.filter(({ active }) => active).length,
  /** The end of the chat is not loaded, so messages added there are not fetched. */
  skipNewer: hasNewer,
});

const markDeleted = (messages: readonly Message[], isDeleted: (id: number) => boolean) =>
  messages.map((message) => (isDeleted(message.id) ? { ...message, active: false } : message));

export function withUpdate(
  loaded: ChatWindow,
  visible: VisibleSpan | null,
  { added, reloaded }: ChatUpdate,
): ChatWindow {
  if (reloaded) {
    const ids = new Set(reloaded.map(({ id }) => id));
    const messages = mergeById(
      markDeleted(loaded.messages, (id) => !ids.has(id)),
      reloaded,
    );
    return withUpdate({ ...loaded, messages }, visible, { added, reloaded: null });
  }
  return loaded.hasNewer ? loaded : withNewer(loaded, visible, added);
}

/** The window with a sent message; unchanged if the end is not loaded, where the message comes with its page. */
export const withSent = (loaded: ChatWindow, message: Message): ChatWindow =>
  loaded.hasNewer ? loaded : { ...loaded, messages: mergeById(loaded.messages, [message]) };

export const withRemoved = (loaded: ChatWindow, removed: number): ChatWindow => ({
  ...loaded,
  messages: markDeleted(loaded.messages, (id) => id === removed),
});
