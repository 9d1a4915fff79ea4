import { useLocation } from '@tanstack/react-router';
import type { League } from '#contract/models.ts';
import { T, useT } from '#i18n/react.tsx';
import { useApp, useMe } from '#screens/app-context.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { CrestHeader } from '#screens/league/CrestHeader.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Row, Stack } from '#ui/primitives/Stack.tsx';
import { JoinLeagueButton } from './JoinLeagueButton.tsx';

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
          <RouteButton to="/join">{t('joinAClan')}</RouteButton>
          {!me && (
            <RouteButton to="/login" search={{ return: href }} tone="quiet">
              {t('signIn')}
            </RouteButton>
          )}
        </Row>
      }
    />
  );
}

/** The caller left the league or was removed a moment ago. */
export function NoLongerMember() {
  const t = useT();
  return <Gone title={t('leagueGone')} text={t('leagueGoneText')} />;
}

/** A game that was shown is gone: it was deleted, or the caller is no longer in its league. */
export function GameGone() {
  const t = useT();
  return <Gone title={t('gameGone')} text={t('gameGoneText')} />;
}

function Gone(words: { title: string; text: string }) {
  const t = useT();
  return (
    <EmptyState
      whole
      art="league"
      {...words}
      action={
        <Row gap="x2" wrap>
          <RouteButton to="/main">{t('tabMain')}</RouteButton>
          <RouteButton to="/join" tone="quiet">
            {t('joinAClan')}
          </RouteButton>
        </Row>
      }
    />
  );
}

type PreviewProps = {
  league: League;
  code: string | null;
  /** The game whose link led here; opened after joining. */
  game?: number;
  onJoined: () => void;
};

/** A private league as its code or invitation shows it: name, picture, size and a Join button. */
export function LeaguePreview({ league, code, game, onJoined }: PreviewProps) {
  const t = useT();
  const app = useApp();
  const me = useMe();
  // The code is kept in the app's state during sign-in, not in an address.
  const storeCode = () => {
    if (code !== null) app.send({ type: 'invitation.received', code, by: null });
  };
  return (
    <Card as="section">
      <Stack gap="x4">
        <CrestHeader of={league} />
        <p>
          <T k={league.invited ? 'leagueAsked' : 'leagueInvited'} name={league.name} />
        </p>
        {league.invited ? (
          <JoinLeagueButton league={league} onJoined={onJoined} />
        ) : me ? (
          <RouteButton to="/join" search={{ post: game }} onClick={storeCode} full>
            {t('joinLeague')}
          </RouteButton>
        ) : (
          <RouteButton
            to="/login"
            search={{ return: game === undefined ? '/join' : `/join?post=${game}` }}
            onClick={storeCode}
            full
          >
            {t('joinLeague')}
          </RouteButton>
        )}
      </Stack>
    </Card>
  );
}
