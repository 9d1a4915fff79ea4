import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { FieldSpec } from '#contract/form-fields.ts';
import { changedValues, formProblems, isValid, valuesToSend } from '#machines/form.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { form, formExpectations } from './form.expectations.ts';

testMachine(form, formExpectations);

describe('a form’s fields', () => {
  const number: FieldSpec = { name: 'n', type: 'number', label: 'n', required: true, min: 1, max: 5 };
  const problems = (field: FieldSpec, value: unknown) =>
    formProblems({ fields: [field], values: { n: value }, serverProblems: {} }).n ?? null;

  /** The values that are sent for a new row. */
  const createdValues = (fields: FieldSpec[], values: object) =>
    valuesToSend({ fields, values: { ...values }, initialValues: {} });

  test('changed values are those that differ from the ones the form was opened with', () => {
    const fields: FieldSpec[] = [
      { name: 'due', type: 'datetime', label: 'due', required: false },
      { name: 'n', type: 'number', label: 'n', required: false },
      { name: 'who', type: 'modelscroll', label: 'who', required: false },
    ];
    const initialValues = { due: null, n: 2, who: [3] };
    const changesAfter = (values: object) => {
      const filled = { fields, values: { ...initialValues, ...values }, initialValues };
      return [changedValues(filled), valuesToSend({ ...filled, id: 5, fixedValues: { version: 4 } })];
    };
    expect(changesAfter({})).toEqual([{}, { version: 4 }]);
    expect(changesAfter({ n: 3, who: [3, 4] })).toEqual([
      { n: 3, who: [3, 4] },
      { n: 3, who: [3, 4], version: 4 },
    ]);
    // A typed value that the server has already is kept on the device, and not sent.
    expect(changesAfter({ n: '2', due: '' })).toEqual([{ n: '2', due: '' }, { version: 4 }]);
  });

  test.each([
    ['', { code: 'required' }],
    ['abc', { code: 'invalid' }],
    ['0', { code: 'too_small', limit: 1 }],
    ['6', { code: 'too_big', limit: 5 }],
    ['5', null],
    [0, { code: 'too_small', limit: 1 }],
  ])('number %j: %j', (value, problem) => expect(problems(number, value)).toEqual(problem));

  test.each([
    ['  ', { code: 'required' }],
    ['א'.repeat(21), { code: 'too_long', limit: 20 }],
    ['א'.repeat(20), null],
  ])('text %j: %j', (value, problem) =>
    expect(problems({ name: 'n', type: 'text', label: 'n', required: true, maxLength: 20 }, value)).toEqual(
      problem,
    ),
  );

  test('missing values are shown before they are touched in an edited row, but not in a new one', () => {
    const fields: FieldSpec[] = [
      { name: 'name', type: 'text', label: 'name', required: true },
      { name: 'about', type: 'textarea', label: 'about', required: true },
      { name: 'image', type: 'text', label: 'image', required: false },
    ];
    const touched = (input: object) =>
      createActor(form, { input: { fields, values: { name: 'המשרד', about: '' }, ...input } }).getSnapshot()
        .context.touched;
    expect(touched({ id: 5 })).toEqual(['about']);
    expect(touched({ id: 5, restored: { about: 'שולחן ארבע' } })).toEqual([]);
    expect(touched({})).toEqual([]);
    // A field that the row never had, such as a new member's name.
    expect(touched({ id: 5, values: {} })).toEqual([]);
  });

  test('a required number that is empty is refused, not sent as 0', () => {
    expect(problems(number, '')).toEqual({ code: 'required' });
    expect(createdValues([{ ...number, required: false }], { n: '' })).toEqual({ n: 0 });
  });

  test('an unset choice is sent as null', () => {
    const values = { n: '', d: '' };
    const empty: FieldSpec[] = [
      { name: 'n', type: 'select', label: 'n', required: false },
      { name: 'd', type: 'datetime', label: 'd', required: false },
    ];
    expect(createdValues(empty, values)).toEqual({ n: null, d: null });
  });

  test('a field that depends on another one is neither required nor sent while it is hidden', () => {
    const fields: FieldSpec[] = [
      { name: 'kind', type: 'select', label: 'kind', required: true },
      { name: 'n', type: 'text', label: 'n', required: true, when: { name: 'kind', in: ['select', 'text'] } },
    ];
    const problemsOf = (kind: string) =>
      formProblems({ fields, values: { kind, n: '' }, serverProblems: {} });
    expect(problemsOf('number')).toEqual({});
    expect(problemsOf('text')).toEqual({ n: { code: 'required' } });
    expect(isValid({ fields, values: { kind: 'number', n: '' } })).toBe(true);
    expect(isValid({ fields, values: { kind: 'select', n: '' } })).toBe(false);
    expect(createdValues(fields, { kind: 'number', n: 'x' })).toEqual({ kind: 'number' });
  });

  test('the server’s error is shown after the form’s own', () => {
    const serverProblems = { n: { code: 'duplicate' as const } };
    const problemsOf = (value: string) =>
      formProblems({ fields: [number], values: { n: value }, serverProblems });
    expect(problemsOf('')).toEqual({ n: { code: 'required' } });
    expect(problemsOf('2')).toEqual(serverProblems);
  });
});
