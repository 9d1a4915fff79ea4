import { useActorRef, useSelector } from '@xstate/react';
import { use } from 'react';
import type { ProjectedTable } from '#contract/what-if.ts';
import { useT } from '#i18n/react.tsx';
import type { TableQuery } from '#machines/projected-table.ts';
import { useFailure } from '#screens/actor-hooks.ts';
import { useMachines } from '#screens/app-context.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { awaitedSwitch } from '#screens/standings/Standings.css.ts';
import { useLiveRefresh } from '#screens/use-live-refresh.ts';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { Switch } from '#ui/form/Switch.tsx';
import { StandingsTable } from '#ui/standings/StandingsTable.tsx';
import { AssumedScores } from '#ui/what-if/AssumedScores.tsx';
import { WhatIfFrame } from '#ui/what-if/WhatIfFrame.tsx';
import { withSuspense } from '#screens/with-suspense.tsx';

type Props = TableQuery & { me: number | null };

/** A switch above a table with live matches, and below it the table as it would be with their present scores. */
export const ProjectedStandings = withSuspense(LoadedStandings, <div className={awaitedSwitch} />);

function LoadedStandings({ me, ...query }: Props) {
  const t = useT();
  const actor = useActorRef(use(useMachines().whatIf()).table, { input: query });
  const isProjected = useSelector(actor, (snapshot) => snapshot.hasTag('projected'));
  const refresh = () => actor.send({ type: 'projection.refresh' });
  useLiveRefresh({ kind: 'points', league: query.section }, refresh);
  const table = useSelector(actor, ({ context }) => context.table);
  const failure = useFailure(actor);
  return (
    <div data-projected={isProjected || undefined}>
      <Switch
        label={t('ifItEnds')}
        checked={isProjected}
        onChange={(on) => actor.send({ type: on ? 'projection.show' : 'projection.hide' })}
      />
      {isProjected && (
        <WhatIfFrame title={t('ifItEndsText', { count: table?.live.length ?? 1 })}>
          {table && <Table table={table} me={me} />}
          {!table && !failure && <Skeleton shape="tableRow" count={4} />}
          {failure &&
            (table ? <FailureText failure={failure} /> : <LoadError failure={failure} onRetry={refresh} />)}
        </WhatIfFrame>
      )}
    </div>
  );
}

function Table({ table: { results, me: mine, live }, me }: { table: ProjectedTable; me: number | null }) {
  const t = useT();
  // The caller's own row may be beyond the page.
  const isListed = results.some(({ member }) => member.id === me);
  const rows = mine && !isListed ? [...results, mine] : results;
  return (
    <>
      <AssumedScores
        label={t('ifItEndsScores')}
        matches={live.map(({ item, home, away }) => ({ id: item, home, away }))}
      />
      <StandingsTable
        caption={t('ifItEnds')}
        me={me}
        rows={rows.map(({ member, gain, ...line }) => ({
          ...line,
          id: member.id,
          name: member.name,
          image: member.image,
          note: t('gainLive', { count: gain }),
        }))}
      />
    </>
  );
}
