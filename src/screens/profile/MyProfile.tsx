import { LogOut } from 'lucide-react';
import { formatPhone } from '#contract/phone.ts';
import { useT } from '#i18n/react.tsx';
import { NoLeagues } from '#screens/feed/EmptyFeed.tsx';
import { useSheet } from '#screens/search-params.ts';
import { useAppChild, useMachines, useMe } from '#screens/app-context.tsx';
import { DisplayPreferences } from '#screens/preferences/DisplayPreferences.tsx';
import { Avatar } from '#ui/people/Avatar.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { Heading, Row, Stack } from '#ui/primitives/Stack.tsx';
import { EditProfile } from './EditProfile.tsx';
import { InstallApp } from './InstallApp.tsx';
import { ProfileLeagues } from './ProfileLeagues.tsx';
import { LinkPhone } from './LinkPhone.tsx';
import { MyData } from './MyData.tsx';
import * as css from './ProfileScreen.css.ts';
import { Sessions } from './Sessions.tsx';
import { NotificationPreferences } from './NotificationPreferences.tsx';
import { useResource } from '#screens/use-resource.ts';

type Me = NonNullable<ReturnType<typeof useMe>>;

/** The caller's own profile: leagues, notification preferences, devices, data, and sign-out. */
export function MyProfile() {
  const me = useMe();
  return me && <SignedInProfile me={me} />;
}

function SignedInProfile({ me }: { me: Me }) {
  const t = useT();
  const sheet = useSheet();
  const session = useAppChild('session');
  const {
    value: profile,
    failure,
    refresh,
  } = useResource(useMachines().resources.profile, { member: me.id }, { kind: 'profile' });
  return (
    <Stack gap="x5" inOrder>
      <Row gap="x4" wrap>
        <Avatar name={me.fname} image={me.image} size="large" decorative />
        <div className={css.textColumn}>
          <Heading level={1} size="title">
            <bdi>{me.fname}</bdi>
          </Heading>
          {me.phone ? (
            <p className={css.quiet}>
              <bdi>{formatPhone(me.phone)}</bdi>
            </p>
          ) : (
            <div>
              <Button tone="quiet" size="small" onClick={() => sheet.open('phone')}>
                {t('linkPhone')}
              </Button>
            </div>
          )}
        </div>
        <Button tone="quiet" size="small" onClick={() => sheet.open('name')}>
          {t('edit')}
        </Button>
      </Row>
      <ProfileLeagues profile={profile} failure={failure} onRetry={refresh} empty={<NoLeagues />} />
      <NotificationPreferences />
      <Card as="section" label={t('preferences')}>
        <DisplayPreferences />
      </Card>
      <Sessions />
      <MyData />
      <InstallApp />
      <Button
        tone="quiet"
        full
        icon={<LogOut size={20} />}
        onClick={() => session.send({ type: 'auth.signOut' })}
      >
        {t('logout')}
      </Button>
      {sheet.name === 'name' && <EditProfile name={me.fname} id={me.id} onClose={sheet.close} />}
      {sheet.name === 'phone' && me.phone === null && <LinkPhone onClose={sheet.close} />}
    </Stack>
  );
}
