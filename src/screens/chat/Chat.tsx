import type { ReactNode } from 'react';
import type { Item } from '#contract/models.ts';
import { headlineOf } from '#domain/game-name.ts';
import { useT } from '#i18n/react.tsx';
import { useMachines, useMe } from '#screens/app-context.tsx';
import { useResource } from '#screens/use-resource.ts';
import { SignInFirst } from '#screens/SignInFirst.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { AfterFrame } from '#ui/primitives/AfterFrame.tsx';
import { Pane, PaneTitle } from '#ui/shell/Pane.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import * as css from './Chat.css.ts';
import { AwaitedGameHeader, ChatGameHeader } from './ChatGameHeader.tsx';
import { ChatThread } from './ChatThread.tsx';

const noItems: readonly Item[] = [];

type Props = {
  post: number;
  /** Drawn beside the feed instead of in a sheet. */
  asAside: boolean;
  onClose: () => void;
};

/**
 * The chat of a game, with the game's items on top: a sheet on a phone, a panel beside the feed on a desktop.
 */
export function Chat({ post: id, asAside, onClose }: Props) {
  const t = useT();
  const me = useMe();
  const { value: post, notFound } = useResource(
    useMachines().resources.post,
    { id },
    { kind: 'gameHeader', game: id },
  );
  const title = (post && headlineOf(post)) || post?.publisher_data.section?.name || t('chat');
  const Frame = asAside ? ChatAside : ChatSheet;
  return (
    <Frame title={title} onClose={onClose}>
      {post ? <ChatGameHeader items={post.items_data} /> : !notFound && <AwaitedGameHeader />}
      {!me ? (
        <div className={css.centered}>
          <SignInFirst art="chat" text={t('chatSignIn')} />
        </div>
      ) : notFound ? (
        <div className={css.centered}>
          <EmptyState art="chat" title={t('failure.not_found')} />
        </div>
      ) : (
        <ChatThread
          post={id}
          league={post?.publisher_data.section?.id ?? null}
          me={me}
          items={post?.items_data ?? noItems}
          autoFocus={asAside}
        />
      )}
    </Frame>
  );
}

type FrameProps = { title: string; onClose: () => void; children: ReactNode };

function ChatSheet({ title, onClose, children }: FrameProps) {
  return (
    <Sheet open tall title={title} onClose={onClose}>
      <AfterFrame>{children}</AfterFrame>
    </Sheet>
  );
}

function ChatAside({ title, onClose, children }: FrameProps) {
  const t = useT();
  return (
    <Pane
      whole
      label={t('chat')}
      title={
        <PaneTitle>
          <bdi>{title}</bdi>
        </PaneTitle>
      }
      onClose={onClose}
    >
      {children}
    </Pane>
  );
}
