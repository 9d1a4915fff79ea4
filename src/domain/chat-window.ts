import type { Message } from '#contract/models.ts';

/** The loaded part of a post's chat: one gapless span of messages around what the reader sees. */
export type ChatWindow = {
  /** Oldest first. A deleted message stays in place, not `active`, so that nothing moves. */
  readonly messages: readonly Message[];
  /** Whether there are more before and after these. */
  readonly hasOlder: boolean;
  readonly hasNewer: boolean;
  /** No message up to this id is missing; one's own may be present beyond it. */
  readonly syncedId: number;
};
/** The ids of the first message on the screen and the last. */
export type VisibleSpan = { readonly top: number; readonly bottom: number };

/** Messages next to the loaded ones, oldest first; `hasMore`: there are others beyond them. */
export type MessagePage = { readonly messages: readonly Message[]; readonly hasMore: boolean };
/** What a chat opens with. `lastRead`: the last message that was read before, null for none. */
export type OpenedChat = Omit<ChatWindow, 'syncedId'> & { readonly lastRead: number | null };
/** Messages added at the end; and all the loaded span again, if something in it changed. */
export type ChatUpdate = { readonly added: MessagePage; readonly reloaded: readonly Message[] | null };

/** Messages kept loaded, and how many of them beyond each edge of the screen when others are dropped. */
const maxMessages = 160;
const keptMargin = 60;

const lastIdOf = (messages: readonly Message[]) => messages.at(-1)?.id ?? 0;

/** Both in order of ids, each message once; of two with one id the later given. */
export function mergeById(messages: readonly Message[], more: readonly Message[]): readonly Message[] {
  if (more.length === 0) return messages;
  const byId = new Map([...messages, ...more].map((message) => [message.id, message]));
  return [...byId.values()].toSorted((one, other) => one.id - other.id);
}

/** How many messages there are beyond the edges of the screen; none while nothing is shown. */
export function countBeyond({ messages }: Pick<ChatWindow, 'messages'>, visible: VisibleSpan | null) {
  if (!visible) return { above: 0, below: 0 };
  return {
    above: messages.filter(({ id }) => id < visible.top).length,
    below: messages.filter(({ id }) => id > visible.bottom).length,
  };
}

/** Drops messages far below the screen; they are fetched again when the reader comes back. */
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

/** The parameters of an update. */
export const updateRequestOf = ({ messages, hasNewer, syncedId }: ChatWindow) => ({
  after: syncedId,
  oldest: messages[0]?.id ?? 0,
  newest: lastIdOf(messages),
  count: messages.filter(({ active }) => active).length,
  /** The end of the chat is not loaded: what is added there is not fetched. */
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

/** With one's own new message; one that is sent from far above comes with its page. */
export const withSent = (loaded: ChatWindow, message: Message): ChatWindow =>
  loaded.hasNewer ? loaded : { ...loaded, messages: mergeById(loaded.messages, [message]) };

export const withRemoved = (loaded: ChatWindow, removed: number): ChatWindow => ({
  ...loaded,
  messages: markDeleted(loaded.messages, (id) => id === removed),
});
