import { useActorRef, useSelector } from '@xstate/react';
import { RefreshCw } from 'lucide-react';
import { memo, useMemo, useRef, useState, type ComponentType, type MouseEvent, type ReactNode } from 'react';
import { Virtuoso, type ItemProps, type VirtuosoHandle } from 'react-virtuoso';
import type { ActorRefFrom } from 'xstate';
import type { GameState, Item, Post } from '#contract/models.ts';
import { feedChanges } from '#domain/feed-changes.ts';
import { gamesOf, hasMore, isPlaceholder, type FeedRow } from '#domain/list-window.ts';
import { useT } from '#i18n/react.tsx';
import { useEmitted } from '#screens/actor-hooks.ts';
import { hasKeyboard, useDigitPad } from '#screens/item-card/DigitPadProvider.tsx';
import { useTrackItems } from '#screens/item-card/use-bet.ts';
import { useIsMyLeague, useLiveEvents, useMachines, type ListMachines } from '#screens/app-context.tsx';
import { afterPaint, defer } from '#ui/list/defer.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { ExitAnimation } from '#ui/primitives/ExitAnimation.tsx';
import { StaleNote } from '#screens/StaleNote.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { cx } from '#ui/primitives/cx.ts';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { Heading } from '#ui/primitives/Stack.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Spinner } from '#ui/primitives/Spinner.tsx';
import { useQueuedRender } from '#ui/list/render-queue.tsx';
import * as css from './Feed.css.ts';
import { mayBeInState } from '#domain/bet/missing-picks.ts';
import { isSettledRound } from '#domain/settled-round.ts';
import { GameCard } from './GameCard.tsx';
import { PostActions } from './PostActions.tsx';

export type ListActor = ActorRefFrom<ListMachines['feed']>;
export type OnPick = (item: Item, event: MouseEvent) => void;
type Props = {
  title: string;
  /** Only this league's games; all of the caller's leagues without it. */
  section?: number;
  /** Only games that need a pick of the caller, by deadline. A game that gets its picks stays until the list is reloaded. */
  toBet?: boolean;
  /** Only games in this state. */
  state?: GameState;
  /** Shown where there are no games. */
  empty: ReactNode;
  inLeague?: boolean;
  /** Beside the title. */
  headerAction?: ReactNode;
  /** Above the title; it calls `onPick` to scroll to an item's card. */
  top?: ComponentType<{ list: ListActor; onPick: OnPick }>;
  /** Stays at the bottom of the screen. */
  bottom?: ComponentType<{ list: ListActor }>;
};

/**
 * Games in the order of `GET post/` when they were loaded, page by page. A live event refetches only the cards that it
 * concerns, in place; their order changes when the list is reloaded.
 */
export function Feed({ title, section, toBet = false, state, empty, inLeague = false, ...slots }: Props) {
  const { top: Top, bottom: Bottom } = slots;
  const t = useT();
  const pad = useDigitPad();
  const { lists, postActions } = useMachines();
  const isMine = useIsMyLeague();
  const list = useActorRef(lists.feed, {
    input: {
      filters: {
        ...(section !== undefined && { section }),
        ...(toBet && { to_bet: true }),
        ...(state && { state }),
      },
      ...(toBet && { limit: 50 }),
    },
  });
  const actions = useActorRef(postActions);
  // Pinning, unpinning or restoring a post changes its position.
  useEmitted(actions, 'post.updated', () => list.send({ type: 'list.refresh' }));
  useEmitted(actions, 'post.removed', ({ post }) => list.send({ type: 'row.removed', id: post.id }));
  useLiveEvents((event) => {
    const isKnown = (game: number) => list.getSnapshot().context.rows.some(({ id }) => id === game);
    const scope = { league: section, state, isMine };
    for (const change of feedChanges(event, scope, isKnown)) list.send(change);
  });

  const loadedRows = useSelector(list, ({ context }) => context.rows);
  // A game whose state has changed since is hidden.
  const rows = state
    ? loadedRows.filter((row) => isPlaceholder(row) || mayBeInState(state, row))
    : loadedRows;
  const count = useSelector(list, ({ context }) => context.count);
  const loading = useSelector(list, (snapshot) => snapshot.hasTag('loading'));
  const failed = useSelector(list, (snapshot) => snapshot.matches('failed'));
  const refreshing = useSelector(list, (snapshot) => snapshot.hasTag('refreshing'));
  const failure = useSelector(list, ({ context }) => context.failure);
  const cachedAt = useSelector(list, ({ context }) => context.cachedAt);
  const isCached = useSelector(list, ({ context }) => context.asOf === null);
  useTrackItems(useMemo(() => gamesOf(loadedRows).flatMap(({ items_data }) => items_data), [loadedRows]));
  const context = useMemo<Context>(
    () => ({
      list,
      inLeague,
      isCached,
      onOpenActions: (post) => actions.send({ type: 'actions.open', post }),
    }),
    [list, inLeague, isCached, actions],
  );

  // An attribute, not state: changing it renders nothing.
  const feed = useRef<HTMLElement>(null);
  const virtuoso = useRef<VirtuosoHandle>(null);
  const [isPainted, setPainted] = useState(false);
  const goToItem: OnPick = ({ id, post, type }, event) => {
    const card = feed.current?.querySelector(`[data-item="${id}"]`);
    if (!card) virtuoso.current?.scrollToIndex({ index: rows.findIndex((row) => row.id === post) });
    if (type === 'home/away' || type === 'bets')
      pad.actor.send({
        type: 'item.select',
        item: id,
        byKeys: hasKeyboard(event),
        cells: pad.visibleCells(feed.current),
      });
    else {
      card?.scrollIntoView({ block: 'center' });
      card?.querySelector<HTMLElement>('button, input')?.focus({ preventScroll: true });
    }
  };
  return (
    <section ref={feed} className={css.feed} data-state={loading ? 'loading' : failed ? 'failed' : 'loaded'}>
      {Top && <Top list={list} onPick={goToItem} />}
      <div className={cx(css.head, Top && css.headBelow)}>
        <Heading level={inLeague ? 2 : 1} size={inLeague ? 'lead' : 'title'}>
          {title}
        </Heading>
        {slots.headerAction && <span className={css.headerAction}>{slots.headerAction}</span>}
        <IconButton
          label={t('refresh')}
          busy={refreshing}
          onClick={() => list.send({ type: 'list.refresh' })}
        >
          <RefreshCw size={20} />
        </IconButton>
      </div>
      <StaleNote cachedAt={cachedAt} busy={refreshing} />
      <NewGamesButton list={list} />
      {loading && (
        <div className={css.loading}>
          <Skeleton shape="game" count={3} />
        </div>
      )}
      {failed && failure && <LoadError failure={failure} onRetry={() => list.send({ type: 'list.retry' })} />}
      {count !== null && rows.length === 0 && empty}
      <Virtuoso<FeedRow, Context>
        ref={virtuoso}
        useWindowScroll
        data={rows}
        computeItemKey={(_, { id }) => id}
        // Rows outside the window would delay the first paint.
        increaseViewportBy={isPainted ? overscan : 0}
        totalListHeightChanged={(height) => height > 0 && afterPaint(() => setPainted(true))}
        isScrolling={(scrolling) => feed.current?.toggleAttribute('data-scrolling', scrolling)}
        endReached={() => {
          feed.current?.toggleAttribute('data-end-reached', true);
          defer(() => list.send({ type: 'page.next' }));
        }}
        rangeChanged={({ startIndex, endIndex }) => {
          const placeOf = (at: number) => loadedRows.findIndex(({ id }) => id === rows[at]?.id);
          const [top, bottom] = [placeOf(startIndex), placeOf(endIndex)];
          defer(() => list.send({ type: 'view.moved', top, bottom }));
        }}
        context={context}
        components={virtuosoComponents}
        itemContent={renderRow}
      />
      {Bottom && <Bottom list={list} />}
      <PostActions actor={actions} />
    </section>
  );
}

/** Pixels above and below the window in which rows are rendered; more below, where reading goes. */
const overscan = { top: 400, bottom: 1000 };

type Context = { list: ListActor; inLeague: boolean; isCached: boolean; onOpenActions: (post: Post) => void };

type CardProps = { row: FeedRow; context: Context };

/** A card, or its placeholder while it is not rendered or its row is unloaded. */
const FeedCard = memo(function FeedCard({ row, context: { inLeague, isCached, onOpenActions } }: CardProps) {
  const isRendered = useQueuedRender();
  return (
    <div className={css.row}>
      {isRendered && !isPlaceholder(row) ? (
        <>
          <GameCard post={row} inLeague={inLeague} isCached={isCached} onOpenActions={onOpenActions} />
          {/* Queued after the card's items. */}
          <PendingParts />
        </>
      ) : (
        <div
          className={cx(css.placeholder, !isPlaceholder(row) && isSettledRound(row) && css.foldedPlaceholder)}
        />
      )}
    </div>
  );
});

/** While this is mounted, the row keeps its last measured height. */
function PendingParts() {
  return useQueuedRender(true) ? null : <span data-pending="" />;
}

const renderRow = (_: number, row: FeedRow, context: Context) => <FeedCard row={row} context={context} />;

function VirtuosoItem({ item: _, context: __, style, ...props }: ItemProps<FeedRow> & { context: Context }) {
  const knownHeight = props['data-known-size'];
  return (
    <div {...props} style={{ ...style, ...(knownHeight > 0 && { [css.knownHeight]: `${knownHeight}px` }) }} />
  );
}

const virtuosoComponents = {
  Item: VirtuosoItem,
  Footer: ({ context }: { context: Context }) => <FeedFooter list={context.list} />,
};

/** New games are announced and wait for a tap, so that nothing moves while reading. */
function NewGamesButton({ list }: { list: ListActor }) {
  const t = useT();
  const arrivals = useSelector(list, ({ context }) => context.arrivals.length);
  return (
    <div className={css.newGames} aria-live="polite">
      {arrivals > 0 && (
        <span className={css.newGamesPill}>
          <Button
            size="small"
            onClick={() => {
              list.send({ type: 'arrivals.show' });
              window.scrollTo({ top: 0 });
            }}
          >
            {t('newGames', { count: arrivals })}
          </Button>
          <ExitAnimation />
        </span>
      )}
    </div>
  );
}

/** End of the list: loading more, a failure, or that there are no more games. */
function FeedFooter({ list }: { list: ListActor }) {
  const t = useT();
  const loadingMore = useSelector(list, (snapshot) => snapshot.hasTag('loadingMore'));
  const failure = useSelector(list, (it) =>
    it.matches('moreFailed') || it.matches('refreshFailed') ? it.context.failure : null,
  );
  const ended = useSelector(list, ({ context }) => context.rows.length > 0 && !hasMore(context));
  return (
    <div className={css.footer}>
      {loadingMore && <Spinner label={t('loading')} />}
      {failure && (
        <div role="alert" className={css.failure}>
          <p>{t(`failure.${failure.kind}`)}</p>
          <Button tone="quiet" size="small" onClick={() => list.send({ type: 'list.retry' })}>
            {t('retry')}
          </Button>
        </div>
      )}
      {ended && <p>{t('endOfList')}</p>}
    </div>
  );
}
