import { assertEvent, assign, setup } from 'xstate';
import { fieldProblemsOf, type Failure, type FieldProblem, type FieldProblems } from '#contract/failures.ts';
import { visibleFields, emptyValueOf, isEmpty, type FieldSpec } from '#contract/form-fields.ts';
import { visibleText } from '#contract/text.ts';
import { failureOf, outputOf, storeFailure } from './params.ts';
import { port, setupTypes } from './port.ts';

export type FormValues = Readonly<Record<string, unknown>>;
export type FormInput = {
  readonly fields: readonly FieldSpec[];
  readonly values: FormValues;
  /** Values changed before a reload; they replace those in `values`. */
  readonly restored?: FormValues | null;
  /** Values without a field, sent with every save; for example the type of a new rule. */
  readonly fixedValues?: FormValues;
  /** Id of the edited row; absent for a new one. */
  readonly id?: number;
};
export type FormOutput<Result> =
  | { readonly outcome: 'saved'; readonly result: Result }
  | { readonly outcome: 'cancelled' };

type Context = FormInput & {
  /** The values when the form was opened, without `restored`. */
  readonly initialValues: FormValues;
  readonly touched: readonly string[];
  /** The server's problems by field, each until its field is changed. */
  readonly serverProblems: FieldProblems;
  readonly failure: Failure | null;
};
type Events =
  | { type: 'field.change'; name: string; value: unknown }
  | { type: 'field.blur'; name: string }
  | { type: 'form.submit' }
  | { type: 'form.cancel' }
  | { type: 'form.resume' }
  | { type: 'form.discard' };

function problemOf(field: FieldSpec, value: unknown): FieldProblem | null {
  if (isEmpty(value)) return field.required ? { code: 'required' } : null;
  if (typeof value === 'string' && field.maxLength !== undefined && value.length > field.maxLength)
    return { code: 'too_long', limit: field.maxLength };
  if (field.type !== 'number') return null;
  const number = Number(value);
  if (!Number.isFinite(number)) return { code: 'invalid' };
  if (field.min !== undefined && number < field.min) return { code: 'too_small', limit: field.min };
  if (field.max !== undefined && number > field.max) return { code: 'too_big', limit: field.max };
  return null;
}

/** The problem of each invalid field: the form's own check first, else the server's. */
export function formProblems({
  fields,
  values,
  serverProblems,
}: Pick<Context, 'fields' | 'values' | 'serverProblems'>): FieldProblems {
  return Object.fromEntries(
    visibleFields(fields, values).flatMap((field) => {
      const problem = problemOf(field, values[field.name]) ?? serverProblems[field.name];
      return problem ? [[field.name, problem] as const] : [];
    }),
  );
}

type Filled = Pick<Context, 'fields' | 'values' | 'initialValues'>;
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The values that differ from the initial ones, as they are in the fields. */
export const changedValues = ({ fields, values, initialValues }: Filled): FormValues =>
  Object.fromEntries(
    fields.flatMap(({ name }) => (isSame(values[name], initialValues[name]) ? [] : [[name, values[name]]])),
  );

/** The visible fields' values as they are sent: text trimmed, an empty number as 0, an empty choice or date as null. */
function readyValues(fields: readonly FieldSpec[], values: FormValues): FormValues {
  const ready = visibleFields(fields, values).map(({ name, type }) => {
    const value = values[name];
    if (type === 'number') return [name, isEmpty(value) ? 0 : Number(value)] as const;
    if (type === 'select' || type === 'datetime') return [name, isEmpty(value) ? null : value] as const;
    return [name, typeof value === 'string' ? visibleText(value) : value] as const;
  });
  return Object.fromEntries(ready);
}

/** The values of a save: all of a new row; of an edited row the changed ones, since others may have changed the rest. */
export function valuesToSend({
  fields,
  values,
  initialValues,
  fixedValues,
  id,
}: Filled & Pick<Context, 'fixedValues' | 'id'>): FormValues {
  const ready = readyValues(fields, values);
  const before = id === undefined ? {} : readyValues(fields, initialValues);
  const changed = Object.entries(ready).filter(([name, value]) => !isSame(value, before[name]));
  return { ...Object.fromEntries(changed), ...fixedValues };
}

/**
 * Names of an edited row's fields whose stored value is invalid. They count as touched, so that their problems show
 * immediately.
 */
const lackingFields = ({ id, fields, values: stored }: FormInput, values: FormValues): string[] =>
  id === undefined
    ? []
    : Object.keys(formProblems({ fields, values, serverProblems: {} })).filter((name) => name in stored);

/** Whether the form's own checks pass. Server problems are left out: they must not block another submit. */
export const isValid = ({ fields, values }: Pick<Context, 'fields' | 'values'>): boolean =>
  visibleFields(fields, values).every((field) => problemOf(field, values[field.name]) === null);

/**
 * A form built from field specifications. A failed save keeps the typed values, and closing a changed form asks first.
 * An empty optional number is sent as 0; of an edited row only changed values are sent.
 */
export function formOf<Result>() {
  return setup({
    types: setupTypes<{
      context: Context & { readonly output: FormOutput<Result> };
      events: Events;
      input: FormInput;
      output: FormOutput<Result>;
      tags: 'editing' | 'busy' | 'refused' | 'failed' | 'confirming';
    }>(),
    actors: { saveValues: port<Result, { id: number | null; values: FormValues }>('saveValues') },
    guards: {
      isValid: ({ context }) => isValid(context),
      isDirty: ({ context }) => Object.keys(changedValues(context)).length > 0,
      /** Whether the failure has a problem of a field of this form. */
      hasFieldProblems: ({ context }, failure: Failure) =>
        context.fields.some(({ name }) => name in fieldProblemsOf(failure)),
    },
    actions: {
      setValue: assign(({ context, event }) => {
        assertEvent(event, 'field.change');
        const serverProblems = Object.entries(context.serverProblems).filter(([name]) => name !== event.name);
        return {
          values: { ...context.values, [event.name]: event.value },
          serverProblems: Object.fromEntries(serverProblems),
        };
      }),
      touchField: assign(({ context, event }) => {
        assertEvent(event, 'field.blur');
        return { touched: [...new Set([...context.touched, event.name])] };
      }),
      touchAllFields: assign(({ context }) => ({ touched: context.fields.map(({ name }) => name) })),
      storeServerProblems: assign((_, failure: Failure) => ({
        failure,
        serverProblems: fieldProblemsOf(failure),
      })),
      storeFailure: assign((_, failure: Failure) => ({ failure })),
      storeResult: assign((_, result: Result) => ({ output: { outcome: 'saved', result } })),
    },
  }).createMachine({
    id: 'form',
    context: ({ input }) => {
      const initialValues = Object.fromEntries(
        input.fields.map((field) => [field.name, input.values[field.name] ?? emptyValueOf(field)]),
      );
      const values = Object.fromEntries(
        input.fields.map(({ name }) => [name, input.restored?.[name] ?? initialValues[name]]),
      );
      return {
        ...input,
        values,
        initialValues,
        touched: lackingFields(input, values),
        serverProblems: {},
        failure: null,
        output: { outcome: 'cancelled' },
      };
    },
    initial: 'editing',
    states: {
      editing: {
        tags: 'editing',
        initial: 'typing',
        on: {
          'field.change': { actions: 'setValue' },
          'field.blur': { actions: 'touchField' },
          'form.submit': [{ guard: 'isValid', target: 'saving' }, { actions: 'touchAllFields' }],
          'form.cancel': [{ guard: 'isDirty', target: 'confirmingDiscard' }, { target: 'cancelled' }],
        },
        states: {
          typing: {},
          refused: { tags: 'refused' },
          failed: { tags: 'failed' },
        },
      },
      confirmingDiscard: {
        tags: ['editing', 'confirming'],
        on: { 'form.resume': 'editing', 'form.discard': 'cancelled' },
      },
      saving: {
        tags: 'busy',
        invoke: {
          id: 'saveValues',
          src: 'saveValues',
          input: ({ context }) => ({ id: context.id ?? null, values: valuesToSend(context) }),
          onDone: {
            target: 'saved',
            actions: { type: 'storeResult', params: outputOf },
          },
          onError: [
            {
              guard: { type: 'hasFieldProblems', params: failureOf },
              target: 'editing.refused',
              actions: [{ type: 'storeServerProblems', params: failureOf }, 'touchAllFields'],
            },
            { target: 'editing.failed', actions: storeFailure },
          ],
        },
      },
      saved: { type: 'final' },
      cancelled: { type: 'final' },
    },
    output: ({ context }) => context.output,
  });
}
