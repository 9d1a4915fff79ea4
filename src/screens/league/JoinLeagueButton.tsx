import { useLocation } from '@tanstack/react-router';
import { useActorRef } from '@xstate/react';
import type { League } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useBusy, useEmitted, useFailure } from '#screens/actor-hooks.ts';
import { useMachines, useMe } from '#screens/app-context.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { FailureText } from '#ui/feedback/FailureText.tsx';

/** Joins an open league, or one that the caller is invited to, in one tap. */
export function JoinLeagueButton({ league, onJoined }: { league: League; onJoined?: () => void }) {
  const t = useT();
  const me = useMe();
  const { href } = useLocation();
  const { command } = useMachines();
  const actor = useActorRef(command);
  useEmitted(actor, 'command.done', () => onJoined?.());
  const busy = useBusy(actor);
  const failure = useFailure(actor);
  if (!me) {
    return (
      <RouteButton to="/login" search={{ return: href }} full>
        {t('joinLeague')}
      </RouteButton>
    );
  }
  return (
    <div>
      <Button
        full
        busy={busy}
        onClick={() =>
          actor.send({
            type: 'command.run',
            command: { name: 'join', league: league.id, title: league.name },
          })
        }
      >
        {t('joinLeague')}
      </Button>
      <FailureText failure={failure} />
    </div>
  );
}
