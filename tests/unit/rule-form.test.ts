import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { visibleFields } from '#contract/form-fields.ts';
import { ItemRuleInput, ItemTypeInput, PostUpdate } from '#contract/inputs.ts';
import { ruleTypes } from '#contract/models.ts';
import { fieldsOf } from '#contract/form-fields.ts';
import { gameRuleFields, toRuleInput, gameTypeFields } from '#domain/wizard/game-type-forms.ts';

const common = { name: 'חתן השמחה', key: 'groom', required: true, itemType: 5 };
const asked = (type: string) => visibleFields(gameRuleFields, { type }).map(({ name }) => name);

describe('the form of a new rule', () => {
  test.each([
    ['text', ['value']],
    ['textarea', ['value']],
    ['number', ['value']],
    ['datetime', []],
    ['boolean', ['flag']],
    ['select', ['choices', 'value']],
    ['modelscroll', ['model', 'other']],
  ])('has fields of %s, besides those of every rule: %j', (type, more) =>
    expect(asked(type)).toEqual(['name', 'key', 'type', 'required', ...more]),
  );
  test('knows every kind of rule', () => {
    const kinds = gameRuleFields.find(({ name }) => name === 'type');
    expect(kinds?.choices?.map(({ value }) => value)).toEqual(ruleTypes);
    expect(kinds?.required).toBe(true);
  });

  const made = (more: object) => toRuleInput({ ...common, ...more });
  test.each([
    [
      { type: 'text', value: 'אבא' },
      { value: 'אבא', details: {} },
    ],
    [
      { type: 'text', value: '' },
      { value: null, details: {} },
    ],
    [
      { type: 'number', value: '12' },
      { value: 12, details: {} },
    ],
    // An empty number is null: 0 would be a value.
    [
      { type: 'number', value: '' },
      { value: null, details: {} },
    ],
    [
      { type: 'boolean', flag: false },
      { value: false, details: {} },
    ],
    [{ type: 'datetime' }, { value: null, details: {} }],
    [
      { type: 'select', choices: ' דשא \n\nאולם\nדשא', value: 'אולם' },
      {
        value: 'אולם',
        details: {
          choices: [
            { value: 'דשא', title: 'דשא' },
            { value: 'אולם', title: 'אולם' },
          ],
        },
      },
    ],
    [
      { type: 'modelscroll', model: 'member', other: true },
      { value: null, details: { model: 'member', other: true } },
    ],
  ])('%j is sent as %j', (values, sent) => {
    const rule = made(values);
    expect(rule).toEqual({ ...common, type: values.type, ...sent });
    expect(v.safeParse(ItemRuleInput, rule).success).toBe(true);
  });
});

test('the form of a new type offers the layouts, and none', () => {
  expect(gameTypeFields.map(({ name, type, required }) => [name, type, required])).toEqual([
    ['name', 'text', true],
    ['type', 'select', false],
  ]);
  expect(gameTypeFields[1]?.choices?.map(({ value }) => value)).toEqual([
    '',
    'home/away',
    'vote',
    'balance',
    'bets',
  ]);
  expect(v.safeParse(ItemTypeInput, { name: 'כדורעף', type: null, parent: null }).success).toBe(true);
});

test('an optional or nullable field is shown by its inner type', () =>
  expect(fieldsOf(PostUpdate, ['due_date'])).toEqual([
    { name: 'due_date', type: 'datetime', label: 'voteClosingDate', required: false },
  ]));
