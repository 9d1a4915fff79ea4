import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { parseJoinCode, formatJoinCode } from '#contract/join-code.ts';
import { asFailure, FailureError, type FieldProblem } from '#contract/failures.ts';
import { fieldProblemOf } from '#contract/field-problem.ts';
import { emptyValueOf, fieldsOf, isEmpty, type FieldSpec } from '#contract/form-fields.ts';
import { dateMax } from '#contract/israel-time.ts';
import { limits } from '#contract/limits.ts';
import { GameInput } from '#contract/make-game-calls.ts';
import {
  GroupInput,
  ItemInput,
  ItemRuleInput,
  RuleKey,
  ItemTypeInput,
  ItemUpdate,
  LeagueInput,
  LeagueUpdate,
  MemberUpdate,
  MessageInput,
  OptionInput,
  PostInput,
  PostUpdate,
  ResultInput,
  ResultValue,
  RoleInput,
} from '#contract/inputs.ts';
import { isPictureType, pictureLimits } from '#contract/pictures.ts';
import { parsePhone, formatPhone } from '#contract/phone.ts';
import { listQuery, modelName, modelRegistry } from '#contract/model-registry.ts';

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

  test('a league has fields for its text, group size, tie-break and late joiners', () => {
    const names = ['description', 'groupMembersCount', 'tie_break', 'late_joiner'];
    const select = { type: 'select', required: true };
    expect(fieldsOf(LeagueInput, names)).toEqual([
      {
        name: 'description',
        type: 'textarea',
        label: 'leagueDescription',
        rows: 3,
        required: true,
        maxLength: 500,
      },
      {
        name: 'groupMembersCount',
        type: 'number',
        label: 'groupMembersCount',
        required: true,
        min: 1,
        max: 2,
      },
      {
        ...select,
        name: 'tie_break',
        label: 'tieBreak',
        choices: [
          'exact,difference,outcome',
          'exact,outcome,difference',
          'difference,exact,outcome',
          'difference,outcome,exact',
          'outcome,exact,difference',
          'outcome,difference,exact',
        ].map((value) => ({ value, label: `tieBreak.${value}` })),
      },
      {
        ...select,
        name: 'late_joiner',
        label: 'lateJoiner',
        choices: [
          { value: 'zero', label: 'lateJoiner.zero' },
          { value: 'median', label: 'lateJoiner.median' },
        ],
      },
    ]);
  });

  test('a game, an item and a post have the fields of their schemas', () => {
    const textRule = { type: 'text', required: false, maxLength: 40 };
    const text = { name: 'description', type: 'textarea' };
    const game = { ...text, label: 'description', rows: 4, maxLength: 2000 };
    expect(fieldsOf(PostUpdate, ['description', 'due_date', 'active', 'pinned'])).toEqual([
      { ...game, required: false },
      { name: 'due_date', type: 'datetime', label: 'voteClosingDate', required: false },
      { name: 'active', type: 'boolean', label: 'active', required: false },
      { name: 'pinned', type: 'boolean', label: 'pinned', required: false },
    ]);
    expect(fieldsOf(PostInput, ['description'])).toEqual([{ ...game, required: true }]);
    const { fields } = modelRegistry.item.form;
    expect(fieldsOf(ItemUpdate, fields)).toEqual([
      { ...text, label: 'whatWeAreBettingOn', rows: 3, required: false, maxLength: 200 },
      { ...textRule, name: 'roundName', label: 'roundName' },
      {
        ...textRule,
        name: 'gameTimeDisplay',
        label: 'gameTimeDisplay',
        placeholder: 'gameTimeDisplayPlaceholder',
      },
      {
        ...textRule,
        name: 'shortStatusText',
        label: 'shortStatusText',
        placeholder: 'shortStatusTextPlaceholder',
      },
      {
        name: 'gameTimeAndStatusDisplayType',
        type: 'select',
        label: 'displayType',
        required: true,
        choices: [
          { value: 0, label: 'displayType.0' },
          { value: 1, label: 'displayType.1' },
          { value: 2, label: 'displayType.2' },
        ],
      },
    ]);
    expect(fieldsOf(ItemInput, ['description', 'options'])).toEqual([
      { ...text, label: 'whatWeAreBettingOn', rows: 3, required: true, maxLength: 200 },
      {
        name: 'options',
        type: 'modelscroll',
        label: 'options',
        model: 'option',
        multiple: true,
        required: true,
        maxLength: 64,
      },
    ]);
  });

  test('a role has a phone number', () =>
    expect(fieldsOf(RoleInput, ['cellphone'])).toEqual([
      { name: 'cellphone', type: 'text', label: 'cellphone', required: true, maxLength: 30 },
    ]));

  test('a member and an option have a name', () => {
    expect([...fieldsOf(MemberUpdate, ['name']), ...fieldsOf(OptionInput, ['name'])]).toEqual([
      { name: 'name', type: 'text', label: 'name', required: false, maxLength: 40 },
      { name: 'name', type: 'text', label: 'optionName', required: true, maxLength: 60 },
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

  test.each<[Partial<FieldSpec> & Pick<FieldSpec, 'type'>, unknown]>([
    [{ type: 'text' }, ''],
    [{ type: 'textarea' }, ''],
    [{ type: 'datetime' }, ''],
    [{ type: 'select' }, ''],
    [{ type: 'number' }, ''],
    [{ type: 'modelscroll' }, null],
    [{ type: 'modelscroll', multiple: true }, []],
    [{ type: 'boolean' }, false],
    [{ type: 'checkbox' }, false],
  ])('%j is initially %j', (field, value) =>
    expect(emptyValueOf({ name: 'a', label: 'a', required: false, ...field })).toEqual(value),
  );
});

describe('the schemas accept', () => {
  const game = { section: 1, itemType: 2, rules: {}, groups: [{ options: [3, 4] }] };
  const accepts = (schema: v.GenericSchema, input: unknown) => v.safeParse(schema, input).success;
  test.each([
    ['a member’s name', MemberUpdate.entries.name, 40],
    ['a league’s name', LeagueInput.entries.name, 20],
    ['a league’s text', LeagueInput.entries.description, 500],
    ['a changed league’s text', LeagueUpdate.entries.description, 500],
    ['a group’s name', GroupInput.entries.name, 20],
    ['an option’s name', OptionInput.entries.name, 60],
    ['a game’s text', PostUpdate.entries.description, 2000],
    ['words for a league', PostInput.entries.description, 2000],
    ['a question', ItemInput.entries.description, 200],
    ['a changed question', ItemUpdate.entries.description, 200],
    ['a round’s name', ItemUpdate.entries.roundName, 40],
    ['a match’s status', ItemUpdate.entries.shortStatusText, 40],
    ['a match’s time', ItemUpdate.entries.gameTimeDisplay, 40],
    ['a message', MessageInput.entries.description, 500],
    ['a game type’s name', ItemTypeInput.entries.name, 60],
    ['a game type’s text', ItemTypeInput.entries.description, 200],
    ['a rule’s name', ItemRuleInput.entries.name, 60],
  ])('%s of up to the maximum length, and no longer', (_, schema, most) => {
    expect([most, most + 1].map((length) => accepts(schema, 'א'.repeat(length)))).toEqual([true, false]);
  });

  test.each<[string, (text: string) => object, number]>([
    ['the model that a rule is chosen from', (model) => ({ model }), 40],
    ['a choice’s value', (value) => ({ choices: [{ value, title: 'א' }] }), 40],
    ['a choice’s title', (title) => ({ choices: [{ value: 1, title }] }), 60],
  ])('%s of up to the maximum length, and no longer', (_, detailOf, most) => {
    const { details } = ItemRuleInput.entries;
    expect([most, most + 1].map((length) => accepts(details, detailOf('א'.repeat(length))))).toEqual([
      true,
      false,
    ]);
  });

  test('up to ten pictures and 64 options, and no more', () => {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => at + 1);
    const { images } = MessageInput.entries;
    const { options } = ItemInput.entries;
    expect([accepts(images, ids(10)), accepts(images, ids(11))]).toEqual([true, false]);
    expect([accepts(options, ids(64)), accepts(options, ids(65))]).toEqual([true, false]);
  });

  test('a game of one group of two options', () => expect(accepts(GameInput, game)).toBe(true));
  test('a game whose options are pairs', () =>
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
    for (const invalidQuery of [
      { clan: '3' },
      { section: 'x' },
      { limit: '101' },
      { page: '0' },
      { pinned: 'yes' },
    ])
      expect(accepts(query, invalidQuery)).toBe(false);
  });

  test('models’ names in any case, and no inherited property', () => {
    expect(modelName('postComment')).toBe('postcomment');
    for (const name of ['constructor', '__proto__', 'toString', 'user', ''])
      expect(modelName(name)).toBe(null);
  });

  test('the model of an uploaded picture in any case, if it has pictures', () => {
    const { query } = calls.uploadImage;
    expect(v.parse(query, { model: 'postComment', id: '7' })).toEqual({ model: 'postcomment', id: 7 });
    expect(v.is(query, { model: 'Post' })).toBe(false);
  });
});

describe('the problem of a field', () => {
  const text = v.string();
  const object = v.strictObject({ a: v.optional(text) });
  test.each<[string, v.GenericSchema, unknown, FieldProblem]>([
    ['a missing value that is required', text, undefined, { code: 'required' }],
    ['null for a value that is required', text, null, { code: 'required' }],
    ['an empty text', v.pipe(text, v.nonEmpty()), '', { code: 'required' }],
    ['a text without a character', v.pipe(text, v.minLength(1)), '', { code: 'required' }],
    ['a text that is too short', v.pipe(text, v.minLength(3)), 'אב', { code: 'too_short', limit: 3 }],
    ['a text that is too long', v.pipe(text, v.maxLength(2)), 'אבג', { code: 'too_long', limit: 2 }],
    ['a number that is too small', v.pipe(v.number(), v.minValue(2)), 1, { code: 'too_small', limit: 2 }],
    ['a number that is too big', v.pipe(v.number(), v.maxValue(2)), 3, { code: 'too_big', limit: 2 }],
    ['a code named by the schema', v.pipe(text, v.maxLength(2, 'phone')), 'אבג', { code: 'phone', limit: 2 }],
    ['an unknown field', object, { b: 1 }, { code: 'unknown_field' }],
    ['a wrong type', v.number(), '3', { code: 'invalid' }],
    ['a wrong format', v.pipe(text, v.digits()), 'א', { code: 'invalid' }],
  ])('%s', (_, schema, input, problem) => {
    const { issues = [] } = v.safeParse(schema, input);
    expect(issues.map((issue) => fieldProblemOf(issue))).toEqual([problem]);
  });
});

test.each([
  ['image/jpeg', true],
  ['image/heic', true],
  // Some devices give their photos no type.
  ['', true],
  ['image/svg+xml', false],
  ['application/pdf', false],
  ['text/image/', false],
])('a file of type “%s” may be a picture: %s', (type, may) => expect(isPictureType(type)).toBe(may));

test('a thrown value that is no Failure is read as unreadable', () => {
  expect(asFailure(new FailureError({ kind: 'item_closed' }))).toEqual({ kind: 'item_closed' });
  for (const thrown of [new Error('x'), null, 'offline', { kind: 'item_closed' }])
    expect(asFailure(thrown)).toEqual({ kind: 'unreadable' });
});

test('the limits are those of the specification', () => {
  expect(limits).toMatchObject({
    page: { size: 10, max: 100 },
    bulk: 50,
    toast: 2000,
    searchDelay: 500,
    picker: { limit: 20, nextLimit: 10, threshold: 100 },
    chat: { page: 4, message: 500, images: 10 },
    optionSearch: 10,
    rounds: 3,
    groupMembers: 2,
    votesForPoint: 100,
    digit: { min: 0, max: 9 },
    viewAllFrom: 4,
    code: { length: 10, alphabet: '0123456789ABCDEFGHJKMNPQRSTVWXYZ' },
    pin: { digits: 6, minutes: 5, tries: 5, perNumber: 3, perNumberMinutes: 10, guessesPerDay: 10 },
    session: { idleDays: 30, totalDays: 180 },
    sumsFromBettors: 5,
    drag: { threshold: 5, delay: 100, scrollStep: 2, edgePercent: 5 },
  });
  expect(pictureLimits).toMatchObject({ bytes: 8_388_608, pixels: 24_000_000 });
});

test.each([
  ['2026-11-21T00:00:00Z', '2027-12-31'],
  ['2026-12-31T21:59:59Z', '2027-12-31'],
  ['2026-12-31T22:00:00Z', '2028-12-31'],
])('the last day of a date field is 31 December of next year in Israel’s time: at %s it is %s', (now, day) =>
  expect(dateMax(new Date(now))).toBe(day),
);

test.each([
  ['late', true],
  ['pts_exact2', true],
  ['a'.repeat(40), true],
  ['a'.repeat(41), false],
  ['2late', false],
  ['_late', false],
  ['late goal', false],
  // Names that every object inherits.
  ['constructor', false],
  ['toString', false],
  ['hasOwnProperty', false],
  ['__proto__', false],
  ['prototype', false],
])('a rule’s key may be %s: %s', (key, isKey) => expect(v.is(RuleKey, key)).toBe(isKey));
