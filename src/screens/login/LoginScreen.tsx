import { useLocation } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import { lazy, Suspense } from 'react';
import type { ActorRefFrom } from 'xstate';
import { useT } from '#i18n/react.tsx';
import type { StoredSession } from '#machines/session.ts';
import { signInDraftOf, type signIn } from '#machines/sign-in.ts';
import { useDone, usePersistedDraft } from '#screens/actor-hooks.ts';
import { useApp, useAppDataAfterHydration, useAppChild, useAuthMachines } from '#screens/app-context.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import { lazyComponent } from '#ui/primitives/lazy-component.tsx';
import { Logo } from '#ui/primitives/Logo.tsx';
import * as css from './LoginScreen.css.ts';
import { PhoneStep } from './PhoneStep.tsx';
import { StoreBadges } from './StoreBadges.tsx';

const InvitationCard = lazyComponent(
  async () => (await import('#screens/join/InvitationCard.tsx')).InvitationCard,
);
const PinStep = lazyComponent(
  async () => (await import('./PinStep.tsx')).PinStep,
  ({ actor }) => <PhoneStep actor={actor} />,
);
const SocialButtons = lazy(async () => ({ default: (await import('./SocialButtons.tsx')).SocialButtons }));

/** Sign-in: by a social provider where the server has one, or by phone and PIN. */
export function LoginScreen() {
  const t = useT();
  const { signIn, signInDraft } = useAuthMachines();
  const session = useAppChild('session');
  const data = useAppDataAfterHydration();
  const invitation = useSelector(useApp(), ({ context }) => context.invitation);
  const expired = useLocation({ select: ({ state }) => state.expired === true });
  const actor = useActorRef(signIn, { input: { draft: signInDraft.load(undefined) } });
  usePersistedDraft(signInDraft, undefined, actor, ({ context }) => signInDraftOf(context));
  const reportSignedIn = (login: StoredSession) => session.send({ type: 'auth.signedIn', ...login });
  useDone(actor, reportSignedIn);
  const step = useSelector(actor, (snapshot) => (snapshot.hasTag('pin') ? 'pin' : 'phone'));

  return (
    <div className={css.page} data-state={step}>
      <h1 className={css.head}>
        <Logo size="large" />
      </h1>
      <p className={css.tagline} role={expired ? 'status' : undefined}>
        {t(expired ? 'sessionExpired' : 'appTagline')}
      </p>
      {invitation && (
        <div className={css.invitation} data-signed={invitation.by !== null || undefined}>
          <InvitationCard key={invitation.code} invitation={invitation} />
        </div>
      )}
      <Card label={t('loginBy')} as="section">
        {step === 'phone' && data?.activeParams.firebase && (
          <Suspense>
            <SocialButtons onDone={reportSignedIn} />
          </Suspense>
        )}
        <SignInSteps actor={actor} />
      </Card>
      <footer className={css.footer}>
        <StoreBadges />
        <a className={css.footerLink} href="#/accessibility">
          {t('accessibility')}
        </a>
        {/* Not an argument: to format its first message the browser lists its locales, which would delay the page. */}
        <p>
          {t('versionLabel')} {import.meta.env.APP_VERSION}
        </p>
      </footer>
    </div>
  );
}

type SignInStepsProps = { actor: ActorRefFrom<typeof signIn>; linking?: boolean };

/** The phone step, then the PIN step. */
export function SignInSteps({ actor, linking = false }: SignInStepsProps) {
  const isPinStep = useSelector(actor, (snapshot) => snapshot.hasTag('pin'));
  return isPinStep ? <PinStep actor={actor} linking={linking} /> : <PhoneStep actor={actor} />;
}
