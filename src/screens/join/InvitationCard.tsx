import { useActorRef, useSelector } from '@xstate/react';
import { Suspense, use } from 'react';
import { useT } from '#i18n/react.tsx';
import type { Invitation } from '#machines/join.ts';
import { useFailure } from '#screens/actor-hooks.ts';
import { useApp, useAuthMachines } from '#screens/app-context.tsx';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { Spinner } from '#ui/primitives/Spinner.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import { JoinTargetHeader } from './JoinTargetHeader.tsx';

type Props = { invitation: Invitation };

/** An invitation above the sign-in steps: its sender and its target, or that it is no longer valid. */
export function InvitationCard({ invitation }: Props) {
  const t = useT();
  return (
    <Card as="section" label={t('invitedTag')}>
      <Stack gap="x3">
        <Suspense fallback={<Spinner label={t('loading')} />}>
          <Preview invitation={invitation} />
        </Suspense>
      </Stack>
    </Card>
  );
}

function Preview({ invitation }: Props) {
  const t = useT();
  const app = useApp();
  const actor = useActorRef(use(useAuthMachines().join()), { input: invitation });
  const target = useSelector(actor, ({ context }) => context.target);
  const unknown = useSelector(actor, (snapshot) => snapshot.matches('unknownCode'));
  const failure = useFailure(actor);
  if (target)
    return (
      <>
        <JoinTargetHeader target={target} />
        <p>{t('joinSignIn')}</p>
      </>
    );
  if (unknown)
    return (
      <>
        <p role="alert">{t('joinCodeUnknown')}</p>
        <Button tone="quiet" full onClick={() => app.send({ type: 'invitation.resolved' })}>
          {t('withoutInvitation')}
        </Button>
      </>
    );
  if (failure)
    return (
      <>
        <FailureText failure={failure} />
        <Button tone="quiet" full onClick={() => actor.send({ type: 'join.retry' })}>
          {t('retry')}
        </Button>
      </>
    );
  return <Spinner label={t('loading')} />;
}
