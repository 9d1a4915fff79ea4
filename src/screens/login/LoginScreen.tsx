import { useLocation } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import type { ActorRefFrom } from 'xstate';
import { readSignInDraft, type LoginUser } from '#contract/auth.ts';
import { useT } from '#i18n/react.tsx';
import type { signIn } from '#machines/sign-in.ts';
import { useDone, usePersistedDraft } from '#screens/actor-hooks.ts';
import {
  useAppData,
  useAppChild,
  useDeviceId,
  useAuthMachines,
  useTabStorage,
} from '#screens/app-context.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { Logo } from '#ui/primitives/Logo.tsx';
import { PinStep } from './PinStep.tsx';
import * as css from './LoginScreen.css.ts';
import { PhoneStep } from './PhoneStep.tsx';
import { StoreBadges } from './StoreBadges.tsx';

const SocialButtons = lazy(async () => ({ default: (await import('./SocialButtons.tsx')).SocialButtons }));

/** Sign-in: by a social provider where the server has one, or by phone and PIN. */
export function LoginScreen() {
  const t = useT();
  const machines = useAuthMachines();
  const session = useAppChild('session');
  const data = useAppData();
  const device = useDeviceId();
  const expired = useLocation({ select: ({ state }) => state.expired === true });
  const kept = readSignInDraft(useTabStorage().read('sign-in'));
  const actor = useActorRef(machines.signIn, { input: { device, ...(kept && { kept }) } });
  usePersistedDraft('sign-in', actor, ({ context: { phone, name, nameKnown, sent } }) => ({
    phone,
    name,
    nameKnown,
    sent,
  }));
  const begin = ({ token, user }: { token: string; user: LoginUser }) =>
    session.send({ type: 'auth.signedIn', token, user: withoutToken(user) });
  useDone(actor, begin);
  const step = useSelector(actor, (snapshot) => (snapshot.hasTag('pincode') ? 'pincode' : 'cellphone'));

  return (
    <div className={css.page} data-state={step}>
      <h1 className={css.head}>
        <Logo size="large" />
      </h1>
      <p className={css.tagline} role={expired ? 'status' : undefined}>
        {t(expired ? 'sessionExpired' : 'appTagline')}
      </p>
      <Card label={t('loginBy')} as="section">
        {step === 'cellphone' && data?.activeParams.firebase && (
          <Suspense>
            <SocialButtons onIn={begin} />
          </Suspense>
        )}
        <SignInSteps actor={actor} />
      </Card>
      <footer className={css.footer}>
        <StoreBadges />
        <p>{t('versionLabel', { version: import.meta.env.APP_VERSION })}</p>
      </footer>
    </div>
  );
}

type SignInStepsProps = { actor: ActorRefFrom<typeof signIn>; linking?: boolean };

/** The phone step, then the PIN step. */
export function SignInSteps({ actor, linking = false }: SignInStepsProps) {
  const coded = useSelector(actor, (snapshot) => snapshot.hasTag('pincode'));
  return coded ? <PinStep actor={actor} linking={linking} /> : <PhoneStep actor={actor} />;
}

/** The session keeps the token beside the user. */
function withoutToken({ token: _, ...user }: LoginUser) {
  return user;
}
