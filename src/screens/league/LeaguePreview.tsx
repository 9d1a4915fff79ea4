import { Link, useLocation } from '@tanstack/react-router';
import type { League } from '#contract/models.ts';
import { T, useT } from '#i18n/react.tsx';
import { useApp, useMe } from '#screens/app-context.tsx';
import { buttonClass } from '#ui/primitives/Button.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { Crest } from '#ui/match/Crest.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Heading, Row, Stack } from '#ui/primitives/Stack.tsx';
import { JoinLeagueButton } from './JoinLeagueButton.tsx';
import * as css from './LeaguePage.css.ts';

/** No such league, or a private one: the same screen for both. */
export function LeagueUnavailable() {
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

/** The caller left the league or was removed a moment ago. */
export function NoLongerMember() {
  const t = useT();
  return (
    <EmptyState
      whole
      art="league"
      title={t('leagueGone')}
      text={t('leagueGoneText')}
      action={
        <Row gap="x2" wrap>
          <Link to="/main" className={buttonClass()}>
            {t('tabMain')}
          </Link>
          <Link to="/join" className={buttonClass({ tone: 'quiet' })}>
            {t('joinAClan')}
          </Link>
        </Row>
      }
    />
  );
}

/** A private league as its code or invitation shows it: name, picture, size and a Join button. */
export function LeaguePreview({
  league,
  code,
  onIn,
}: {
  league: League;
  code: string | null;
  onIn: () => void;
}) {
  const t = useT();
  const app = useApp();
  // The code is kept in the app's state, not in another address.
  const keep = () => {
    if (code !== null) app.send({ type: 'invitation.received', code });
  };
  return (
    <Card as="section">
      <Stack gap="x4">
        <div className={css.head}>
          <Crest name={league.name} image={league.image} size="large" />
          <div className={css.words}>
            <Heading level={1} size="title">
              <bdi>{league.name}</bdi>
            </Heading>
            <p className={css.count}>{t('members', { count: league.users })}</p>
          </div>
        </div>
        <p>
          <T k={league.invited ? 'leagueAsked' : 'leagueInvited'} name={league.name} />
        </p>
        {league.invited ? (
          <JoinLeagueButton league={league} onIn={onIn} />
        ) : (
          <Link to="/join" onClick={keep} className={buttonClass({ full: true })}>
            {t('joinLeague')}
          </Link>
        )}
      </Stack>
    </Card>
  );
}
