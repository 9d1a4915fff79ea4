import { useActorRef, useSelector } from '@xstate/react';
import { Suspense, use } from 'react';
import { useT } from '#i18n/react.tsx';
import { useDone } from '#screens/hooks.ts';
import { useChild, useDevice, useMachines } from '#screens/kit.tsx';
import { Sheet } from '#ui/lazy.ts';
import { late } from '#ui/late.tsx';
import { Stack } from '#ui/layout.tsx';
import * as css from './ProfileScreen.css.ts';

/** The sign-in steps, from the chunk that signing in has loaded already. */
const DoorSteps = late(async () => (await import('#screens/login/LoginScreen.tsx')).DoorSteps);

type Props = { onClose: () => void };

/** Adds a phone to an account of a social provider; an account that has this phone is merged with it. */
export function LinkPhone({ onClose }: Props) {
  const t = useT();
  return (
    <Sheet open title={t('linkPhone')} onClose={onClose}>
      <Suspense>
        <Linking onClose={onClose} />
      </Suspense>
    </Sheet>
  );
}

function Linking({ onClose }: Props) {
  const t = useT();
  const session = useChild('session');
  const toasts = useChild('toasts');
  const actor = useActorRef(use(useMachines().linkPhone()), { input: { device: useDevice() } });
  const coded = useSelector(actor, (snapshot) => snapshot.hasTag('pincode'));
  useDone(actor, ({ token, user: { token: _, ...user } }) => {
    onClose();
    toasts.send({ type: 'toast.show', toast: { kind: 'success', message: 'phoneLinked' } });
    session.send({ type: 'session.started', token, user });
  });
  return (
    <Stack gap="x4">
      {!coded && <p className={css.quiet}>{t('linkPhoneText')}</p>}
      <DoorSteps actor={actor} linking />
    </Stack>
  );
}
