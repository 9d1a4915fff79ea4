import { describe, expect, test } from 'vitest';
import type { FieldProblem } from '#contract/failures.ts';
import type { Layout } from '#contract/layouts.ts';
import type { RuleValue } from '#contract/scoring.ts';
import {
  brokenRuleFields,
  displayRules,
  parseFutureDate,
  validateRules,
  withLeagueRules,
  type RuleSpec,
} from '#server/commands/game-rules.ts';

/** The rules of a new game: from its type, from the request, and the defaults. */

const now = new Date('2027-06-01T12:00:00.000Z');
const rule = (key: string, type: RuleSpec['type'], more: Partial<RuleSpec> = {}): RuleSpec => ({
  key,
  value: null,
  type,
  maxlength: null,
  details: {},
  required: false,
  readonly: false,
  ...more,
});
const choices = (...values: string[]) => ({
  choices: values.map((value) => ({ value, title: `${value}!` })),
});
const read = (
  given: Record<string, RuleValue | null>,
  typeRules: readonly RuleSpec[] = [],
  layout: Layout = 'bets',
) => validateRules(layout, typeRules, given, { rounds: 2 }, now);
/** The value that one rule of a type is read as, or its problem. */
const readOne = (spec: RuleSpec, given?: RuleValue | null): RuleValue | FieldProblem | undefined => {
  const { rules, problems } = read(given === undefined ? {} : { [spec.key]: given }, [spec]);
  return problems[`rules.${spec.key}`] ?? rules[spec.key];
};

test.each<[Layout, Record<string, RuleValue>]>([
  ['home/away', { pts_exact: 4, pts_difference: 3, pts_outcome: 2, rounds: 2 }],
  ['vote', { bets_allow: 1, pts_correct: 3, rounds: 1 }],
  [
    'balance',
    {
      bets_allow: 1,
      votesForPoint: 100,
      pts_correct: 3,
      decided_by: 'result',
      even_breakpoint: 0,
      rounds: 1,
    },
  ],
  ['bets', { pts_exact: 3, pts_close: 1, rounds: 1 }],
])('%s has its default points, and the league’s rounds where it has legs', (layout, own) => {
  expect(read({}, [], layout)).toEqual({
    rules: { ordering_type: 'as_chosen', hide_options: true, ...own },
    problems: {},
  });
});

const points = [0, 1000] as const;
const ofEveryGame = { rounds: [1, 3], players: [2, 64], multiplier: [1, 10] } as const;
test.each<[Layout, Record<string, readonly [min: number, max: number]>]>([
  ['home/away', { pts_exact: points, pts_difference: points, pts_outcome: points, underdog: points }],
  ['vote', { bets_allow: [1, 64], pts_correct: points, underdog: points }],
  [
    'balance',
    { bets_allow: [1, 64], votesForPoint: [1, 1000], pts_correct: points, even_breakpoint: [0, 100] },
  ],
  ['bets', { pts_exact: points, pts_close: points }],
])('the rules of %s have their bounds', (layout, own) => {
  for (const [key, [min, max]] of Object.entries({ ...ofEveryGame, ...own })) {
    const given = [min - 1, min, max, max + 1].map((value) => {
      const { rules, problems } = read({ [key]: value }, [], layout);
      return problems[`rules.${key}`] ?? rules[key];
    });
    expect({ key, given }).toEqual({
      key,
      given: [{ code: 'too_small', limit: min }, min, max, { code: 'too_big', limit: max }],
    });
  }
});

test('a blank built-in number with a default is refused; other blank rules are left out or get their default', () => {
  const blank = (key: string, layout: Layout = 'vote') => {
    const { rules, problems } = read({ [key]: '' }, [], layout);
    return problems[`rules.${key}`] ?? rules[key];
  };
  const required = { code: 'required' };
  expect(['bets_allow', 'pts_correct', 'rounds'].map((key) => blank(key))).toEqual([
    required,
    required,
    required,
  ]);
  const optional = ['players', 'multiplier', 'underdog', 'joker', 'due_date', 'description'];
  expect(optional.map((key) => blank(key))).toEqual(optional.map(() => undefined));
  expect(['ordering_type', 'hide_options'].map((key) => blank(key))).toEqual(['as_chosen', true]);
  expect(blank('decided_by', 'balance')).toBe('result');
});

describe('a value', () => {
  const number = rule('laps', 'number', { details: { min: -3, max: 7 } });
  const flag = rule('late', 'boolean');
  const text = rule('place', 'text', { maxlength: 5 });
  const select = rule('colour', 'select', { details: choices('red', '2') });
  test.each<[RuleSpec, RuleValue, RuleValue | FieldProblem]>([
    [number, 7, 7],
    [number, ' -3 ', -3],
    [number, -4, { code: 'too_small', limit: -3 }],
    [number, '8', { code: 'too_big', limit: 7 }],
    [number, 1.5, { code: 'invalid' }],
    [number, '1.5', { code: 'invalid' }],
    [number, '0x1', { code: 'invalid' }],
    [number, true, { code: 'invalid' }],
    [rule('laps', 'number'), 1_000_000_000, 1_000_000_000],
    [rule('laps', 'number'), 1_000_000_001, { code: 'too_big', limit: 1_000_000_000 }],
    [rule('laps', 'number'), -1_000_000_001, { code: 'too_small', limit: -1_000_000_000 }],
    [flag, false, false],
    [flag, 'True', true],
    [flag, 'FALSE', false],
    [flag, 'yes', { code: 'invalid' }],
    [flag, 1, { code: 'invalid' }],
    [text, 'a b c', 'a b c'],
    [text, 'a b cd', { code: 'too_long', limit: 5 }],
    [text, 5, { code: 'invalid' }],
    [rule('place', 'text'), 'x'.repeat(2_000), 'x'.repeat(2_000)],
    [rule('place', 'textarea'), 'x'.repeat(2_001), { code: 'too_long', limit: 2_000 }],
    [select, 'red', 'red'],
    [select, 2, '2'],
    [select, 'blue', { code: 'invalid' }],
    [rule('team', 'modelscroll'), 12, 12],
    [rule('team', 'modelscroll'), true, { code: 'invalid' }],
    [rule('until', 'datetime'), '2027-06-01T15:00:01+03:00', '2027-06-01T12:00:01.000Z'],
    [rule('until', 'datetime'), 20_270_701, { code: 'invalid' }],
  ])('of %j given as %j is read as %j', (spec, given, expected) => {
    expect(readOne(spec, given)).toEqual(expected);
  });

  test.each([
    ['2027-06-01T12:00:00Z', { code: 'past' }],
    ['2027-06-01T12:00:00.001Z', { value: '2027-06-01T12:00:00.001Z' }],
    ['2027-02-30T12:00:00Z', { code: 'invalid' }],
    // The last day of next year, in every time zone.
    ['2028-12-31T23:59:59-12:00', { value: '2029-01-01T11:59:59.000Z' }],
    ['2029-01-01T12:00:00Z', { code: 'invalid' }],
  ])('of a date given as %s is %j', (given, expected) => {
    expect(parseFutureDate(given, now)).toEqual(expected);
  });

  test('of a date is at most the last day of the year after Israel’s current one', () => {
    const given = '2029-12-31T20:00:00Z';
    expect(parseFutureDate(given, new Date('2027-12-31T21:59:59Z'))).toEqual({ code: 'invalid' });
    expect(parseFutureDate(given, new Date('2027-12-31T22:00:00Z'))).toEqual({
      value: '2029-12-31T20:00:00.000Z',
    });
  });

  test('is within both the type’s bounds and the scoring’s', () => {
    const wide = rule('pts_exact', 'text', { value: 5, details: { min: -5, max: 9_999 } });
    expect([readOne(wide), readOne(wide, 1_000), readOne(wide, 1_001), readOne(wide, '-1')]).toEqual([
      5,
      1_000,
      { code: 'too_big', limit: 1_000 },
      { code: 'too_small', limit: 0 },
    ]);
    const narrow = rule('pts_exact', 'number', { value: 5, details: { min: 2, max: 9 } });
    expect([readOne(narrow, 1), readOne(narrow, 10)]).toEqual([
      { code: 'too_small', limit: 2 },
      { code: 'too_big', limit: 9 },
    ]);
  });

  test('of a built-in choice is one that the type offers too, or any if it offers none of them', () => {
    const fewer = rule('ordering_type', 'select', {
      value: 'random',
      details: choices('random', 'alphabetical'),
    });
    expect(['random', 'as_chosen', 'alphabetical'].map((given) => readOne(fewer, given))).toEqual([
      'random',
      { code: 'invalid' },
      { code: 'invalid' },
    ]);
    const none = rule('ordering_type', 'select', { details: choices('alphabetical') });
    expect([undefined, 'random', 'custom', 'alphabetical'].map((given) => readOne(none, given))).toEqual([
      'as_chosen',
      'random',
      'custom',
      { code: 'invalid' },
    ]);
  });

  test('that is left out or blank is the default, but a required rule refuses blanks and needs a default', () => {
    const blanks = [undefined, null, '', ' \n '];
    const readBlanks = (more: Partial<RuleSpec>) =>
      blanks.map((given) => readOne(rule('place', 'text', more), given));
    const required = { code: 'required' };
    expect(readBlanks({})).toEqual([undefined, undefined, undefined, undefined]);
    expect(readBlanks({ value: 'חוץ' })).toEqual(['חוץ', 'חוץ', 'חוץ', 'חוץ']);
    expect(readBlanks({ required: true })).toEqual([required, required, required, required]);
    expect(readBlanks({ required: true, value: ' ' })).toEqual([required, required, required, required]);
    expect(readBlanks({ required: true, value: 'חוץ' })).toEqual(['חוץ', required, required, required]);
  });

  test('of a read-only rule is its default, if it has one', () => {
    const fixed = rule('laps', 'number', { value: 3, readonly: true });
    expect([undefined, ' ', '3', 4].map((given) => readOne(fixed, given))).toEqual([
      3,
      3,
      3,
      { code: 'invalid' },
    ]);
    expect(readOne(rule('laps', 'number', { readonly: true }), 4)).toBe(4);
  });

  test('of a read-only rule is compared with its default as both are read: a text of digits is a number', () => {
    const fixed = rule('laps', 'number', { value: '3', readonly: true });
    expect([readOne(fixed), readOne(fixed, ' '), readOne(fixed, 3), readOne(fixed, '3')]).toEqual([
      3, 3, 3, 3,
    ]);
    expect(readOne(fixed, 4)).toEqual({ code: 'invalid' });
    const past = rule('due', 'datetime', { value: '2027-05-01T12:00:00.000Z', readonly: true });
    expect(readOne(past, '2027-07-01T12:00:00.000Z')).toEqual({ code: 'invalid' });
  });

  test('of an unknown rule is refused, even if it is named like an inherited property', () => {
    expect(read({ colour: 'red', toString: 'red' })).toMatchObject({
      problems: { 'rules.colour': { code: 'unknown_field' }, 'rules.toString': { code: 'unknown_field' } },
    });
  });

  test('of an underdog is accepted by home/away and vote alone', () => {
    const layouts: Layout[] = ['home/away', 'vote', 'balance', 'bets'];
    expect(layouts.map((layout) => read({ underdog: 2 }, [], layout).problems)).toEqual([
      {},
      {},
      { 'rules.underdog': { code: 'unknown_field' } },
      { 'rules.underdog': { code: 'unknown_field' } },
    ]);
  });
});

test.each<[Partial<RuleSpec>, Record<string, FieldProblem>]>([
  [{ value: 4, details: { min: 4, max: 4 } }, {}],
  [{ value: 4, details: { min: 5, max: 4 } }, { 'details.max': { code: 'too_small', limit: 5 } }],
  [{ value: 3, details: { min: 4 } }, { value: { code: 'too_small', limit: 4 } }],
  [{ value: null, details: { min: 4 } }, {}],
  [{ value: '  ', details: { min: 4 } }, {}],
])('a rule of %j has the problems %j', (spec, expected) => {
  expect(brokenRuleFields(rule('laps', 'number', spec), now)).toEqual(expected);
});

test('a game shows the rules of its type that are not built in, each choice by its title', () => {
  const named = (spec: RuleSpec) => ({ ...spec, name: `${spec.key}?` });
  const typeRules = [
    named(rule('place', 'text')),
    named(rule('pts_exact', 'number')),
    named(rule('colour', 'select', { details: choices('red', 'blue') })),
    named(rule('laps', 'number')),
  ];
  expect(displayRules('bets', typeRules, { colour: 'blue', place: 'חיפה', pts_exact: 3 })).toEqual([
    { name: 'place?', type: 'text', value: 'חיפה' },
    { name: 'colour?', type: 'select', value: 'blue!' },
  ]);
});

test('a game has the late joiners’ rule only in a league that gives them the median', () => {
  const rules = { pts_exact: 4, late_joiner: 'median' };
  expect(withLeagueRules({ pts_exact: 4 }, { late_joiner: 'median' })).toEqual(rules);
  expect(withLeagueRules(rules, { late_joiner: 'zero' })).toEqual({ pts_exact: 4 });
  expect(withLeagueRules(rules, {})).toEqual({ pts_exact: 4 });
});
