import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { parseJoinCode, formatJoinCode } from '#contract/join-code.ts';
import { asFailure, FailureError } from '#contract/failures.ts';
import { fieldsOf, isEmpty } from '#contract/form-fields.ts';
import { dateMax } from '#contract/limits.ts';
import { GameInput } from '#contract/make-game-calls.ts';
import { GroupInput, LeagueInput, MessageInput, ResultInput, ResultValue } from '#contract/inputs.ts';
import { parsePhone, formatPhone } from '#contract/phone.ts';
import { listQuery, modelName } from '#contract/model-registry.ts';

describe('a phone number', () => {
  test.each([
    ['0501234567', '+972501234567'],
    ['050-123-4567', '+972501234567'],
    [' 052 765 4321 ', '+972527654321'],
    ['+972501234567', '+972501234567'],
    ['972501234567', '+972501234567'],
    ['00972501234567', '+972501234567'],
    ['+9720501234567', '+972501234567'],
    ['\u2066050-1234567\u2069', '+972501234567'],
  ])('%j reads as %s', (typed, e164) => expect(parsePhone(typed)).toBe(e164));

  test.each(['', '050123456', '05012345678', '031234567', '+14155550123', '050-12a-4567', '-0501234567x'])(
    '%j is refused',
    (typed) => expect(parsePhone(typed)).toBe(null),
  );

  test('is shown in national format', () => expect(formatPhone('+972501234567')).toBe('050-123-4567'));
});

describe('a join code', () => {
  test.each([
    ['7QK2M-X4T9P', '7QK2MX4T9P'],
    [' 7qk2m x4t9p ', '7QK2MX4T9P'],
    ['oIl2m-x4t9p', '0112MX4T9P'],
  ])('%j reads as %s', (typed, code) => expect(parseJoinCode(typed)).toBe(code));

  test.each(['', '7QK2M', '7QK2M-X4T9PP', '7QK2M-X4T9U', 'שלום-שלום'])('%j is refused', (typed) =>
    expect(parseJoinCode(typed)).toBe(null),
  );

  test('is shown in two halves', () => expect(formatJoinCode('7QK2MX4T9P')).toBe('7QK2M-X4T9P'));
});

describe('form fields come from the schemas', () => {
  test('a group is a required name of at most 20 characters', () => {
    expect(fieldsOf(GroupInput, ['name'])).toEqual([
      {
        name: 'name',
        type: 'text',
        label: 'clanName',
        placeholder: 'clanNamePlaceholder',
        required: true,
        maxLength: 20,
      },
    ]);
  });

  test("a league's rounds are a required number from 1 to 3", () => {
    expect(fieldsOf(LeagueInput, ['rounds'])).toEqual([
      { name: 'rounds', type: 'number', label: 'rounds', required: true, min: 1, max: 3 },
    ]);
  });

  test('a result has several item options', () => {
    expect(fieldsOf(ResultInput, ['options'])).toEqual([
      {
        name: 'options',
        type: 'modelscroll',
        label: 'options',
        model: 'itemoption',
        multiple: true,
        required: false,
        maxLength: 64,
      },
    ]);
  });

  test('a field that the model does not have throws', () =>
    expect(() => fieldsOf(GroupInput, ['nope'])).toThrow('no field nope in this model'));

  test.each([
    ['', true],
    ['  ', true],
    [null, true],
    [[], true],
    [0, false],
    [false, false],
    ['0', false],
  ])('%j is empty: %s', (value, empty) => expect(isEmpty(value)).toBe(empty));
});

describe('the schemas accept', () => {
  const game = { section: 1, itemType: 2, rules: {}, groups: [{ options: [3, 4] }] };
  const accepts = (schema: v.GenericSchema, input: unknown) => v.safeParse(schema, input).success;

  test('a game of one pair', () => expect(accepts(GameInput, game)).toBe(true));
  test('a game of pairs of people', () =>
    expect(
      accepts(GameInput, {
        ...game,
        groups: [
          {
            options: [
              [3, 4],
              [5, 6],
            ],
          },
        ],
      }),
    ).toBe(true));
  test('no game without groups', () => expect(accepts(GameInput, { ...game, groups: [] })).toBe(false));
  test('no rule whose key is not an identifier', () => {
    expect(accepts(GameInput, { ...game, rules: { 'a b': 1 } })).toBe(false);
  });
  test('no invalid date', () =>
    expect(accepts(GameInput, { ...game, groups: [{ options: [3, 4], dates: ['soon'] }] })).toBe(false));

  test('a league name of one line, trimmed, of 1 to 20 characters, without bidi controls', () => {
    expect(v.parse(LeagueInput, { name: '  הליגה  ' }).name).toBe('הליגה');
    for (const name of ['', '   ', 'א'.repeat(21), 'א\nב', 'a\u202eb', 'a\u0000b', '\ud800'])
      expect(accepts(LeagueInput, { name })).toBe(false);
  });

  test('free text and a search of several lines, without control characters', () => {
    const description = { comment_post: 3, images: [] };
    for (const text of ['', 'א\nב', 'a\tb', '👨‍👩‍👧', 'שלום\u200fabc']) {
      expect(accepts(MessageInput, { ...description, description: text })).toBe(true);
      expect(accepts(listQuery('post'), { search: text })).toBe(true);
    }
    for (const text of [
      'a\u0000b',
      'a\u001bb',
      'a\u007fb',
      'a\u202eb',
      'a\u2066b',
      'a\uffffb',
      '\ud800',
      '\udc00a',
    ]) {
      expect(accepts(MessageInput, { ...description, description: text })).toBe(false);
      expect(accepts(listQuery('post'), { search: text })).toBe(false);
      expect(accepts(LeagueInput, { name: text })).toBe(false);
    }
  });

  test('a result that is a score, options, digits, start or void', () => {
    for (const value of ['start', 'void', { home: 12, away: 0 }, { options: [] }, { values: { 7: 9 } }])
      expect(accepts(ResultValue, value)).toBe(true);
    for (const value of [
      'end',
      { home: 1 },
      { home: -1, away: 0 },
      { home: 1.5, away: 0 },
      { values: { 7: 10 } },
      { options: [0] },
    ])
      expect(accepts(ResultValue, value)).toBe(false);
  });

  test('a list with its own filters and no other', () => {
    const query = listQuery('post');
    expect(v.parse(query, { section: '3', pinned: 'True', limit: '10' })).toEqual({
      section: 3,
      pinned: true,
      limit: 10,
    });
    for (const bad of [{ clan: '3' }, { section: 'x' }, { limit: '101' }, { page: '0' }, { pinned: 'yes' }])
      expect(accepts(query, bad)).toBe(false);
  });

  test('models’ names in any case, and no inherited property', () => {
    expect(modelName('postComment')).toBe('postcomment');
    for (const name of ['constructor', '__proto__', 'toString', 'user', ''])
      expect(modelName(name)).toBe(null);
  });
});

test('a thrown value that is no Failure is read as unreadable', () => {
  expect(asFailure(new FailureError({ kind: 'item_closed' }))).toEqual({ kind: 'item_closed' });
  for (const thrown of [new Error('x'), null, 'offline', { kind: 'item_closed' }])
    expect(asFailure(thrown)).toEqual({ kind: 'unreadable' });
});

test('the last day of a date field is 31 December of next year', () =>
  expect(dateMax(new Date('2026-11-21'))).toBe('2027-12-31'));
