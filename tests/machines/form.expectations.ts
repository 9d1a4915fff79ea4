import { expect } from 'vitest';
import type { ContextFrom } from 'xstate';
import type { FieldSpec } from '#contract/form-fields.ts';
import { formOf } from '#machines/form.ts';
import {
  done,
  error,
  hasExactTags,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

export const form = formOf<object>();
type Before = ContextFrom<typeof form>;

const fields: FieldSpec[] = [
  { name: 'name', type: 'text', label: 'name', required: true, maxLength: 20 },
  { name: 'rounds', type: 'number', label: 'rounds', required: false, min: 0, max: 3 },
];
const league = { id: 5, name: 'המשרד' };
const savedOutput = { outcome: 'saved', result: league };
const offline = { kind: 'offline' as const };
const nameTaken = {
  kind: 'validation' as const,
  fields: { name: { code: 'duplicate' as const } },
};
const otherFieldRefused = { kind: 'validation' as const, fields: { custom: { code: 'invalid' as const } } };

const opensForm = (values: Record<string, unknown>, overrides: Partial<Before> = {}) => ({
  to: 'editing.typing',
  context: {
    fields,
    values,
    initialValues: values,
    touched: [],
    serverProblems: {},
    failure: null,
    output: { outcome: 'cancelled' },
    ...overrides,
  },
});
const typesField = (name: string, value: string) => (before: Before) => ({
  to: 'same',
  context: {
    values: { ...before.values, [name]: value },
    serverProblems: Object.fromEntries(
      Object.entries(before.serverProblems).filter(([field]) => field !== name),
    ),
  },
});
const cancelsForm = { to: 'cancelled', output: { outcome: 'cancelled' } };

/** Expectations of form, for its test and for its screen's walk. */
export const formExpectations: MachineExpectations<typeof form> = {
  inputs: {
    'a new league': { fields, values: {} },
    'a league': { fields, values: { name: 'המשרד', rounds: 2 }, id: 5 },
    'of a league': { fields, values: {}, fixedValues: { section: 7 } },
    restored: { fields, values: { name: 'המשרד' }, restored: { name: ' השכונה ', other: 1 } },
  },
  fold: ({ values, serverProblems, id, fixedValues }) =>
    [
      id ? 'edit' : fixedValues ? 'new of 7' : 'new',
      `name ${String(values.name)}`,
      `rounds ${String(values.rounds)}`,
      ...Object.keys(serverProblems).map((name) => `${name} refused`),
    ].join(', '),
  events: {
    'types a name': { type: 'field.change', name: 'name', value: ' השכונה ' },
    'empties the name': { type: 'field.change', name: 'name', value: '' },
    'types 1 round': { type: 'field.change', name: 'rounds', value: '1' },
    'leaves the name': { type: 'field.blur', name: 'name' },
    submit: { type: 'form.submit' },
    cancel: { type: 'form.cancel' },
    resume: { type: 'form.resume' },
    discard: { type: 'form.discard' },
    saved: done('saveValues', league),
    'name taken': error('saveValues', nameTaken),
    'another field refused': error('saveValues', otherFieldRefused),
    'no response': error('saveValues', offline),
  },
  becomes: {
    'start: a new league': opensForm({ name: '', rounds: '' }),
    'start: a league': opensForm({ name: 'המשרד', rounds: 2 }, { id: 5 }),
    'start: of a league': opensForm({ name: '', rounds: '' }, { fixedValues: { section: 7 } }),
    // Restored values differ from the saved ones: closing asks first.
    'start: restored': opensForm(
      { name: ' השכונה ', rounds: '' },
      { initialValues: { name: 'המשרד', rounds: '' }, restored: { name: ' השכונה ', other: 1 } },
    ),

    'editing + types a name': typesField('name', ' השכונה '),
    'editing + empties the name': typesField('name', ''),
    'editing + types 1 round': typesField('rounds', '1'),
    'editing + leaves the name': (before) => ({
      to: 'same',
      context: { touched: [...new Set([...before.touched, 'name'])] },
    }),
    'editing + submit': ({ values, id, fixedValues }) => {
      // The name is trimmed; empty rounds, which are optional, become 0.
      const trimmed = {
        name: String(values.name).trim(),
        rounds: { '': 0, '1': 1, '2': 2 }[String(values.rounds)],
      };
      // Of an edited league only the changed values are sent: others may have changed the rest meanwhile.
      const changedValues = {
        ...(trimmed.name !== 'המשרד' && { name: trimmed.name }),
        ...(trimmed.rounds !== 2 && { rounds: trimmed.rounds }),
      };
      const sent = { ...(id === 5 ? changedValues : trimmed), ...fixedValues };
      if (values.name === '') return { to: 'same', context: { touched: ['name', 'rounds'] } };
      return { to: 'saving', calls: { saveValues: { id: id ?? null, values: sent } } };
    },
    'editing + cancel': ({ values, initialValues }) =>
      values.name === initialValues.name && values.rounds === initialValues.rounds
        ? cancelsForm
        : 'confirmingDiscard',

    'confirmingDiscard + resume': 'editing.typing',
    'confirmingDiscard + discard': cancelsForm,

    'saving + saved': { to: 'saved', context: { output: savedOutput }, output: savedOutput },
    // The typed values stay.
    'saving + name taken': {
      to: 'editing.refused',
      context: { failure: nameTaken, serverProblems: nameTaken.fields, touched: ['name', 'rounds'] },
    },
    'saving + another field refused': { to: 'editing.failed', context: { failure: otherFieldRefused } },
    'saving + no response': { to: 'editing.failed', context: { failure: offline } },
  },
  claims: {
    'editing.refused': hasExactTags('editing', 'refused'),
    'editing.failed': hasExactTags('editing', 'failed'),
    confirmingDiscard: hasExactTags('editing', 'confirming'),
    saving: hasExactTags('busy'),
  },
  laws: {
    'typed values are never lost': () => {
      let typed: Record<string, unknown> = {};
      return ({ before, after: current, microsteps }) => {
        const [first] = microsteps;
        typed = before ? typed : (current.context.values as Record<string, unknown>);
        const event = first?.event as { type: string; name: string; value: unknown } | undefined;
        if (event?.type === 'field.change' && before?.hasTag('editing') && !before.hasTag('confirming'))
          typed = { ...typed, [event.name]: event.value };
        expect(current.context.values).toEqual(typed);
      };
    },
    'the sent name is the typed one': () => {
      return ({ before, calls }) => {
        if (!calls.saveValues) return;
        const { id, values } = calls.saveValues as { id: number | null; values: Record<string, unknown> };
        const typed = String(before?.context.values.name).trim();
        expect(values.name).toBe(id === 5 && typed === 'המשרד' ? undefined : typed);
      };
    },
  },
  unpaired: 4,
};
