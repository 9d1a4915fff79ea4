import { useActorRef, useSelector } from '@xstate/react';
import { ArrowDown } from 'lucide-react';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react';
import type { Item } from '#contract/models.ts';
import { useI18n } from '#i18n/react.tsx';
import { useDates } from '#i18n/use-dates.ts';
import type { ChatActor } from '#machines/chat.ts';
import { messageMenu } from '#machines/message-menu.ts';
import { useMachines, useOutbox, useServerNow } from '#screens/app-context.tsx';
import { useResource } from '#screens/use-resource.ts';
import { defer } from '#ui/list/defer.ts';
import { ChatList, type ChatListHandle, type VisibleRows } from '#ui/chat/ChatList.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { DayDivider, Message, UnreadDivider } from '#ui/chat/Message.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Spinner } from '#ui/primitives/Spinner.tsx';
import * as css from './Chat.css.ts';
import { hasActions, MessageActions, usePressHandlers } from './MessageActions.tsx';
import { GameStepLine } from './GameStepLine.tsx';
import {
  createMessageRows,
  firstUnreadId,
  isStep,
  messagesOf,
  nearestMessageId,
  type ChatRow,
  type MessageRow,
} from './message-rows.ts';
import type { ChatMember } from './ChatThread.tsx';

type Props = {
  actor: ChatActor;
  me: ChatMember;
  /** The game's. */
  items: readonly Item[];
  /** Must be referentially stable. */
  onDelete: (comment: number) => void;
  list: RefObject<ChatListHandle | null>;
};

/** The messages, newest at the bottom. */
export function MessageList({ actor, me, items, onDelete, list }: Props) {
  const { t } = useI18n();
  const messages = useSelector(actor, ({ context }) => context.loaded.messages);
  const lastRead = useSelector(actor, ({ context }) => context.lastRead);
  const generation = useSelector(actor, ({ context }) => context.generation);
  const { rows, isWhole } = useMessageRows(actor, me, items);
  if (!isWhole)
    return (
      <div className={css.centered}>
        <Skeleton shape="message" count={6} />
      </div>
    );
  if (rows.length === 0)
    return (
      <div className={css.centered}>
        <EmptyState art="chat" title={t('chatEmptyTitle')} text={t('chatEmptyText')} />
      </div>
    );
  const firstUnread = generation === 0 ? firstUnreadId({ messages, lastRead }, me.id) : null;
  return (
    <ScrollingMessages
      // A new generation is another set of rows: the list remounts at their end.
      key={generation}
      actor={actor}
      me={me}
      rows={rows}
      startAt={firstUnread === null ? null : String(firstUnread)}
      onDelete={onDelete}
      list={list}
    />
  );
}

/**
 * Rows to draw: the server's messages with the game's steps between them, then the caller's unsent ones. `isWhole` is true
 * once the steps are loaded or have failed to load.
 */
function useMessageRows(
  actor: ChatActor,
  me: ChatMember,
  items: readonly Item[],
): { rows: readonly ChatRow[]; isWhole: boolean } {
  const { formatDay } = useDates();
  const outbox = useOutbox();
  const { post } = actor.getSnapshot().context;
  const {
    value: steps,
    notFound,
    failure,
  } = useResource(useMachines().resources.gameSteps, { post }, { kind: 'gameHeader', game: post });
  const loaded = useSelector(actor, ({ context }) => context.loaded);
  const lastRead = useSelector(actor, ({ context }) => context.lastRead);
  const queue = useSelector(outbox, ({ context }) => context.queue);
  const sending = useSelector(outbox, ({ context }) => context.sending?.key ?? null);
  const state = useSelector(outbox, (it) => {
    if (!it.hasTag('waiting')) return 'sending';
    return it.context.failure?.kind === 'offline' ? 'waiting' : 'held';
  });
  const [createRows] = useState(() => createMessageRows(formatDay));
  const rows = useMemo(() => {
    // Unsent messages are shown only at the end of the chat.
    const unsent = loaded.hasNewer ? [] : queue.filter((one) => one.post === post);
    const chat = { ...loaded, lastRead, items, steps: steps ?? [] };
    return createRows(chat, unsent, { id: me.id, name: me.fname }, { sending, state });
  }, [createRows, loaded, lastRead, items, steps, queue, post, sending, state, me.id, me.fname]);
  return { rows, isWhole: steps !== null || notFound || failure !== null };
}

type ScrollingMessagesProps = Omit<Props, 'items'> & { rows: readonly ChatRow[]; startAt: string | null };

function ScrollingMessages({ actor, me, rows, startAt, onDelete, list }: ScrollingMessagesProps) {
  const { t } = useI18n();
  const visibleRows = useRef<VisibleRows | null>(null);
  const [atBottom, setAtBottom] = useState(true);
  const hasOlder = useSelector(actor, ({ context }) => context.loaded.hasOlder);
  const hasNewer = useSelector(actor, ({ context }) => context.loaded.hasNewer);
  const unreadCount = useSelector(
    actor,
    ({ context: { loaded, lastSeen } }) =>
      loaded.messages.filter(({ id, member }) => id > lastSeen && member !== me.id).length,
  );

  const reportView = () => {
    if (!visibleRows.current) return;
    const top = nearestMessageId(rows, visibleRows.current.top);
    const bottom = nearestMessageId(rows, visibleRows.current.bottom);
    if (top === null || bottom === null) return;
    const pageVisible = document.visibilityState === 'visible';
    defer(() => actor.send({ type: 'view.moved', top, bottom, pageVisible }));
  };
  // Messages that arrived while the tab was hidden count as read when it becomes visible.
  const onVisibilityChange = useEffectEvent(reportView);
  useEffect(() => {
    const listening = new AbortController();
    document.addEventListener('visibilitychange', () => onVisibilityChange(), { signal: listening.signal });
    return () => listening.abort();
  }, []);

  const menu = useActorRef(messageMenu);
  const now = useServerNow(600_000);
  const renderRow = useCallback(
    (row: ChatRow) => (
      <RowItem
        row={row}
        now={now}
        onActions={
          !isStep(row) && hasActions(row, me)
            ? () => menu.send({ type: 'menu.open', message: row.key })
            : null
        }
      />
    ),
    [now, me, menu],
  );
  const pressHandlers = usePressHandlers(menu, (key) =>
    rows.some((row) => row.key === key && !isStep(row) && hasActions(row, me)),
  );
  return (
    <div className={css.messages} {...pressHandlers}>
      <ChatList
        ref={list}
        label={t('messages')}
        rows={rows}
        renderRow={renderRow}
        startAt={startAt}
        header={
          hasOlder && (
            <div className={css.olderSpinner}>
              <Spinner label={t('loading')} />
            </div>
          )
        }
        onVisibleRows={(visible, isAtBottom) => {
          setAtBottom(isAtBottom);
          if (visibleRows.current?.top === visible.top && visibleRows.current.bottom === visible.bottom)
            return;
          visibleRows.current = visible;
          reportView();
        }}
      />
      <MessageActions menu={menu} rows={messagesOf(rows)} me={me} onDelete={onDelete} />
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
              {t('newMessages', { count: unreadCount })}
            </Button>
          </span>
        </div>
      )}
    </div>
  );
}

type RowItemProps = { row: ChatRow; now: number; onActions: (() => void) | null };

function RowItem({ row, ...props }: RowItemProps) {
  if (!isStep(row)) return <MessageItem row={row} {...props} />;
  return (
    <div data-step={row.step.kind}>
      {row.firstOfDay && <DayDivider at={row.at} now={props.now} />}
      <GameStepLine step={row.step} item={row.item} />
    </div>
  );
}

type MessageItemProps = { row: MessageRow; now: number; onActions: (() => void) | null };

function MessageItem({
  row: { id: _, key, firstOfDay, firstUnread, ...message },
  now,
  onActions,
}: MessageItemProps) {
  const { formatTime } = useDates();
  const outbox = useOutbox();
  return (
    <div data-message={key}>
      {firstOfDay && <DayDivider at={message.at} now={now} />}
      {firstUnread && <UnreadDivider />}
      <Message
        {...message}
        time={formatTime(message.at)}
        {...(onActions && { onActions })}
        onRetry={() => outbox.send({ type: 'message.retry', key })}
        onDelete={() => outbox.send({ type: 'message.discard', key })}
      />
    </div>
  );
}
