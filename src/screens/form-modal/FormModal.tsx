import { useActorRef, useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { visibleFields, type FieldSpec } from '#contract/form-fields.ts';
import { useT } from '#i18n/react.tsx';
import { changedValues, formProblems, isValid, type FormOutput, type FormValues } from '#machines/form.ts';
import { useDone, usePersistedDraft } from '#screens/actor-hooks.ts';
import { useMachines, useMe, type FormMachine } from '#screens/app-context.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { Row, Stack } from '#ui/primitives/Stack.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { FormField } from './FormField.tsx';
import * as css from './FormModal.css.ts';

type Props<Result> = {
  machine: FormMachine<Result>;
  title: string;
  fields: readonly FieldSpec[];
  values?: FormValues;
  /** Id of what is edited; absent for something new. */
  id?: number;
  /** Sent with every save. */
  fixedValues?: FormValues;
  /** Filters of the lists behind the form's multi-selects. */
  filters?: { readonly section?: number; readonly item?: number };
  intro?: ReactNode;
  onDone: (output: FormOutput<Result>) => void;
};

const statesShown = ['busy', 'confirming', 'failed', 'refused'] as const;
const formStateOf = (snapshot: { hasTag: (tag: (typeof statesShown)[number]) => boolean }) =>
  statesShown.find((tag) => snapshot.hasTag(tag)) ?? 'editing';

/** A form from field specifications, in a sheet. Closing it after changes asks first. */
export function FormModal<Result>({
  machine,
  title,
  fields,
  values = {},
  id,
  fixedValues = {},
  filters = {},
  intro,
  onDone,
}: Props<Result>) {
  const t = useT();
  const key = { member: useMe()?.id ?? 0, title, id };
  const { formDraft } = useMachines();
  const actor = useActorRef(machine, {
    input: {
      fields,
      values,
      fixedValues,
      ...(id !== undefined && { id }),
      restored: formDraft.load(key),
    },
  });
  usePersistedDraft(formDraft, key, actor, (snapshot) => changedValues(snapshot.context));
  useDone(actor, onDone);
  const context = useSelector(actor, (snapshot) => snapshot.context);
  const state = useSelector(actor, formStateOf);
  const busy = state === 'busy';
  const failed = state === 'failed';
  const confirming = state === 'confirming';
  const problems = formProblems(context);

  return (
    <Sheet
      open
      onClose={() => actor.send({ type: 'form.cancel' })}
      title={title}
      actions={[
        {
          label: t('save'),
          tone: 'main',
          busy,
          disabled: !busy && (confirming || !isValid(context)),
          onPress: () => actor.send({ type: 'form.submit' }),
        },
      ]}
      // Why the save failed: the end of a long form may be out of sight.
      footer={
        failed && (
          <>
            <FailureText failure={context.failure} />
            <p>{t('typedStays')}</p>
          </>
        )
      }
      // Some fields appear and disappear with the value of another one.
      steady={fields.some(({ when }) => when)}
    >
      <form
        className={css.form}
        noValidate
        data-state={state}
        // Disabled while the confirmation covers it.
        inert={confirming}
        onSubmit={(event) => {
          event.preventDefault();
          actor.send({ type: 'form.submit' });
        }}
      >
        <Stack gap="x4">
          {intro}
          {visibleFields(context.fields, context.values).map((field, index) => {
            const problem = context.touched.includes(field.name) ? problems[field.name] : undefined;
            return (
              <FormField
                key={field.name}
                field={field}
                value={context.values[field.name]}
                error={problem ? t(`problem.${problem.code}`, { limit: problem.limit }) : null}
                filters={filters}
                first={index === 0}
                onChange={(value) => actor.send({ type: 'field.change', name: field.name, value })}
                onBlur={() => actor.send({ type: 'field.blur', name: field.name })}
              />
            );
          })}
        </Stack>
        {/* Submits on Enter; the visible Save button is in the sheet's header. */}
        <input type="submit" hidden />
      </form>
      {confirming && (
        <div className={css.confirm} role="alertdialog" aria-label={t('discardTitle')}>
          <p>{t('discardTitle')}</p>
          <Row gap="x2" wrap>
            <Button autoFocus onClick={() => actor.send({ type: 'form.resume' })}>
              {t('discardKeep')}
            </Button>
            <Button tone="danger" onClick={() => actor.send({ type: 'form.discard' })}>
              {t('discard')}
            </Button>
          </Row>
        </div>
      )}
    </Sheet>
  );
}
