import type { ReactNode } from 'react';
import { useT } from '#i18n/react.tsx';
import { useAppData, useMe } from '#screens/app-context.tsx';
import { SignInFirst } from '#screens/SignInFirst.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { JoinLeagueButton } from './JoinLeagueButton.tsx';

/** Content for a league's members only, such as its members' bets; others are offered to join or to sign in. */
export function MembersOnly({ section, children }: { section: number | null; children: ReactNode }) {
  const t = useT();
  const me = useMe();
  const league = useAppData()?.sections.find(({ id }) => id === section);
  if (!me) return <SignInFirst art="friends" text={t('membersSignIn')} />;
  if (!league || league.is_member || me.is_staff) return children;
  return <EmptyState art="friends" title={t('membersJoin')} action={<JoinLeagueButton league={league} />} />;
}
