import { useSelector } from '@xstate/react';
import type { Post } from '#contract/models.ts';
import { gameNameOf } from '#domain/game-name.ts';
import { useT } from '#i18n/react.tsx';
import { useMachines } from '#screens/app-context.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { MoreButton } from '#screens/MoreButton.tsx';
import { StaleNote } from '#screens/StaleNote.tsx';
import { useList } from '#screens/use-list.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Crest } from '#ui/match/Crest.tsx';
import { Heading } from '#ui/primitives/Stack.tsx';
import * as css from './ShareTargetScreen.css.ts';

/** The chats of the caller's games, the latest message first. */
export function Chats({ onChoose }: { onChoose: (post: number) => void }) {
  const t = useT();
  const list = useList(useMachines().lists.chats, { filters: {} }, { kind: 'leagues' });
  const cachedAt = useSelector(list.actor, ({ context }) => context.cachedAt);
  const { rows, loading, loadingMore, busy, failure } = list;
  return (
    <section className={css.chats} aria-labelledby="chats">
      <Heading level={2} size="lead" id="chats">
        {t('share.chats')}
      </Heading>
      <StaleNote cachedAt={cachedAt} busy={busy} />
      {loading && <Skeleton shape="row" count={5} />}
      {failure && <LoadError failure={failure} onRetry={list.retry} />}
      {!busy && !failure && rows.length === 0 && (
        <EmptyState title={t('share.noChats')} text={t('share.noChatsText')} />
      )}
      <ul className={css.list}>
        {rows.map((post) => (
          <li key={post.id}>
            <ChatButton post={post} onClick={() => onChoose(post.id)} />
          </li>
        ))}
      </ul>
      <MoreButton list={list} busy={loadingMore} full />
    </section>
  );
}

function ChatButton({ post, onClick }: { post: Post; onClick: () => void }) {
  const { section } = post.publisher_data;
  const league = section?.name ?? '';
  const name = gameNameOf(post) || league;
  return (
    <button type="button" className={css.chat} onClick={onClick}>
      <Crest name={league} image={section?.image ?? null} />
      <span className={css.textColumn}>
        <bdi className={css.name}>{name}</bdi>
        {name !== league && <bdi className={css.quiet}>{league}</bdi>}
      </span>
    </button>
  );
}
