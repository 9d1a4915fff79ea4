import { useT } from '#i18n/react.tsx';
import { GroupPicker, useActiveGroup } from '#screens/groups/GroupPicker.tsx';
import { useSearchParams, useSheet } from '#screens/search-params.ts';
import { useMachines, useMe } from '#screens/app-context.tsx';
import { MoreButton } from '#screens/MoreButton.tsx';
import { useList } from '#screens/use-list.ts';
import { useResource } from '#screens/use-resource.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { StandingsTable } from '#ui/standings/StandingsTable.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import { GameFilter } from './GameFilter.tsx';
import { PointsSheet } from './PointsSheet.tsx';

/** A league's standings: of all members or of one group, of all games or of one. */
export function Standings({ section }: { section: number }) {
  const active = useActiveGroup();
  const { post = null } = useSearchParams().search;
  return (
    <Stack gap="x4">
      <Stack gap="x2">
        <GroupPicker active={active} section={section} />
        <GameFilter section={section} />
      </Stack>
      {/* Another group or game is another list. */}
      {active.ready && (
        <StandingsList key={`${active.group} ${post}`} section={section} clan={active.group} post={post} />
      )}
    </Stack>
  );
}

type StandingsFilters = { section: number; clan: number | null; post: number | null };

function StandingsList({ section, clan, post }: StandingsFilters) {
  const t = useT();
  const me = useMe();
  const sheet = useSheet();
  const { lists, resources } = useMachines();
  const filters = { section, ...(clan !== null && { clan }), ...(post !== null && { post }) };
  const subject = { kind: 'standings', league: section } as const;
  const list = useList(lists.standings, { filters, limit: 50 }, subject);
  // The caller's own row, which may be on a later page.
  const mine = useResource(resources.standings, { ...filters, limit: 1 }, subject).value?.me;
  const { rows, loading, failure } = list;

  if (loading) return <Skeleton shape="row" count={6} />;
  const shown =
    mine && !rows.some((row) => row.id === mine.member.id)
      ? [...rows, { ...mine, id: mine.member.id }]
      : rows;
  const openIndex = sheet.name === 'points' ? shown.findIndex((row) => row.id === sheet.of) : -1;
  const row = shown[openIndex];
  return (
    <div>
      {shown.length > 0 && (
        <StandingsTable
          caption={t('standings')}
          me={me?.id ?? null}
          rows={shown.map(({ id, rank, move, member, points, exact, average }) => ({
            id,
            rank,
            move,
            name: member.name,
            image: member.image,
            points,
            note: t('standingNote', { exact, average }),
          }))}
          onRow={(id) => sheet.open('points', id)}
        />
      )}
      {shown.length === 0 && !failure && (
        <EmptyState art="league" title={t('noStandings')} text={t('noStandingsText')} />
      )}
      {failure && <LoadError failure={failure} onRetry={list.retry} />}
      {!failure && <MoreButton list={list} busy={list.loadingMore} full />}
      {row && (
        <PointsSheet
          section={section}
          post={post}
          row={row}
          above={shown[openIndex - 1] ?? null}
          onClose={sheet.close}
        />
      )}
    </div>
  );
}
