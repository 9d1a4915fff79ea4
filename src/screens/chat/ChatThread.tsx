import { useActorRef, useSelector } from '@xstate/react';
import { use, useCallback, useRef } from 'react';
import type { Item } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useEmitted, useFailure } from '#screens/actor-hooks.ts';
import type { ChatActor } from '#machines/chat.ts';
import { useMachines, useOutbox } from '#screens/app-context.tsx';
import { useLiveRefresh } from '#screens/use-live-refresh.ts';
import { ConfirmCommand } from '#screens/confirm-command/ConfirmCommand.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { useSpeak } from '#screens/use-speak.ts';
import type { ChatListHandle } from '#ui/chat/ChatList.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { StaleNote } from '#screens/StaleNote.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { withSuspense } from '#screens/with-suspense.tsx';
import * as css from './Chat.css.ts';
import { MessageComposer } from './MessageComposer.tsx';
import { MessageList } from './MessageList.tsx';

export type ChatMember = { readonly id: number; readonly fname: string; readonly is_staff: boolean };
type Props = {
  post: number;
  league: number | null;
  me: ChatMember;
  /** The game's. */
  items: readonly Item[];
  /** The message input is focused on opening. */
  autoFocus: boolean;
};

/** Maximum number of messages that are read aloud one by one; more at once, as after a reconnect, are announced by their number. */
const mostSpoken = 3;

/** Announces the messages of others to screen readers while the chat is open. */
function useSpokenMessages(actor: ChatActor, me: number): void {
  const t = useT();
  const speak = useSpeak();
  useEmitted(actor, 'messages.arrived', ({ messages }) => {
    const arrived = messages.filter(({ member }) => member !== me);
    if (arrived.length > mostSpoken) speak('newMessages', { count: arrived.length });
    else
      for (const { member_data, description, images } of arrived)
        speak('spoken.said', {
          who: member_data.name,
          what: description || t('spoken.pictures', { count: images.length }),
        });
  });
}

/** Placeholder of the messages. */
const AwaitedMessages = () => (
  <div className={css.centered}>
    <Skeleton shape="message" count={6} />
  </div>
);

const AwaitedThread = () => (
  <div className={css.thread} data-state="loading">
    <AwaitedMessages />
  </div>
);

/** Messages and the message input. */
export const ChatThread = withSuspense(LoadedThread, <AwaitedThread />);

function LoadedThread({ post, league, me, items, autoFocus }: Props) {
  const t = useT();
  const { command, chat } = useMachines();
  const outbox = useOutbox();
  const actor = useActorRef(use(chat()).thread, { input: { post } });
  const deletion = useActorRef(command);
  const list = useRef<ChatListHandle>(null);
  const confirmDelete = useCallback(
    (id: number) => deletion.send({ type: 'command.ask', command: { name: 'deleteMessage', id } }),
    [deletion],
  );
  useLiveRefresh({ kind: 'chat', game: post }, () => actor.send({ type: 'chat.changed' }));
  useEmitted(outbox, 'message.sent', ({ message }) => {
    if (message.comment_post === post) actor.send({ type: 'message.sent', message });
  });
  useEmitted(deletion, 'command.done', ({ command: done }) => {
    if ('id' in done) actor.send({ type: 'message.removed', id: done.id });
  });
  useSpokenMessages(actor, me.id);
  const loading = useSelector(actor, (snapshot) => snapshot.hasTag('loading'));
  const state = useSelector(actor, ({ value }) => (typeof value === 'string' ? 'loading' : value.ready));
  const cachedAt = useSelector(actor, ({ context }) => context.cachedAt);
  const failure = useFailure(actor);

  if (failure?.kind === 'forbidden') return <JoinPrompt league={league} />;
  if (failure)
    return (
      <div className={css.centered}>
        <LoadError
          title={t('chatLost')}
          failure={failure}
          onRetry={() => actor.send({ type: 'chat.retry' })}
        />
      </div>
    );
  return (
    <div className={css.thread} data-state={state}>
      <StaleNote cachedAt={cachedAt} busy={state === 'catchingUp'} />
      {loading ? (
        <AwaitedMessages />
      ) : (
        <MessageList actor={actor} me={me} items={items} onDelete={confirmDelete} list={list} />
      )}
      <MessageComposer
        post={post}
        me={me}
        autoFocus={autoFocus}
        onSent={() => {
          actor.send({ type: 'end.show' });
          list.current?.toBottom();
        }}
      />
      <ConfirmCommand
        actor={deletion}
        title={t('deleteMessageAsk')}
        text={t('deleteMessageText')}
        action={t('delete')}
      />
    </div>
  );
}

function JoinPrompt({ league }: { league: number | null }) {
  const t = useT();
  return (
    <div className={css.centered}>
      <EmptyState
        art="chat"
        title={t('chat')}
        text={t('chatJoin')}
        {...(league !== null && {
          action: (
            <RouteButton to="/section/$id" params={{ id: String(league) }}>
              {t('viewSection')}
            </RouteButton>
          ),
        })}
      />
    </div>
  );
}
