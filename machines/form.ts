import { assertEvent, assign, setup } from 'xstate';
import { asFailure, type Failure, type FieldProblem } from '#contract/failures.ts';
import { visibleFields, emptyValueOf, isEmpty, type FieldSpec } from '#contract/form-fields.ts';
import { port, setupTypes } from './port.ts';

export type FormValues = Readonly<Record<string, unknown>>;
export type FormInput = {
  readonly fields: readonly FieldSpec[];
  readonly values: FormValues;
  /** What was typed before a reload, over the values. */
  readonly typed?: FormValues;
  /** Goes with whatever is saved: the type that a rule is of. */
  readonly always?: FormValues;
  /** What is edited; absent for something new. */
  readonly id?: number;
};
export type FormOutput<Result> =
  { readonly outcome: 'saved'; readonly result: Result } | { readonly outcome: 'cancelled' };

type Context = FormInput & {
  /** The values when the form was opened. */
  readonly before: FormValues;
  readonly touched: readonly string[];
  /** What the server said of each field, until it is changed. */
  readonly refused: Readonly<Record<string, FieldProblem>>;
  readonly failure: Failure | null;
};
type Events =
  | { type: 'field.change'; name: string; value: unknown }
  | { type: 'field.blur'; name: string }
  | { type: 'form.submit' }
  | { type: 'form.cancel' }
  | { type: 'form.keep' }
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

/** What is wrong with each field as it stands: the form's own checks first, then what the server said. */
export function formProblems({ fields, values, refused }: Context): Record<string, FieldProblem> {
  return Object.fromEntries(
    visibleFields(fields, values).flatMap((field) => {
      const problem = problemOf(field, values[field.name]) ?? refused[field.name];
      return problem ? [[field.name, problem] as const] : [];
    }),
  );
}

/**
 * The values as they are sent: trimmed, empty numbers as 0, which a required one can no longer be, and no choice
 * as none.
 */
export function valuesToSend({
  fields,
  values,
  always,
}: Pick<Context, 'fields' | 'values' | 'always'>): FormValues {
  const ready = visibleFields(fields, values).map(({ name, type }) => {
    const value = values[name];
    if (type === 'number') return [name, isEmpty(value) ? 0 : Number(value)] as const;
    if (type === 'select' || type === 'datetime') return [name, isEmpty(value) ? null : value] as const;
    return [name, typeof value === 'string' ? value.trim() : value] as const;
  });
  return { ...Object.fromEntries(ready), ...always };
}

/** What the server said last time does not stand in the way of asking again. */
export const isValid = ({ fields, values }: Pick<Context, 'fields' | 'values'>): boolean =>
  visibleFields(fields, values).every((field) => problemOf(field, values[field.name]) === null);

const fieldProblemsOf = (failure: Failure) => ('fields' in failure ? (failure.fields ?? {}) : {});
const failureOf = ({ event }: { event: { error: unknown } }) => asFailure(event.error);

/**
 * A form made from data. What was typed is never lost: a failure keeps it, and closing asks first.
 * An empty number becomes 0, but only where it was allowed to be empty.
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
    actors: { save: port<Result, { id: number | null; values: FormValues }>('save') },
    delays: { patience: 20_000 },
    guards: {
      isValid: ({ context }) => isValid(context),
      isDirty: ({ context }) =>
        context.fields.some(
          ({ name }) => JSON.stringify(context.values[name]) !== JSON.stringify(context.before[name]),
        ),
      /** Only what a field of this form can show beside itself. */
      isAboutFields: ({ context }, failure: Failure) =>
        context.fields.some(({ name }) => name in fieldProblemsOf(failure)),
    },
    actions: {
      setValue: assign(({ context, event }) => {
        assertEvent(event, 'field.change');
        const refused = Object.entries(context.refused).filter(([name]) => name !== event.name);
        return {
          values: { ...context.values, [event.name]: event.value },
          refused: Object.fromEntries(refused),
        };
      }),
      touch: assign(({ context, event }) => {
        assertEvent(event, 'field.blur');
        return { touched: [...new Set([...context.touched, event.name])] };
      }),
      touchAll: assign(({ context }) => ({ touched: context.fields.map(({ name }) => name) })),
      storeRefusal: assign((_, failure: Failure) => ({ failure, refused: fieldProblemsOf(failure) })),
      storeFailure: assign((_, failure: Failure) => ({ failure })),
      takeSilence: assign({ failure: { kind: 'offline' } as Failure }),
      storeResult: assign((_, { result }: { result: Result }) => ({ output: { outcome: 'saved', result } })),
    },
  }).createMachine({
    id: 'form',
    context: ({ input }) => {
      const before = Object.fromEntries(
        input.fields.map((field) => [field.name, input.values[field.name] ?? emptyValueOf(field)]),
      );
      const values = Object.fromEntries(
        input.fields.map(({ name }) => [name, input.typed?.[name] ?? before[name]]),
      );
      return {
        ...input,
        values,
        before,
        touched: [],
        refused: {},
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
          'field.blur': { actions: 'touch' },
          'form.submit': [{ guard: 'isValid', target: 'saving' }, { actions: 'touchAll' }],
          'form.cancel': [{ guard: 'isDirty', target: 'confirming' }, { target: 'cancelled' }],
        },
        states: {
          typing: {},
          refused: { tags: 'refused' },
          failed: { tags: 'failed' },
        },
      },
      confirming: {
        tags: ['editing', 'confirming'],
        on: { 'form.keep': 'editing', 'form.discard': 'cancelled' },
      },
      saving: {
        tags: 'busy',
        invoke: {
          id: 'save',
          src: 'save',
          input: ({ context }) => ({ id: context.id ?? null, values: valuesToSend(context) }),
          onDone: {
            target: 'saved',
            actions: { type: 'storeResult', params: ({ event }) => ({ result: event.output }) },
          },
          onError: [
            {
              guard: { type: 'isAboutFields', params: failureOf },
              target: 'editing.refused',
              actions: [{ type: 'storeRefusal', params: failureOf }, 'touchAll'],
            },
            { target: 'editing.failed', actions: { type: 'storeFailure', params: failureOf } },
          ],
        },
        after: { patience: { target: 'editing.failed', actions: 'takeSilence' } },
      },
      saved: { type: 'final' },
      cancelled: { type: 'final' },
    },
    output: ({ context }) => context.output,
  });
}
