import { useT } from '#i18n/react.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { Avatar } from '#ui/people/Avatar.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Heading, Row, Stack } from '#ui/primitives/Stack.tsx';
import { ProfileLeagues } from './ProfileLeagues.tsx';
import { useMachines } from '#screens/app-context.tsx';
import { useResource } from '#screens/use-resource.ts';

/** Another member's profile: name, picture, and the shared leagues. */
export function MemberProfile({ id }: { id: number }) {
  const t = useT();
  const {
    value: profile,
    notFound,
    failure,
    refresh,
  } = useResource(useMachines().resources.profile, { member: id }, { kind: 'profile' });
  if (notFound) {
    const action = (
      <RouteButton to="/main" tone="quiet">
        {t('tabMain')}
      </RouteButton>
    );
    return <EmptyState whole art="friends" title={t('failure.not_found')} action={action} />;
  }
  return (
    <Stack gap="x5">
      {profile && (
        <Row gap="x4" wrap>
          <Avatar name={profile.member.name} image={profile.member.image} size="large" decorative />
          <Heading level={1} size="title">
            <bdi>{profile.member.name}</bdi>
          </Heading>
        </Row>
      )}
      <ProfileLeagues
        profile={profile}
        failure={failure}
        onRetry={refresh}
        empty={
          <EmptyState
            art="friends"
            title={t('noSharedLeagues')}
            text={t('noSharedLeaguesText')}
            action={
              <RouteButton to="/clans-page" tone="quiet">
                {t('inviteFriends')}
              </RouteButton>
            }
          />
        }
      />
    </Stack>
  );
}
