import { useSelector } from '@xstate/react';
import { ArrowLeft } from 'lucide-react';
import type { ActorRefFrom } from 'xstate';
import { limits } from '#contract/limits.ts';
import { parsePhone, formatPhone } from '#contract/phone.ts';
import { T, useT } from '#i18n/react.tsx';
import type { resendPin } from '#machines/resend-pin.ts';
import { isInvalid, type signIn } from '#machines/sign-in.ts';
import { useBusy, useFailure } from '#screens/actor-hooks.ts';
import { Button } from '#ui/primitives/Button.tsx';
import { Directional } from '#ui/primitives/Directional.tsx';
import { Row, Stack } from '#ui/primitives/Stack.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import * as css from './LoginScreen.css.ts';
import { useFailureText } from './use-failure-text.ts';

type Actor = ActorRefFrom<typeof signIn>;

/**
 * Step two: the PIN, and the name of a new member, who may also enter it later. `linking`: the member is signed in.
 */
export function PinStep({ actor, linking }: { actor: Actor; linking: boolean }) {
  const t = useT();
  const context = useSelector(actor, (snapshot) => snapshot.context);
  const busy = useBusy(actor);
  const rateLimited = useSelector(actor, (snapshot) => snapshot.hasTag('rateLimited'));
  const refusal = useSelector(actor, (it) => (it.hasTag('invalid') ? it.context.refusal : null));
  const failure = useFailure(actor);
  const resend = useSelector(actor, ({ children }) => children.resendPin);
  const reason = useFailureText(failure);
  const why = linking && failure?.kind === 'conflict' ? t('linkPhoneTaken') : reason;
  const pinError = refusal
    ? refusal.reason === 'wrong_pin'
      ? t('pincodeWrong', { count: refusal.attemptsLeft })
      : t(`pin.${refusal.reason}`)
    : context.touched.includes('pin') && isInvalid(context, 'pin')
      ? t('problem.pin')
      : why;

  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        actor.send({ type: 'pin.submit' });
      }}
    >
      <Stack gap="x4">
        {!linking && (
          <TextField
            label={t('name')}
            name="name"
            autoComplete="name"
            placeholder={t('namePlaceholder')}
            maxLength={limits.name.member}
            value={context.name}
            disabled={context.nameKnown}
            hint={context.nameKnown ? undefined : t('nameHint')}
            onChange={(value) => actor.send({ type: 'name.change', value })}
          />
        )}
        <TextField
          label={t('pincode')}
          type="tel"
          inputMode="numeric"
          autoComplete="one-time-code"
          name="pincode"
          dir="ltr"
          big
          autoFocus
          value={context.pin}
          hint={
            <T
              k="pincodeHint"
              phone={<span dir="ltr">{formatPhone(parsePhone(context.phone) ?? '')}</span>}
            />
          }
          error={pinError}
          onChange={(value) => actor.send({ type: 'pin.change', value })}
        />
        <Button type="submit" full size="large" busy={busy} disabled={rateLimited}>
          {t(linking ? 'linkPhone' : 'login')}
        </Button>
        <Row between wrap>
          <Button
            tone="plain"
            size="small"
            icon={
              <Directional>
                <ArrowLeft size={18} aria-hidden="true" />
              </Directional>
            }
            onClick={() => actor.send({ type: 'step.back' })}
          >
            {t('back')}
          </Button>
          {resend && <ResendPinButton actor={resend} />}
        </Row>
      </Stack>
    </form>
  );
}

/** Sends the PIN again, half a minute after the last one at the earliest. */
function ResendPinButton({ actor }: { actor: ActorRefFrom<typeof resendPin> }) {
  const t = useT();
  const may = useSelector(actor, (snapshot) => snapshot.can({ type: 'pin.resend' }));
  const busy = useBusy(actor);
  const failure = useFailure(actor);
  const why = useFailureText(failure);
  return (
    <div className={css.resend}>
      <Button
        tone="plain"
        size="small"
        busy={busy}
        disabled={!may && !busy}
        onClick={() => actor.send({ type: 'pin.resend' })}
      >
        {t('resendPin')}
      </Button>
      <p role="alert" className={css.failure}>
        {why}
      </p>
    </div>
  );
}
