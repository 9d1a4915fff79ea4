import { useSelector } from '@xstate/react';
import { ArrowDown } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { useI18n } from '#i18n/react.tsx';
import type { ChatActor } from '#machines/chat.ts';
import { useOutbox, useServerNow } from '#screens/app-context.tsx';
import { defer } from '#ui/list/defer.ts';
import { ChatList, type ChatListHandle, type VisibleRows } from '#ui/chat/ChatList.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { VisuallyHidden } from '#ui/primitives/Stack.tsx';
import { DayDivider, Message, UnreadDivider } from '#ui/chat/Message.tsx';
import { Spinner } from '#ui/primitives/Spinner.tsx';
import * as css from './Chat.css.ts';
import { createMessageRows, firstUnreadId, type MessageRow } from './message-rows.ts';
import type { ChatMember } from './ChatThread.tsx';

type Props = {
  actor: ChatActor;
  me: ChatMember;
  /** Must be referentially stable. */
  onDelete: (comment: number) => void;
  list: RefObject<ChatListHandle | null>;
};

/** The messages, newest at the bottom. */
export function MessageList({ actor, me, onDelete, list }: Props) {
  const { t } = useI18n();
  const messages = useSelector(actor, ({ context }) => context.loaded.messages);
  const lastRead = useSelector(actor, ({ context }) => context.lastRead);
  const generation = useSelector(actor, ({ context }) => context.generation);
  const lines = useMessageRows(actor, me);
  if (lines.length === 0)
    return (
      <div className={css.centered}>
        <EmptyState art="chat" title={t('chatEmptyTitle')} text={t('chatEmptyText')} />
      </div>
    );
  const unread = generation === 0 ? firstUnreadId({ messages, lastRead }, me.id) : null;
  return (
    <ScrollingMessages
      // A new generation is another set of rows: the list remounts at their end.
      key={generation}
      actor={actor}
      me={me}
      lines={lines}
      from={unread === null ? null : String(unread)}
      onDelete={onDelete}
      list={list}
    />
  );
}

/** Rows to draw: the server's messages, then the caller's unsent ones. */
function useMessageRows(actor: ChatActor, me: ChatMember): readonly MessageRow[] {
  const { formatDay } = useI18n();
  const outbox = useOutbox();
  const { post } = actor.getSnapshot().context;
  const loaded = useSelector(actor, ({ context }) => context.loaded);
  const lastRead = useSelector(actor, ({ context }) => context.lastRead);
  const queue = useSelector(outbox, ({ context }) => context.queue);
  const sending = useSelector(outbox, ({ context }) => context.sending?.key ?? null);
  const state = useSelector(outbox, (it) => {
    if (!it.hasTag('waiting')) return 'sending';
    return it.context.failure?.kind === 'offline' ? 'waiting' : 'held';
  });
  const [make] = useState(() => createMessageRows(formatDay));
  return useMemo(() => {
    // Unsent messages are shown only at the end of the chat.
    const mine = loaded.hasNewer ? [] : queue.filter((one) => one.post === post);
    return make({ ...loaded, lastRead }, mine, { id: me.id, name: me.fname }, { sending, state });
  }, [make, loaded, lastRead, queue, post, sending, state, me.id, me.fname]);
}

type ScrollingMessagesProps = Props & { lines: readonly MessageRow[]; from: string | null };

function ScrollingMessages({ actor, me, lines, from, onDelete, list }: ScrollingMessagesProps) {
  const { t } = useI18n();
  const sight = useRef<VisibleRows | null>(null);
  const [atBottom, setAtBottom] = useState(true);
  const hasOlder = useSelector(actor, ({ context }) => context.loaded.hasOlder);
  const hasNewer = useSelector(actor, ({ context }) => context.loaded.hasNewer);
  const unseen = useSelector(
    actor,
    ({ context: { loaded, lastSeen } }) =>
      loaded.messages.filter(({ id, member }) => id > lastSeen && member !== me.id).length,
  );

  const tell = () => {
    if (!sight.current) return;
    // An unsent message has no id: it counts as the last message that has one.
    const idOf = (key: string) =>
      lines.find((line) => line.key === key)?.id ?? lines.findLast(({ id }) => id)?.id;
    const [top, bottom] = [idOf(sight.current.top), idOf(sight.current.bottom)];
    if (top == null || bottom == null) return;
    const pageVisible = document.visibilityState === 'visible';
    defer(() => actor.send({ type: 'view.moved', top, bottom, pageVisible }));
  };
  // Messages that arrived while the tab was hidden count as read when it becomes visible.
  useEffect(() => {
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  });

  const now = useServerNow(600_000);
  const draw = useCallback(
    (line: MessageRow) => (
      <MessageItem line={line} now={now} onDelete={line.mine || me.is_staff ? onDelete : null} />
    ),
    [now, me.is_staff, onDelete],
  );
  const newest = lines.at(-1);
  return (
    <div className={css.messages}>
      <ChatList
        ref={list}
        label={t('messages')}
        rows={lines}
        draw={draw}
        from={from}
        before={
          hasOlder && (
            <div className={css.olderSpinner}>
              <Spinner label={t('loading')} />
            </div>
          )
        }
        onSight={(rows, bottom) => {
          setAtBottom(bottom);
          if (sight.current?.top === rows.top && sight.current.bottom === rows.bottom) return;
          sight.current = rows;
          tell();
        }}
      />
      {(!atBottom || hasNewer) && (
        <div className={css.jumpToLatest}>
          <span className={css.jumpButton}>
            <Button
              size="small"
              icon={<ArrowDown size={18} />}
              onClick={() => {
                actor.send({ type: 'end.show' });
                list.current?.toBottom();
              }}
            >
              {t('newMessages', { count: unseen })}
            </Button>
          </span>
        </div>
      )}
      <div role="log">
        <VisuallyHidden>
          {newest && !newest.mine && !newest.gone ? `${newest.name}: ${newest.text}` : ''}
        </VisuallyHidden>
      </div>
    </div>
  );
}

type MessageItemProps = { line: MessageRow; now: number; onDelete: ((comment: number) => void) | null };

function MessageItem({ line: { id, key, day, unread, by: _, ...message }, now, onDelete }: MessageItemProps) {
  const { formatTime } = useI18n();
  const outbox = useOutbox();
  return (
    <div data-message={key}>
      {day && <DayDivider at={message.at} now={now} />}
      {unread && <UnreadDivider />}
      <Message
        {...message}
        time={formatTime(message.at)}
        {...(onDelete && id !== null && { onOptions: () => onDelete(id) })}
        onRetry={() => outbox.send({ type: 'message.retry', key })}
        onDelete={() => outbox.send({ type: 'message.discard', key })}
      />
    </div>
  );
}
