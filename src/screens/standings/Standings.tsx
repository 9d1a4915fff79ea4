import { ChartLine } from 'lucide-react';
import { memo, type ComponentProps, type ReactNode } from 'react';
import type { StandingsRow } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { GroupPicker, useActiveGroup } from '#screens/groups/GroupPicker.tsx';
import { useOpenSheet, useSearchParam, useSheet } from '#screens/search-params.ts';
import { useMachines, useMe } from '#screens/app-context.tsx';
import { deferredComponent } from '#screens/deferred-component.ts';
import { MoreButton } from '#screens/MoreButton.tsx';
import { OptionalPart } from '#screens/OptionalPart.tsx';
import { useList } from '#screens/use-list.ts';
import { useResource } from '#screens/use-resource.ts';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { LoadError } from '#screens/LoadError.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { StandingsTable } from '#ui/standings/StandingsTable.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import { GameFilter } from './GameFilter.tsx';
import { PointsSheet } from './PointsSheet.tsx';
import * as css from './Standings.css.ts';

const ProjectedStandings = deferredComponent(
  async () => (await import('#screens/what-if/what-if.ts')).ProjectedStandings,
  () => <div className={css.awaitedSwitch} />,
);
const RulesLabButton = deferredComponent(
  async () => (await import('#screens/what-if/what-if.ts')).RulesLabButton,
);
const RulesLab = deferredComponent(async () => (await import('#screens/what-if/what-if.ts')).RulesLab);
const LeagueNumbers = deferredComponent(
  async () => (await import('#screens/statistics/LeagueNumbers.tsx')).LeagueNumbers,
);

/** A league's standings: of all members or of one group, of all games or of one. */
export const Standings = memo(function Standings(props: Pick<Props, 'section' | 'size' | 'pointsSheet'>) {
  const { section } = props;
  const t = useT();
  const openSheet = useOpenSheet();
  const active = useActiveGroup();
  const post = useSearchParam((search) => search.post ?? null);
  return (
    <Stack gap="x2">
      <div className={css.filters}>
        <GroupPicker active={active} section={null} />
        <GameFilter section={section} />
        <span className={css.numbers}>
          <IconButton
            label={t('numbers')}
            tone="quiet"
            size="small"
            onClick={() => openSheet('numbers', section)}
          >
            <ChartLine size={20} />
          </IconButton>
        </span>
      </div>
      {/* Another group or game is another list. */}
      {active.ready && (
        <StandingsList key={`${active.group} ${post}`} {...props} clan={active.group} post={post} />
      )}
      {post !== null && (
        <OptionalPart className={css.lab} of={post}>
          <RulesLabButton post={post} onOpen={() => openSheet('rulesLab', post)} />
        </OptionalPart>
      )}
      <StandingsSheet section={section} />
    </Stack>
  );
});

/** The sheet that is open over the standings, but for a member's points. */
function StandingsSheet({ section }: { section: number }) {
  const { name, of, close } = useSheet();
  if (name === 'numbers' && of === section) return <LeagueNumbers section={section} onClose={close} />;
  if (name === 'rulesLab' && of !== null) return <RulesLab post={of} onClose={close} />;
  return null;
}

type Props = {
  section: number;
  clan: number | null;
  post: number | null;
  /** Members to expect, for the placeholder. */
  size: number;
  /** Name in the address of the sheet with a member's points. */
  pointsSheet?: string;
  /** A card under the table, of its rows and the caller's own. */
  renderBelow?: (rows: readonly StandingsRow[], mine: StandingsRow | null) => ReactNode;
};

const maxPlaceholders = 12;

/** The table of a league, a group or a game; a row opens its member's points. */
export function StandingsList({ section, clan, post, size, pointsSheet = 'points', renderBelow }: Props) {
  const t = useT();
  const me = useMe();
  const openSheet = useOpenSheet();
  const { lists, resources } = useMachines();
  const filters = { section, ...(clan !== null && { clan }), ...(post !== null && { post }) };
  const subject = { kind: 'standings', league: section } as const;
  const list = useList(lists.standings, { filters, limit: 50 }, subject);
  const place = useResource(
    resources.standings,
    { ...filters, limit: 1 },
    { kind: 'points', league: section },
  );
  const league = place.value;
  const own = league?.me ?? null;
  const { rows, failure } = list;

  // The projection is above the table: both are shown at once, so that neither moves the other.
  const isPlaceLoading = !league && !place.failure && !place.notFound;
  if (list.loading || isPlaceLoading)
    return (
      <Stack gap="x4">
        <Skeleton shape="tableRow" count={Math.min(size, maxPlaceholders)} />
        {renderBelow && <Skeleton shape="card" />}
      </Stack>
    );
  const listed = rows.find((row) => row.id === me?.id);
  const mine = listed ?? own;
  // The caller's own row may be on a later page.
  const shown = own && !listed ? [...rows, { ...own, id: own.member.id }] : rows;
  const order = league?.tie_break;
  return (
    <div>
      {league?.live !== undefined && (
        <OptionalPart className={css.projection} of={section}>
          <ProjectedStandings {...filters} me={me?.id ?? null} />
        </OptionalPart>
      )}
      <div className={css.real}>
        {shown.length > 0 && (
          <StandingsTable
            caption={t('standings')}
            me={me?.id ?? null}
            rows={shown.map(({ member, ...line }) => ({ ...line, name: member.name, image: member.image }))}
            onRow={(id) => openSheet(pointsSheet, id)}
          />
        )}
        {shown.length === 0 && !failure && (
          <EmptyState art="league" title={t('noStandings')} text={t('noStandingsText')} />
        )}
        {failure && <LoadError failure={failure} onRetry={list.retry} />}
        {!failure && <MoreButton list={list} busy={list.loadingMore} full />}
        {renderBelow?.(shown, mine)}
      </div>
      {order && <OpenPoints {...{ section, post, mine, order }} sheet={pointsSheet} rows={shown} />}
    </div>
  );
}

type OpenPointsProps = Omit<ComponentProps<typeof PointsSheet>, 'row' | 'above' | 'onClose'> & {
  /** Its name in the address. */
  sheet: string;
  rows: readonly StandingsRow[];
};

/** The sheet with the points of the member that the address names. */
function OpenPoints({ sheet, rows, ...points }: OpenPointsProps) {
  const { name, of, close } = useSheet();
  const index = name === sheet ? rows.findIndex(({ member }) => member.id === of) : -1;
  const row = rows[index];
  return row && <PointsSheet {...points} row={row} above={rows[index - 1] ?? null} onClose={close} />;
}
