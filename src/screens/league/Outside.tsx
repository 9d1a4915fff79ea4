import { Link, useLocation } from '@tanstack/react-router';
import type { League } from '#contract/models.ts';
import { T, useT } from '#i18n/react.tsx';
import { useApp, useMe } from '#screens/kit.tsx';
import { buttonClass } from '#ui/Button.tsx';
import { Card } from '#ui/Card.tsx';
import { Crest } from '#ui/Crest.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Heading, Row, Stack } from '#ui/layout.tsx';

/** No such league, or none that the caller may know of: the two look the same. */
export function Unknown() {
  const t = useT();
  const me = useMe();
  const { href } = useLocation();
  return (
    <EmptyState
      whole
      art="league"
      title={t('leaguePrivate')}
      text={t('leaguePrivateText')}
      action={
        <Row gap="x2" wrap>
          <Link to="/join" className={buttonClass()}>
            {t('joinAClan')}
          </Link>
          {!me && (
            <Link to="/login" search={{ return: href }} className={buttonClass({ tone: 'quiet' })}>
              {t('signIn')}
            </Link>
          )}
        </Row>
      }
    />
  );
}

/** A private league as its code shows it: name, picture, size, and the door. */
export function Outside({ league, code }: { league: League; code: string | null }) {
  const t = useT();
  const app = useApp();
  // The code goes on in the app's memory, not in one more address.
  const keep = () => {
    if (code !== null) app.send({ type: 'invitation.came', code });
  };
  return (
    <Card as="section">
      <Stack gap="x4">
        <Row gap="x3">
          <Crest name={league.name} image={league.image} size="large" />
          <div>
            <Heading level={1} size="title">
              <bdi>{league.name}</bdi>
            </Heading>
            <p>{t('members', { count: league.users })}</p>
          </div>
        </Row>
        <p>
          <T k="leagueInvited" name={league.name} />
        </p>
        <Link to="/join" onClick={keep} className={buttonClass({ full: true })}>
          {t('joinLeague')}
        </Link>
      </Stack>
    </Card>
  );
}
