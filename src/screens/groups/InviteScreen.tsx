import { useT } from '#i18n/react.tsx';
import { useAppData } from '#screens/app-context.tsx';
import { InviteBar } from '#screens/league/InviteBar.tsx';
import { LeagueUnavailable } from '#screens/league/LeaguePreview.tsx';
import { Heading, Stack } from '#ui/primitives/Stack.tsx';
import { InviteGroups } from './InviteGroups.tsx';

/** Invites to a league: by its code, or a whole group. */
export function InviteScreen({ section }: { section: number }) {
  const t = useT();
  const data = useAppData();
  const league = data?.sections.find(({ id, is_member }) => id === section && is_member);
  if (!league?.active) return <LeagueUnavailable />;
  return (
    <Stack gap="x5">
      <Heading level={1} size="title">
        {t('inviteTo')} <bdi>{league.name}</bdi>
      </Heading>
      {league.code && <InviteBar kind="league" name={league.name} code={league.code} withQr />}
      <InviteGroups section={section} />
    </Stack>
  );
}
