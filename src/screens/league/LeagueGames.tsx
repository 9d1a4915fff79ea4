import { gameStates, type League } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { Feed } from '#screens/feed/Feed.tsx';
import { NoGames } from '#screens/feed/EmptyFeed.tsx';
import { useSearchParam, useSetSearchParams } from '#screens/search-params.ts';
import { Chips } from '#ui/form/Chips.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import * as css from './LeaguePage.css.ts';

/** A league's games, all of them or by state. */
export function LeagueGames({ league }: { league: League }) {
  const t = useT();
  const setSearch = useSetSearchParams();
  const state = useSearchParam(({ tab }) => gameStates.find((it) => it === tab) ?? null);
  return (
    <div className={css.games}>
      <Chips
        label={t('gameStates')}
        value={state ?? 'all'}
        options={(['all', ...gameStates] as const).map((value) => ({
          value,
          label: t(`gameState.${value}`),
        }))}
        onChange={(value) => setSearch({ tab: value === 'all' ? 'games' : value })}
      />
      <Feed
        // Remounts for another state, and on archiving, which changes what each game allows.
        key={`${state} ${league.active}`}
        title={t('games')}
        section={league.id}
        inLeague
        {...(state && { state })}
        empty={
          state ? <EmptyState art="league" title={t(`noGames.${state}`)} /> : <NoGames leagues={[league]} />
        }
      />
    </div>
  );
}
