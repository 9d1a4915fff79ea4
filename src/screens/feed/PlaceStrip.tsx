import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import type { League, Post, StandingsRow } from '#contract/models.ts';
import { missingPicksAt } from '#domain/bet/missing-picks.ts';
import { gamesOf, hasMore } from '#domain/list-window.ts';
import { T, useT } from '#i18n/react.tsx';
import { useDates } from '#i18n/use-dates.ts';
import { useAppData, useMachines, useServerNow } from '#screens/app-context.tsx';
import { useResource } from '#screens/use-resource.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { Geresh } from '#ui/primitives/Geresh.tsx';
import type { ListActor, OnPick } from './Feed.tsx';
import * as css from './PlaceStrip.css.ts';

type Props = {
  /** The games of the feed. */
  list: ListActor;
  onPick: OnPick;
};

/** Over the feed: the caller's place in the league of its first game, and the picks that are missing in all of them. */
export function PlaceStrip({ list, onPick }: Props) {
  const leagues = (useAppData()?.sections ?? []).filter((league) => league.is_member);
  const rows = useSelector(list, ({ context }) => context.rows);
  const settled = useSelector(list, (it) => it.context.count !== null || it.matches('failed'));
  const more = useSelector(list, ({ context }) => hasMore(context));
  const games = gamesOf(rows);
  const ofMine = (game: Post) => leagues.find(({ id }) => id === game.section);
  const active = games.map(ofMine).find(Boolean) ?? leagues[0];
  return (
    <div className={css.strip}>
      {/* The league is that of the first game; without any game, the caller's first. */}
      {settled && active && <Place key={active.id} league={active} />}
      {settled && <MissingPicks games={games} more={more} onPick={onPick} />}
    </div>
  );
}

function Place({ league }: { league: League }) {
  const t = useT();
  const { value, failure } = useResource(
    useMachines().resources.standings,
    { section: league.id, limit: 1 },
    { kind: 'standings', league: league.id },
  );
  const me = value?.me;
  return (
    <Link to="/section/$id" params={{ id: String(league.id) }} className={css.place}>
      {me && (
        <span className={css.rank}>
          <span className={css.rankWord}>{t('rank')}</span> <b>{me.rank}</b>
        </span>
      )}
      <span className={css.textColumn}>
        <span className={css.distance}>
          {me ? <Distance me={me} above={value.above ?? null} /> : failure && t('standings')}
        </span>
        <span className={css.league}>
          <bdi>{league.name}</bdi>
        </span>
      </span>
    </Link>
  );
}

/** Points to the next place above. */
function Distance({ me, above }: { me: StandingsRow; above: StandingsRow | null }) {
  const t = useT();
  if (!above) return t(me.points === 0 ? 'placeNoPoints' : 'placeFirst');
  const points = above.points - me.points;
  if (points === 0) return <T k="placeLevel" name={above.member.name} />;
  return <T k="placeBehind" points={t('points', { count: points })} name={above.member.name} />;
}

function MissingPicks({
  games,
  more,
  onPick,
}: {
  games: readonly Post[];
  more: boolean;
  onPick: Props['onPick'];
}) {
  const t = useT();
  const { formatUntil } = useDates();
  const now = useServerNow(10_000);
  const missing = missingPicksAt(games, now);
  if (!missing) {
    return (
      games.length > 0 && (
        <span className={css.done}>
          <Geresh />
          {t('allPicked')}
        </span>
      )
    );
  }
  const { count, next } = missing;
  // Unloaded pages may have more such games.
  const atLeast = more && games.at(-1) !== undefined && missingPicksAt(games.slice(-1), now) !== null;
  return (
    <span className={css.pick}>
      <Button size="small" onClick={(event) => onPick(next, event)}>
        <span className={css.picks}>
          {t(atLeast ? 'picksToMakeAtLeast' : 'picksToMake', { count })}
          {next.date && (
            <span className={css.until}>{t('pickUntil', { when: formatUntil(next.date, now) })}</span>
          )}
        </span>
      </Button>
    </span>
  );
}
