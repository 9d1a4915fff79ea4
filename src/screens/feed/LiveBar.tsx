import { Link } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import type { Item } from '#contract/models.ts';
import { liveItemsAt } from '#domain/bet/missing-picks.ts';
import { feedChanges } from '#domain/feed-changes.ts';
import { gamesOf, isPlaceholder, type FeedRow } from '#domain/list-window.ts';
import { useT } from '#i18n/react.tsx';
import { useIsMyLeague, useLiveEvents, useMachines, useServerNow } from '#screens/app-context.tsx';
import { questionOf, sidesOf, statusTextOf } from '#screens/item-card/item-display.ts';
import { hasRunningScore, RunningScore } from '#screens/item-card/RunningScore.tsx';
import { Crest } from '#ui/match/Crest.tsx';
import { ExitAnimation } from '#ui/primitives/ExitAnimation.tsx';
import type { ListActor } from './Feed.tsx';
import * as css from './LiveBar.css.ts';

/** Number of games up to which a feed unloads none of its rows, however far they are from the screen. */
const fewGames = 20;

/**
 * The live items, at the bottom of the screen while the feed scrolls. The feed begins with its live games; those that start
 * on pages it has not loaded, or has unloaded, are fetched by a list of their own.
 */
export function LiveBar({ list }: { list: ListActor }) {
  const rows = useSelector(list, ({ context }) => context.rows);
  const [isElsewhere, setElsewhere] = useState(false);
  useLiveEvents(({ type, post }) => {
    if (type === 'item' && !list.getSnapshot().context.rows.some(({ id }) => id === post)) setElsewhere(true);
  });
  return isElsewhere || rows.length > fewGames ? <LiveGames known={rows} /> : <Bar rows={rows} />;
}

function LiveGames({ known }: { known: readonly FeedRow[] }) {
  const list = useActorRef(useMachines().lists.feed, { input: { filters: { state: 'live' } } });
  const isMine = useIsMyLeague();
  useLiveEvents((event) => {
    const isKnown = (game: number) => list.getSnapshot().context.rows.some(({ id }) => id === game);
    const scope = { league: undefined, state: 'live', isMine } as const;
    for (const change of feedChanges(event, scope, isKnown)) list.send(change);
  });
  const rows = useSelector(list, ({ context }) => context.rows);
  const more = rows.filter(({ id }) => !known.some((row) => row.id === id && !isPlaceholder(row)));
  return <Bar rows={[...known, ...more]} />;
}

function Bar({ rows }: { rows: readonly FeedRow[] }) {
  const t = useT();
  const now = useServerNow(10_000);
  const live = liveItemsAt(gamesOf(rows), now);
  return (
    <div role="status" className={css.region}>
      {live.length > 0 && (
        <nav className={css.bar} aria-label={t('liveNow')}>
          {live.length > 1 && <span className={css.count}>{t('liveCount', { count: live.length })}</span>}
          <ul className={css.items}>
            {live.map((item) => (
              <li key={item.id} className={css.item}>
                <LiveItem item={item} />
              </li>
            ))}
          </ul>
          <ExitAnimation />
        </nav>
      )}
    </div>
  );
}

function LiveItem({ item }: { item: Item }) {
  const t = useT();
  const sides = sidesOf(item);
  return (
    <Link to="/item" search={{ id: item.id }} className={css.link}>
      <span className={css.dot} />
      {sides ? (
        <Match item={item} sides={sides} />
      ) : (
        <bdi className={css.name}>{questionOf(item) || item.name}</bdi>
      )}{' '}
      <bdi className={css.status}>{statusTextOf(item) || t('live')}</bdi>
    </Link>
  );
}

type MatchProps = { item: Item; sides: NonNullable<ReturnType<typeof sidesOf>> };

/** A match with its running score, if that is known. */
function Match({ item, sides: [home, away] }: MatchProps) {
  return (
    <>
      <span className={css.crest}>
        <Crest name={home.name} image={home.image} size="small" />
      </span>
      <bdi className={css.name}>{home.name}</bdi>{' '}
      {hasRunningScore(item) ? <RunningScore item={item} tone="onAction" /> : <span>·</span>}{' '}
      <bdi className={css.name}>{away.name}</bdi>
      <span className={css.crest}>
        <Crest name={away.name} image={away.image} size="small" />
      </span>
    </>
  );
}
