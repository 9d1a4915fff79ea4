import { expect } from 'vitest';
import type { ContextFrom } from 'xstate';
import type { FieldSpec } from '#contract/form-fields.ts';
import { formOf } from '#machines/form.ts';
import {
  after,
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
const offline = { kind: 'offline' as const };
const taken = {
  kind: 'validation' as const,
  fields: { name: { code: 'duplicate' as const } },
};
const elsewhere = { kind: 'validation' as const, fields: { custom: { code: 'invalid' as const } } };

const start = (values: Record<string, unknown>) => ({
  to: 'editing.typing',
  context: { fields, values, before: values, touched: [], refused: {}, failure: null },
});
const types = (name: string, value: string) => (before: Before) => ({
  to: 'same',
  context: {
    values: { ...before.values, [name]: value },
    refused: Object.fromEntries(Object.entries(before.refused).filter(([field]) => field !== name)),
  },
});
/** What was typed stays. */
const returns = (state: string, context: object) => (before: Before) => ({
  to: state,
  context: { values: before.values, ...context },
});
const cancels = { to: 'cancelled', output: { outcome: 'cancelled' } };

/** What is written of form: its test walks it headless, its screen's in a browser. */
export const formExpectations: MachineExpectations<typeof form> = {
  inputs: {
    'a new league': { fields, values: {} },
    'a league': { fields, values: { name: 'המשרד', rounds: 2 }, id: 5 },
    'of a league': { fields, values: {}, always: { section: 7 } },
    'found again': { fields, values: { name: 'המשרד' }, typed: { name: ' השכונה ', other: 1 } },
  },
  fold: ({ values, refused, id, always }) =>
    [
      id ? 'edit' : always ? 'new of 7' : 'new',
      `name ${String(values.name)}`,
      `rounds ${String(values.rounds)}`,
      ...Object.keys(refused).map((name) => `${name} refused`),
    ].join(', '),
  events: {
    'types a name': { type: 'field.change', name: 'name', value: ' השכונה ' },
    'empties the name': { type: 'field.change', name: 'name', value: '' },
    'types 1 round': { type: 'field.change', name: 'rounds', value: '1' },
    'leaves the name': { type: 'field.blur', name: 'name' },
    submit: { type: 'form.submit' },
    cancel: { type: 'form.cancel' },
    keep: { type: 'form.keep' },
    discard: { type: 'form.discard' },
    saved: done('save', league),
    'name taken': error('save', taken),
    'another field': error('save', elsewhere),
    'no answer': error('save', offline),
    'too long': after('patience', 20_000),
  },
  becomes: {
    'start: a new league': start({ name: '', rounds: '' }),
    'start: a league': start({ name: 'המשרד', rounds: 2 }),
    'start: of a league': start({ name: '', rounds: '' }),
    // Typed over what is saved, and so still to be asked about before closing.
    'start: found again': {
      to: 'editing.typing',
      context: { values: { name: ' השכונה ', rounds: '' }, before: { name: 'המשרד', rounds: '' } },
    },

    'editing + types a name': types('name', ' השכונה '),
    'editing + empties the name': types('name', ''),
    'editing + types 1 round': types('rounds', '1'),
    'editing + leaves the name': (before) => ({
      to: 'same',
      context: { values: before.values, touched: [...new Set([...before.touched, 'name'])] },
    }),
    'editing + submit': ({ values, id, always }) => {
      // Trimmed; the rounds, which may be left empty, become 0.
      const sent = {
        name: String(values.name).trim(),
        rounds: { '': 0, '1': 1, '2': 2 }[String(values.rounds)],
        ...always,
      };
      if (values.name === '') return { to: 'same', context: { values, touched: ['name', 'rounds'] } };
      return { to: 'saving', context: { values }, calls: { save: { id: id ?? null, values: sent } } };
    },
    'editing + cancel': ({ values, before }) =>
      values.name === before.name && values.rounds === before.rounds ? cancels : 'confirming',

    'confirming + keep': 'editing.typing',
    'confirming + discard': cancels,

    'saving + saved': { to: 'saved', output: { outcome: 'saved', result: league } },
    'saving + name taken': returns('editing.refused', {
      failure: taken,
      refused: taken.fields,
      touched: ['name', 'rounds'],
    }),
    'saving + another field': returns('editing.failed', { failure: elsewhere }),
    'saving + no answer': returns('editing.failed', { failure: offline }),
    'saving + too long': returns('editing.failed', { failure: offline }),
  },
  claims: {
    'editing.refused': hasExactTags('editing', 'refused'),
    'editing.failed': hasExactTags('editing', 'failed'),
    confirming: hasExactTags('editing', 'confirming'),
    saving: hasExactTags('busy'),
  },
  laws: {
    'what was typed is never lost': () => {
      let typed: Record<string, unknown> = {};
      return ({ before, after: now, microsteps }) => {
        const [first] = microsteps;
        typed = before ? typed : (now.context.values as Record<string, unknown>);
        const event = first?.event as { type: string; name: string; value: unknown } | undefined;
        if (event?.type === 'field.change' && before?.hasTag('editing') && !before.hasTag('confirming'))
          typed = { ...typed, [event.name]: event.value };
        expect(now.context.values).toEqual(typed);
      };
    },
    'what is sent is what was typed': () => {
      return ({ before, calls }) => {
        if (!calls.save) return;
        const { values } = calls.save as { values: Record<string, unknown> };
        expect(values.name).toBe(String(before?.context.values.name).trim());
      };
    },
  },
  unpaired: 5,
};
