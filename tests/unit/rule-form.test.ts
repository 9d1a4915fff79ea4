import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { visibleFields } from '#contract/form-fields.ts';
import { ItemRuleInput, ItemTypeInput, PostUpdate } from '#contract/inputs.ts';
import { ruleTypes } from '#contract/models.ts';
import { fieldsOf } from '#contract/form-fields.ts';
import { gameRuleFields, toRuleInput, gameTypeFields } from '#domain/wizard/game-type-forms.ts';

const common = { name: 'חתן השמחה', key: 'groom', required: true, itemType: 5 };
/** The fields of the form for a type of rule: name, whether it is required, maximum length. */
const shownFields = (type: string) =>
  visibleFields(gameRuleFields, { type }).map(({ name, required, maxLength = null }) => [
    name,
    required,
    maxLength,
  ]);
const ofEvery = [
  ['name', true, 60],
  ['key', true, null],
  ['type', true, null],
  ['required', false, null],
];
const text = ['value', false, 2000];

describe('the form of a new rule', () => {
  test.each([
    ['text', [text]],
    ['textarea', [text]],
    ['number', [['value', false, 9]]],
    ['datetime', []],
    ['boolean', [['flag', false, null]]],
    ['select', [['choices', true, 2000], text]],
    [
      'modelscroll',
      [
        ['model', true, null],
        ['other', false, null],
      ],
    ],
  ])('has these fields for %s, besides those of every rule: %j', (type, more) =>
    expect(shownFields(type)).toEqual([...ofEvery, ...more]),
  );
  test('offers every type of rule', () => {
    const kinds = gameRuleFields.find(({ name }) => name === 'type');
    expect(kinds?.choices?.map(({ value }) => value)).toEqual(ruleTypes);
    expect(kinds?.required).toBe(true);
  });

  const ruleInput = (more: object) => toRuleInput({ ...common, ...more });
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
    const rule = ruleInput(values);
    expect(rule).toEqual({ ...common, type: values.type, ...sent });
    expect(v.safeParse(ItemRuleInput, rule).success).toBe(true);
  });
});

test('the form of a new type offers each layout, and none', () => {
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
