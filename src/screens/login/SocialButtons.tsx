import { useActorRef, useSelector } from '@xstate/react';
import { use } from 'react';
import { useT } from '#i18n/react.tsx';
import type { Provider } from '#machines/social-login.ts';
import type { StoredSession } from '#machines/session.ts';
import { useDone, useFailure } from '#screens/actor-hooks.ts';
import { useAuthMachines } from '#screens/app-context.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import * as css from './LoginScreen.css.ts';
import { AppleLogo, FacebookLogo, GoogleLogo } from './provider-logos.tsx';

const providers = [
  ['google', GoogleLogo],
  ['facebook', FacebookLogo],
  ['apple', AppleLogo],
] as const satisfies readonly (readonly [Provider, unknown])[];

/** Sign-in by a social provider, where the server is configured for it. */
export function SocialButtons({ onDone }: { onDone: (login: StoredSession) => void }) {
  const t = useT();
  const actor = useActorRef(use(useAuthMachines().socialLogin()));
  useDone(actor, onDone);
  const waiting = useSelector(actor, (it) => (it.hasTag('busy') ? it.context.provider : null));
  const failure = useFailure(actor);
  const refusal = useSelector(actor, ({ context }) => context.refusal);
  const why = failure && t(`failure.${failure.kind}`);
  return (
    <Stack gap="x3">
      <p className={css.socialLabel}>{t('loginBy')}</p>
      {providers.map(([provider, Mark]) => (
        <Button
          key={provider}
          tone="quiet"
          full
          icon={<Mark />}
          busy={waiting === provider}
          disabled={waiting !== null && waiting !== provider}
          onClick={() => actor.send({ type: 'provider.choose', provider })}
        >
          {t(provider)}
        </Button>
      ))}
      {waiting && (
        <Button tone="plain" size="small" onClick={() => actor.send({ type: 'provider.cancel' })}>
          {t('cancel')}
        </Button>
      )}
      <p role="alert" className={css.failure}>
        {refusal ? t(`provider.${refusal.reason}`) : why}
        {refusal?.detail && (
          <code dir="ltr" className={css.providerError}>
            {refusal.detail}
          </code>
        )}
      </p>
      <p className={css.divider} aria-hidden="true">
        <span>{t('or')}</span>
      </p>
    </Stack>
  );
}
