import { useActorRef, useSelector } from '@xstate/react';
import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Virtuoso } from 'react-virtuoso';
import type { ActorRefFrom } from 'xstate';
import type { LiveEvent } from '#contract/events.ts';
import type { GameState, Post } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { hasMore } from '#machines/paged-list.ts';
import { useEmitted } from '#screens/hooks.ts';
import { useBets } from '#screens/item-card/use-bet.ts';
import { useLive, useMachines, type Lists } from '#screens/kit.tsx';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Heading } from '#ui/layout.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import * as css from './Feed.css.ts';
import { mayBe } from './missing.ts';
import { PostCard } from './PostCard.tsx';
import { PostOptionsSheet } from './PostOptionsSheet.tsx';

type ListActor = ActorRefFrom<Lists['feed']>;
type Props = {
  title: string;
  /** Only this league's games; all of mine without it. */
  section?: number;
  /** Only games that still wait for a pick of mine, by when they close; whether one does, it says. */
  waits?: (post: Post) => boolean;
  /** Only games that are this far. */
  state?: GameState;
  /** What to say and offer where there is nothing. */
  empty: ReactNode;
  inLeague?: boolean;
  /** Beside the title. */
  beside?: ReactNode;
};

/** Games, newest first, growing as one scrolls. Only the cards that something happened to are fetched anew. */
export function Feed({ title, section, waits, state, empty, inLeague = false, beside }: Props) {
  const t = useT();
  const { lists, postOptions } = useMachines();
  const list = useActorRef(lists.feed, {
    input: {
      filters: {
        ...(section !== undefined && { section }),
        ...(waits && { to_bet: true }),
        ...(state && { state }),
      },
      ...(waits && { limit: 50 }),
    },
  });
  const fits = state ? (post: Post) => mayBe(state, post) : waits;
  const options = useActorRef(postOptions);
  useEmitted(options, 'post.changed', ({ id }) => list.send({ type: 'rows.changed', ids: [id] }));
  useEmitted(options, 'post.removed', ({ id }) => list.send({ type: 'row.removed', id }));
  useEmitted(options, 'post.restored', () => list.send({ type: 'list.refresh' }));
  useLive((event) => tell(list, event, section ?? null, fits !== undefined));

  const known = useSelector(list, ({ context }) => context.rows);
  // What has gone on to another state, or is bet on by now, is no longer looked for here.
  const rows = fits ? known.filter(fits) : known;
  const count = useSelector(list, ({ context }) => context.count);
  const loading = useSelector(list, (snapshot) => snapshot.hasTag('loading'));
  const failed = useSelector(list, (snapshot) => snapshot.matches('failed'));
  const refreshing = useSelector(list, (snapshot) => snapshot.hasTag('refreshing'));
  const failure = useSelector(list, ({ context }) => context.failure);
  useBets(rows.flatMap((post) => post.items_data));

  return (
    <section className={css.feed} data-state={loading ? 'loading' : failed ? 'failed' : 'loaded'}>
      <div className={css.head}>
        <Heading level={inLeague ? 2 : 1} size={inLeague ? 'lead' : 'title'}>
          {title}
        </Heading>
        <span className={css.beside}>{beside}</span>
        <IconButton
          label={t('refresh')}
          busy={refreshing}
          onClick={() => list.send({ type: 'list.refresh' })}
        >
          <RefreshCw size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <News list={list} />
      {loading && <Skeleton shape="card" count={3} />}
      {failed && failure && (
        <ErrorState text={t(`failure.${failure.kind}`)} onRetry={() => list.send({ type: 'list.retry' })} />
      )}
      {count !== null && rows.length === 0 && empty}
      <Virtuoso<Post, ListActor>
        useWindowScroll
        data={rows}
        computeItemKey={(_, post) => post.id}
        increaseViewportBy={600}
        endReached={() => list.send({ type: 'page.next' })}
        context={list}
        components={{ Footer }}
        itemContent={(_, post) => (
          <div className={css.row}>
            <PostCard
              post={post}
              inLeague={inLeague}
              onOptions={(it) => options.send({ type: 'options.open', post: it })}
            />
          </div>
        )}
      />
      <PostOptionsSheet actor={options} />
    </section>
  );
}

/** New games say so and wait: nothing moves under a thumb. */
function News({ list }: { list: ListActor }) {
  const t = useT();
  const news = useSelector(list, ({ context }) => context.news.length);
  return (
    <div className={css.news} aria-live="polite">
      {news > 0 && (
        <Button size="small" onClick={() => list.send({ type: 'news.show' })}>
          {t('newGames', { count: news })}
        </Button>
      )}
    </div>
  );
}

/** The end of what there is, on the way to more of it, or what stopped it. */
function Footer({ context: list }: { context?: ListActor }) {
  if (!list) return null;
  return <End list={list} />;
}

function End({ list }: { list: ListActor }) {
  const t = useT();
  const more = useSelector(list, (snapshot) => snapshot.hasTag('loadingMore'));
  const stopped = useSelector(list, (it) =>
    it.matches('moreFailed') || it.matches('refreshFailed') ? it.context.failure : null,
  );
  const ended = useSelector(list, ({ context }) => context.rows.length > 0 && !hasMore(context));
  return (
    <div className={css.end}>
      {more && <Spinner label={t('loading')} />}
      {stopped && (
        <div role="alert" className={css.stopped}>
          <p>{t(`failure.${stopped.kind}`)}</p>
          <Button tone="quiet" size="small" onClick={() => list.send({ type: 'list.retry' })}>
            {t('retry')}
          </Button>
        </div>
      )}
      {ended && <p>{t('endOfList')}</p>}
    </div>
  );
}

/** What a live event means to a feed of one league or of all, of every game or only of some. */
function tell(list: ListActor, { type, post, section }: LiveEvent, only: number | null, some: boolean): void {
  if (type === 'reset') return list.send({ type: 'list.refresh' });
  if (post === null || (only !== null && section !== only)) return;
  if (type === 'post' || type === 'item' || type === 'votes' || type === 'comment')
    list.send({ type: 'rows.changed', ids: [post] });
  if (!some) {
    if (type === 'post') list.send({ type: 'rows.arrived', ids: [post] });
  } else if (type === 'item' || type === 'post') {
    // It may have become one of them just now.
    const known = list.getSnapshot().context.rows.some(({ id }) => id === post);
    if (!known) list.send({ type: 'list.refresh' });
  }
}
