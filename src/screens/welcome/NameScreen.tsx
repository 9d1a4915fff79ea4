import { useActorRef, useSelector } from '@xstate/react';
import { fieldsOf } from '#contract/form-fields.ts';
import { limits } from '#contract/limits.ts';
import { MemberUpdate } from '#contract/inputs.ts';
import { useT } from '#i18n/react.tsx';
import { formProblems, isValid } from '#machines/form.ts';
import { useBusy, useDone } from '#screens/actor-hooks.ts';
import { useApp, useMachines, useMe } from '#screens/app-context.tsx';
import { OfflineBanner } from '#screens/shell/OfflineBanner.tsx';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { TextField } from '#ui/form/TextField.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Heading, Stack } from '#ui/primitives/Stack.tsx';
import { Shell } from '#ui/shell/Shell.tsx';
import * as css from './WelcomeScreen.css.ts';

const fields = fieldsOf(MemberUpdate, ['name']).map((field) => ({ ...field, required: true }));

/** A new member's name, asked before any other screen. */
export function NameScreen() {
  const t = useT();
  const app = useApp();
  const me = useMe();
  const { forms } = useMachines();
  const actor = useActorRef(forms.member, { input: { fields, values: {}, id: me?.id ?? 0 } });
  useDone(actor, () => app.send({ type: 'data.refresh' }));
  const context = useSelector(actor, (snapshot) => snapshot.context);
  const busy = useBusy(actor);
  const failed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'));
  const problem = context.touched.includes('name') ? formProblems(context)['name'] : undefined;
  return (
    <Shell top={<OfflineBanner />}>
      <form
        className={css.page}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          actor.send({ type: 'form.submit' });
        }}
      >
        <Heading level={1}>{t('nameTitle')}</Heading>
        <p className={css.text}>{t('nameText')}</p>
        <Stack gap="x4">
          <TextField
            label={t('name')}
            name="name"
            autoComplete="name"
            autoFocus
            placeholder={t('namePlaceholder')}
            maxLength={limits.name.member}
            value={String(context.values['name'])}
            error={problem ? t(`problem.${problem.code}`, { limit: problem.limit }) : null}
            onChange={(value) => actor.send({ type: 'field.change', name: 'name', value })}
          />
          <Button type="submit" full size="large" busy={busy} disabled={!busy && !isValid(context)}>
            {t('proceed')}
          </Button>
          {failed && <FailureText failure={context.failure} />}
        </Stack>
      </form>
    </Shell>
  );
}
