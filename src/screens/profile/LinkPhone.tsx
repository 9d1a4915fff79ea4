import { useActorRef, useSelector } from '@xstate/react';
import { Suspense, use } from 'react';
import { useT } from '#i18n/react.tsx';
import { useDone } from '#screens/actor-hooks.ts';
import { useAppChild, useMachines } from '#screens/app-context.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import { lazyComponent } from '#ui/primitives/lazy-component.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import * as css from './ProfileScreen.css.ts';

/** The sign-in steps, from a chunk that is loaded since the member signed in. */
const SignInSteps = lazyComponent(async () => (await import('#screens/login/LoginScreen.tsx')).SignInSteps);

type Props = { onClose: () => void };

/** Adds a phone to an account of a social provider; an account that already has this phone is merged with it. */
export function LinkPhone({ onClose }: Props) {
  const t = useT();
  return (
    <Sheet open title={t('linkPhone')} onClose={onClose}>
      <Suspense>
        <LinkPhoneSteps onClose={onClose} />
      </Suspense>
    </Sheet>
  );
}

function LinkPhoneSteps({ onClose }: Props) {
  const t = useT();
  const session = useAppChild('session');
  const toasts = useAppChild('toasts');
  const actor = useActorRef(use(useMachines().linkPhone()));
  const coded = useSelector(actor, (snapshot) => snapshot.hasTag('pin'));
  useDone(actor, (login) => {
    onClose();
    toasts.send({ type: 'toast.show', toast: { kind: 'success', message: 'phoneLinked' } });
    session.send({ type: 'auth.signedIn', ...login });
  });
  return (
    <Stack gap="x4">
      {!coded && <p className={css.quiet}>{t('linkPhoneText')}</p>}
      <SignInSteps actor={actor} linking />
    </Stack>
  );
}
