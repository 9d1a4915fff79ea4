import { useActorRef, useSelector } from '@xstate/react';
import { RefreshCw } from 'lucide-react';
import { memo, useMemo, type ReactNode } from 'react';
import { Virtuoso, type ItemProps } from 'react-virtuoso';
import type { ActorRefFrom } from 'xstate';
import type { LiveEvent } from '#contract/live-events.ts';
import type { GameState, Post } from '#contract/models.ts';
import { hasMore, isPlaceholder, type FeedRow } from '#domain/list-window.ts';
import { useT } from '#i18n/react.tsx';
import { useEmitted } from '#screens/hooks.ts';
import { useBets } from '#screens/item-card/use-bet.ts';
import { useLive, useMachines, type Lists } from '#screens/kit.tsx';
import { afterwards } from '#ui/afterwards.ts';
import { Button } from '#ui/Button.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Heading } from '#ui/layout.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { useTurn } from '#ui/turns.tsx';
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
  // What waits for a pick stands by when it closes, which the server knows.
  useEmitted(options, 'post.placed', ({ post: row }) =>
    list.send(waits ? { type: 'list.refresh' } : { type: 'row.placed', row }),
  );
  useEmitted(options, 'post.removed', ({ post }) => list.send({ type: 'row.removed', id: post.id }));
  useLive((event) => tell(list, event, { section, state, waits: waits !== undefined }));

  const known = useSelector(list, ({ context }) => context.rows);
  // What has gone on to another state, or is bet on by now, is no longer looked for here.
  const rows = fits ? known.filter((row) => isPlaceholder(row) || fits(row)) : known;
  const count = useSelector(list, ({ context }) => context.count);
  const loading = useSelector(list, (snapshot) => snapshot.hasTag('loading'));
  const failed = useSelector(list, (snapshot) => snapshot.matches('failed'));
  const refreshing = useSelector(list, (snapshot) => snapshot.hasTag('refreshing'));
  const failure = useSelector(list, ({ context }) => context.failure);
  useBets(known.flatMap((row) => (isPlaceholder(row) ? [] : row.items_data)));
  const context = useMemo<Context>(
    () => ({ list, inLeague, onOptions: (post) => options.send({ type: 'options.open', post }) }),
    [list, inLeague, options],
  );

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
      <Virtuoso<FeedRow, Context>
        useWindowScroll
        data={rows}
        computeItemKey={(_, { id }) => id}
        // Most of it where one is going.
        increaseViewportBy={{ top: 400, bottom: 1000 }}
        endReached={() => afterwards(() => list.send({ type: 'page.next' }))}
        rangeChanged={({ startIndex, endIndex }) => {
          const placeOf = (at: number) => known.findIndex(({ id }) => id === rows[at]?.id);
          const [top, bottom] = [placeOf(startIndex), placeOf(endIndex)];
          afterwards(() => list.send({ type: 'view.moved', top, bottom }));
        }}
        context={context}
        components={parts}
        itemContent={drawRow}
      />
      <PostOptionsSheet actor={options} />
    </section>
  );
}

type Context = { list: ListActor; inLeague: boolean; onOptions: (post: Post) => void };

type CardProps = { row: FeedRow; context: Context };

/** A card, or the room of one that is not drawn yet or was let go. */
const FeedCard = memo(function FeedCard({ row, context: { inLeague, onOptions } }: CardProps) {
  const begun = useTurn();
  return (
    <div className={css.row}>
      {begun && !isPlaceholder(row) ? (
        <>
          <PostCard post={row} inLeague={inLeague} onOptions={onOptions} />
          {/* Comes after the card's items, which ask before it. */}
          <Unfinished />
        </>
      ) : (
        <div className={css.place} />
      )}
    </div>
  );
});

/** While it is there, its row takes the room that it took before. */
function Unfinished() {
  return useTurn(true) ? null : <span hidden data-unfinished="" />;
}

const drawRow = (_: number, row: FeedRow, context: Context) => <FeedCard row={row} context={context} />;

function Slot({ item: _, context: __, style, ...props }: ItemProps<FeedRow> & { context: Context }) {
  const tall = props['data-known-size'];
  return <div {...props} style={{ ...style, ...(tall > 0 && { [css.known]: `${tall}px` }) }} />;
}

const parts = {
  Item: Slot,
  Footer: ({ context }: { context: Context }) => <End list={context.list} />,
};

/** New games say so and wait: nothing moves under a thumb. */
function News({ list }: { list: ListActor }) {
  const t = useT();
  const news = useSelector(list, ({ context }) => context.news.length);
  return (
    <div className={css.news} aria-live="polite">
      {news > 0 && (
        <Button
          size="small"
          onClick={() => {
            list.send({ type: 'news.show' });
            window.scrollTo({ top: 0 });
          }}
        >
          {t('newGames', { count: news })}
        </Button>
      )}
    </div>
  );
}

/** The end of what there is, on the way to more of it, or what stopped it. */
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

type Kind = { section: number | undefined; state: GameState | undefined; waits: boolean };

/** What a live event means to a feed of one league or of all, of every game or only of some. */
function tell(list: ListActor, { type, post, section, version }: LiveEvent, kind: Kind): void {
  if (type === 'reset') return list.send({ type: 'list.refresh' });
  if (post === null || (kind.section !== undefined && section !== kind.section)) return;
  if (type === 'post' && version === 1) {
    // It is still open, and bet on by nobody; what waits for a pick stands by when it closes, which the server knows.
    if (kind.waits) list.send({ type: 'list.refresh' });
    else if (kind.state === undefined || kind.state === 'open')
      list.send({ type: 'rows.arrived', ids: [post] });
    return;
  }
  if (type === 'post' || type === 'item' || type === 'votes' || type === 'comment')
    list.send({ type: 'rows.changed', ids: [post] });
  const some = kind.waits || kind.state !== undefined;
  if (some && (type === 'item' || type === 'post')) {
    // It may have become one of them just now.
    const known = list.getSnapshot().context.rows.some(({ id }) => id === post);
    if (!known) list.send({ type: 'list.refresh' });
  }
}
