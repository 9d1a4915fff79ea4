import type { ReactNode } from 'react';
import type { Failure } from '#contract/failures.ts';
import type { Profile, ProfileItem, ProfileLeague } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useMe } from '#screens/app-context.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { LoadError } from '#screens/LoadError.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Crest } from '#ui/match/Crest.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { Heading, Stack } from '#ui/primitives/Stack.tsx';
import { PointsChart } from '#ui/standings/PointsChart.tsx';
import { RecentForm } from '#ui/standings/RecentForm.tsx';
import * as css from './ProfileScreen.css.ts';

type Props = { profile: Profile | null; failure: Failure | null; onRetry: () => void; empty: ReactNode };

/** A member's leagues, the most points first; `empty` where there are none. */
export function ProfileLeagues({ profile, failure, onRetry, empty }: Props) {
  const me = useMe();
  if (failure) return <LoadError failure={failure} onRetry={onRetry} />;
  if (!profile) return <Skeleton shape="card" />;
  const { member, leagues } = profile;
  if (leagues.length === 0) return empty;
  return leagues.map((league) => (
    <ProfileLeagueCard
      key={league.section.id}
      league={league}
      member={member.id}
      mine={member.id === me?.id}
    />
  ));
}

/** Number of recent outcomes shown. */
const recentCount = 5;

const outcomeKindOf = ({ code, points }: ProfileItem) =>
  code === 'exact' ? 'exact' : points > 0 ? 'hit' : 'missed';

type CardProps = { league: ProfileLeague; member: number; mine: boolean };

/** A member in one shared league: rank, recent form, and points over time. */
function ProfileLeagueCard({ league, member, mine }: CardProps) {
  const t = useT();
  const { section, history, rank, players, points, wins, bets } = league;
  const id = `league-${section.id}`;
  const steps = history.map(({ item, ...step }) => ({ id: item, ...step }));
  const marks = history
    .slice(-recentCount)
    .toReversed()
    .map((step) => ({ id: step.item, name: step.name, kind: outcomeKindOf(step) }) as const);
  return (
    <Card as="section" labelledBy={id}>
      <Stack gap="x4">
        <div className={css.league}>
          <Crest name={section.name} image={section.image} />
          <span className={css.textColumn}>
            <Heading level={2} size="lead" id={id}>
              <bdi>{section.name}</bdi>
            </Heading>
            <span className={css.quiet}>{t('rankOf', { rank, players })}</span>
          </span>
          <span className={css.points} data-mine={mine}>
            {t('points', { count: points })}
          </span>
        </div>
        {history.length > 0 ? (
          <>
            <p className={css.quiet}>{t('winsOf', { wins, bets })}</p>
            <Stack gap="x2">
              <Heading level={3} size="lead">
                {t('form')}
              </Heading>
              <RecentForm label={t('formText')} marks={marks} />
            </Stack>
            <PointsChart title={t('pointsOverTime')} steps={steps} mine={mine} />
          </>
        ) : (
          <p className={css.quiet}>{t('noHistory')}</p>
        )}
        <RouteButton
          to="/section/$id"
          params={{ id: String(section.id) }}
          search={history.length > 0 ? { sheet: 'points', of: member } : {}}
          tone="quiet"
          size="small"
        >
          {t(history.length > 0 ? 'allPoints' : 'viewSection')}
        </RouteButton>
      </Stack>
    </Card>
  );
}
