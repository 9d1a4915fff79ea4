import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import { useT } from '#i18n/react.tsx';
import { isInvalid, type signIn } from '#machines/sign-in.ts';
import { useBusy, useFailure } from '#screens/actor-hooks.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { Stack } from '#ui/primitives/Stack.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import * as css from './LoginScreen.css.ts';
import { useFailureText } from './use-failure-text.ts';

type Actor = ActorRefFrom<typeof signIn>;

/** Step one: the phone number. */
export function PhoneStep({ actor }: { actor: Actor }) {
  const t = useT();
  const phone = useSelector(actor, ({ context }) => context.phone);
  const busy = useBusy(actor);
  const rateLimited = useSelector(actor, (snapshot) => snapshot.hasTag('rateLimited'));
  const failure = useFailure(actor);
  const wrong = useSelector(
    actor,
    (it) => it.hasTag('invalid') || (it.context.touched.includes('phone') && isInvalid(it.context, 'phone')),
  );
  const why = useFailureText(failure);
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        actor.send({ type: 'phone.submit' });
      }}
    >
      <Stack gap="x4">
        <TextField
          label={t('cellphone')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          name="cellphone"
          dir="ltr"
          placeholder={t('cellphonePlaceholder')}
          value={phone}
          error={wrong ? t('problem.phone') : why}
          onChange={(value) => actor.send({ type: 'phone.change', value })}
        />
        <Button type="submit" full size="large" busy={busy} disabled={rateLimited}>
          {t('proceed')}
        </Button>
        {busy && (
          <Button tone="plain" size="small" onClick={() => actor.send({ type: 'step.back' })}>
            {t('cancel')}
          </Button>
        )}
      </Stack>
    </form>
  );
}
