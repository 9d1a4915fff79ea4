import type { Failure } from '#contract/failures.ts';
import type { Profile } from '#contract/models.ts';
import { useMe } from '#screens/app-context.tsx';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import type { ReactNode } from 'react';
import { ProfileLeagueCard } from './ProfileLeagueCard.tsx';

type Props = { profile: Profile | null; failure: Failure | null; onRetry: () => void; empty: ReactNode };

/** A member's leagues, the most points first; `empty` where there are none. */
export function ProfileLeagues({ profile, failure, onRetry, empty }: Props) {
  const me = useMe();
  if (failure) return <ErrorState failure={failure} onRetry={onRetry} />;
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
