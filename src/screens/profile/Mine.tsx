import { useActorRef, useSelector } from '@xstate/react';
import { LogOut } from 'lucide-react';
import { showPhone } from '#contract/phone.ts';
import { T, useT } from '#i18n/react.tsx';
import { useEmitted, useSheet } from '#screens/hooks.ts';
import { useAppData, useChild, useMachines, useMe } from '#screens/kit.tsx';
import { ConfirmErrand } from '#screens/league/ConfirmErrand.tsx';
import { Preferences } from '#screens/preferences/Preferences.tsx';
import { Avatar } from '#ui/Avatar.tsx';
import { Button } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Heading, Row, Stack } from '#ui/layout.tsx';
import { EditName } from './EditName.tsx';
import { LeaguePoints } from './LeaguePoints.tsx';
import * as css from './ProfileScreen.css.ts';
import { Sessions } from './Sessions.tsx';

/** Who I am here, how the app looks, where I am signed in, and the way out. */
export function Mine() {
  const t = useT();
  const me = useMe();
  const sheet = useSheet();
  const session = useChild('session');
  const { errand } = useMachines();
  const removal = useActorRef(errand);
  useEmitted(removal, 'errand.done', () => session.send({ type: 'session.end' }));
  const asked = useSelector(removal, ({ context }) => context.errand !== null);
  const leagues = (useAppData()?.sections ?? []).filter((league) => league.is_member);
  if (!me) return null;
  return (
    <Stack gap="x5">
      <Row gap="x4">
        <Avatar name={me.fname} image={me.image} size="large" decorative />
        <div className={css.words}>
          <Heading level={1} size="title">
            <bdi>{me.fname}</bdi>
          </Heading>
          {me.phone && (
            <p className={css.quiet}>
              <bdi dir="ltr">{showPhone(me.phone)}</bdi>
            </p>
          )}
        </div>
        <Button tone="quiet" size="small" onClick={() => sheet.open('name')}>
          {t('edit')}
        </Button>
      </Row>
      {leagues.map((league) => (
        <LeaguePoints key={league.id} league={league} member={me.id} />
      ))}
      <Card as="section" label={t('preferences')}>
        <Preferences />
      </Card>
      <Sessions />
      <Stack gap="x2">
        <Button
          tone="quiet"
          full
          icon={<LogOut size={20} aria-hidden="true" />}
          onClick={() => session.send({ type: 'session.end' })}
        >
          {t('logout')}
        </Button>
        <Button
          tone="plain"
          size="small"
          onClick={() => removal.send({ type: 'errand.ask', errand: { name: 'deleteMe' } })}
        >
          {t('deleteMe')}
        </Button>
      </Stack>
      {asked && (
        <ConfirmErrand
          actor={removal}
          title={t('deleteMe')}
          text={<T k="deleteMeText" />}
          action={t('deleteMe')}
        />
      )}
      {sheet.name === 'name' && <EditName name={me.fname} id={me.id} onClose={sheet.close} />}
    </Stack>
  );
}
