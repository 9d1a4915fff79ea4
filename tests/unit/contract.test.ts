import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { calls } from '#contract/calls.ts';
import { parseJoinCode, formatJoinCode } from '#contract/join-code.ts';
import { asFailure, FailureError, failureStatus, type FieldProblem } from '#contract/failures.ts';
import { fieldProblemOf } from '#contract/field-problem.ts';
import { emptyValueOf, fieldsOf, isEmpty, type FieldSpec } from '#contract/form-fields.ts';
import { decodeText } from '#contract/decode-text.ts';
import { dateMax } from '#contract/israel-time.ts';
import { QueryFlag } from '#contract/list-query.ts';
import { smallPictureUrl } from '#contract/pictures.ts';
import { limits } from '#contract/limits.ts';
import {
  CompetitionFileInput,
  fileLimits,
  GameInput,
  ImportInput,
  makeGameCalls,
} from '#contract/make-game-calls.ts';
import { preferencesOf, PreferencesInput } from '#contract/notification-preferences.ts';
import { layouts, optionalRuleDefaults, ruleDefaults } from '#contract/layouts.ts';
import { objectionCalls, objectionLength, provisionalHours } from '#contract/objections.ts';
import { Id } from '#contract/primitives.ts';
import { PushSubscription } from '#contract/push-calls.ts';
import { ruleBounds } from '#contract/rule-bounds.ts';
import { isShareOver, longestShare } from '#contract/share-target.ts';
import { maxRacers, maxRivals, maxRounds, maxWinners, minSample } from '#contract/statistics.ts';
import { labRulesOf, whatIfCalls } from '#contract/what-if.ts';
import {
  BetInput,
  GroupInput,
  GroupUpdate,
  ItemInput,
  ItemRuleInput,
  ItemRuleUpdate,
  RuleKey,
  ItemTypeInput,
  ItemTypeUpdate,
  ItemUpdate,
  LeagueInput,
  LeagueUpdate,
  maxBetVersion,
  MemberUpdate,
  MessageInput,
  MessageUpdate,
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

  test('a result has the goals of both teams and several item options', () => {
    const goals = { type: 'number', required: true, min: 0, max: 99 };
    expect(fieldsOf(ResultInput, ['home', 'away', 'options'])).toEqual([
      { ...goals, name: 'home', label: 'home' },
      { ...goals, name: 'away', label: 'away' },
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

  test('a game type and a rule have the fields of their forms', () => {
    const [text, select] = [
      { type: 'text', required: true },
      { type: 'select', required: false },
    ];
    expect(fieldsOf(ItemTypeInput, modelRegistry.itemtype.form.fields)).toEqual([
      { ...text, name: 'name', label: 'itemTypeName', maxLength: 60 },
      { ...select, name: 'type', label: 'itemTypeLayout' },
    ]);
    expect(fieldsOf(ItemRuleInput, modelRegistry.itemrule.form.fields)).toEqual([
      { ...text, name: 'name', label: 'itemRuleName', maxLength: 60 },
      { ...text, name: 'key', label: 'itemRuleKey' },
      { ...select, name: 'type', label: 'itemRuleType' },
      { name: 'required', type: 'boolean', label: 'itemRuleRequired', required: false },
    ]);
  });

  test('a field that the model does not have throws', () =>
    expect(() => fieldsOf(GroupInput, ['nope'])).toThrow('no field nope in this model'));

  test.each([
    ['', true],
    ['  ', true],
    [null, true],
    [[], true],
    [[3], false],
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

  const { page, limit, offset, search } = listQuery('post').entries;
  const withScore = (goals: number) => ({ home: goals, away: goals });
  test.each<[string, v.GenericSchema, number, number, (number: number) => unknown]>([
    ['an id', Id, 1, Number.MAX_SAFE_INTEGER, Number],
    ['a league’s rounds', LeagueInput.entries.rounds, 1, 3, Number],
    ['a changed league’s rounds', LeagueUpdate.entries.rounds, 1, 3, Number],
    ['a league’s members of a group', LeagueInput.entries.groupMembersCount, 1, 2, Number],
    ['a changed league’s members of a group', LeagueUpdate.entries.groupMembersCount, 1, 2, Number],
    ['a bet', BetInput.entries.value, 0, 1_000_000_000, Number],
    ['the version of bets', BetInput.entries.version, 0, 1_000_000_000, Number],
    ['the version of removed bets', modelRegistry.bet.remove.version, 0, 1_000_000_000, String],
    ['a rule’s maximum length', ItemRuleInput.entries.maxlength, 1, 10_000, Number],
    ['a changed rule’s maximum length', ItemRuleUpdate.entries.maxlength, 1, 10_000, Number],
    ['the goals of a team at home', ResultInput.entries.home, 0, 99, Number],
    ['the goals of a team away', ResultInput.entries.away, 0, 99, Number],
    ['the goals that an owner enters at home', ResultValue, 0, 99, (home) => ({ ...withScore(1), home })],
    ['the goals that an owner enters away', ResultValue, 0, 99, (away) => ({ ...withScore(1), away })],
    ['a list’s page', page, 1, 1_000_000, String],
    ['a list’s limit', limit, 1, 100, String],
    ['a list’s offset', offset, 0, 10_000_000, String],
  ])('%s from the lowest to the highest number, and no other', (_, schema, least, most, inputOf) => {
    expect([least - 1, least, most, most + 1].map((number) => accepts(schema, inputOf(number)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test('the lab’s rules within their bounds, and no others', () => {
    const { query } = whatIfCalls.rulesPreview;
    const takes = (key: string, number: number) => accepts(query, { post: '1', [key]: String(number) });
    const taken = Object.entries(ruleBounds).map(([key, [min, max]]) =>
      [min - 1, min, max, max + 1].map((number) => takes(key, number)),
    );
    expect(taken).toEqual(Array.from({ length: 8 }, () => [false, true, true, false]));
  });

  const { sendPin, logIn, socialLogIn, linkPhone } = calls;
  const { section, post } = modelRegistry;
  test.each<[string, v.GenericSchema, number, (text: string) => unknown]>([
    ['a phone number that asks for a code', sendPin.query, 30, (cellphone) => ({ cellphone })],
    ['a code to check', sendPin.query, 20, (pincode) => ({ cellphone: '1', pincode })],
    ['a phone number that signs in', logIn.body, 30, (username) => ({ username, password: '1' })],
    ['a code that signs in', logIn.body, 20, (password) => ({ username: '1', password })],
    ['a provider’s token', socialLogIn.body, 8192, (token) => ({ token })],
    ['a phone number to link', linkPhone.body, 30, (cellphone) => ({ cellphone, pincode: '1' })],
    ['a code to link with', linkPhone.body, 20, (pincode) => ({ cellphone: '1', pincode })],
    ['a phone number with a role', RoleInput.entries.cellphone, 30, String],
    ['an option’s value', OptionInput.entries.value, 100, String],
    ['a changed game type’s text', ItemTypeUpdate.entries.description, 200, String],
    ['a search', search, 100, String],
    ['a league’s code', section.filters.code, 20, String],
    ['a game’s code', post.filters.code, 20, String],
    ['an undone competition', makeGameCalls.undoImport.query.entries.competition, 40, String],
    ['a file of matches', CompetitionFileInput.entries.text, 250_000, String],
    ['an objection', objectionCalls.objectToResult.body.entries.words, 200, String],
    [
      'a push service’s address',
      PushSubscription.entries.endpoint,
      1024,
      (text) => `https://push.example/${text.slice(21)}`,
    ],
  ])('%s of up to the maximum length, and no longer', (_, schema, most, inputOf) => {
    expect([most, most + 1].map((length) => accepts(schema, inputOf('1'.repeat(length))))).toEqual([
      true,
      false,
    ]);
  });

  test('up to a hundred leagues that are muted together, and no more', () => {
    const leagues = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [at + 1, true]));
    const { muteLeagues } = PreferencesInput.entries;
    expect([accepts(muteLeagues, leagues(100)), accepts(muteLeagues, leagues(101))]).toEqual([true, false]);
  });

  test('pairs of one or two options, and no empty ones', () => {
    const taken = [[], [3], [3, 4], [3, 4, 5]].map((pair) =>
      accepts(GameInput, { ...game, groups: [{ options: [pair] }] }),
    );
    expect(taken).toEqual([false, true, true, false]);
  });

  test('no empty question, post, objection or file', () => {
    const empty = [
      ItemInput.entries.description,
      PostInput.entries.description,
      objectionCalls.objectToResult.body.entries.words,
      CompetitionFileInput.entries.text,
    ].map((schema) => ['', 'א'].map((text) => accepts(schema, text)));
    expect(empty).toEqual(Array.from({ length: 4 }, () => [false, true]));
  });

  test('a new league, message, question, game type, rule, post, group and import with the values that were left out', () => {
    expect([
      v.parse(LeagueInput, { name: 'הליגה' }),
      v.parse(MessageInput, { comment_post: 3 }),
      v.parse(ItemInput, { section: 1, description: 'מי?', options: [4, 3] }),
      v.parse(ItemTypeInput, { name: 'סוג' }),
      v.parse(ItemRuleInput, { name: 'כלל', key: 'late' }),
      v.parse(PostInput, { description: 'שלום' }),
      v.parse(GameInput, game),
      v.parse(ImportInput, { section: 1, competition: 'world-cup', rules: {} }),
      v.parse(CompetitionFileInput, { section: 1, format: 'csv', name: 'הגביע', text: 'א' }),
    ]).toEqual([
      {
        name: 'הליגה',
        description: '',
        rounds: 1,
        groupMembersCount: 1,
        tie_break: 'exact,difference,outcome',
        provisional_results: false,
        late_joiner: 'zero',
      },
      { comment_post: 3, description: '', images: [] },
      { section: 1, description: 'מי?', type: 'vote', options: [4, 3] },
      { name: 'סוג', description: '' },
      {
        name: 'כלל',
        key: 'late',
        value: null,
        type: 'text',
        maxlength: null,
        details: {},
        required: false,
        readonly: false,
        itemType: null,
      },
      { section: null, description: 'שלום' },
      { section: 1, itemType: 2, rules: {}, groups: [{ name: '', options: [3, 4] }] },
      {
        section: 1,
        competition: 'world-cup',
        rules: {},
        replay: false,
        startBy: 'date',
        questions: false,
        teams: [],
      },
      { section: 1, format: 'csv', name: 'הגביע', text: 'א', store: false },
    ]);
  });

  test('a change of nothing, which sets nothing', () => {
    const changes = [
      LeagueUpdate,
      GroupUpdate,
      ItemTypeUpdate,
      ItemRuleUpdate,
      ItemUpdate,
      PostUpdate,
      MemberUpdate,
    ];
    expect(changes.map((schema) => v.parse(schema, {}))).toEqual(changes.map(() => ({})));
  });

  test('stored preferences of any kind, which are completed: all on, quiet nights, no quiet holidays', () => {
    const on = {
      new_game: true,
      closing: true,
      results: true,
      correction: true,
      comment: true,
      invited: true,
      joined: true,
      pinned: true,
    };
    const quiet = { night: true, holidays: false, from: '23:00', until: '07:30' };
    const standard = { notifications: on, quiet, language: null };
    expect([null, {}, 'x', { quiet: { from: 'soon' } }].map((stored) => preferencesOf(stored))).toEqual(
      Array.from({ length: 4 }, () => standard),
    );
    expect(
      preferencesOf({
        notifications: { joined: false },
        quiet: { holidays: true, until: '06:00' },
        language: 'en',
      }),
    ).toEqual({
      notifications: { ...on, joined: false },
      quiet: { ...quiet, holidays: true, until: '06:00' },
      language: 'en',
    });
  });

  test('the end of a welcome, the removal of a message and a read notification, none of which can be undone', () => {
    const taken = [true, false].map((on) => [
      accepts(MemberUpdate, { new_member: on }),
      accepts(MessageUpdate, { active: on }),
      accepts(modelRegistry.notification.update, { new: on }),
      accepts(calls.readNotifications.body, { new: on }),
    ]);
    expect(taken).toEqual([Array.from({ length: 4 }, () => false), Array.from({ length: 4 }, () => true)]);
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
    [
      'a code of the schema’s own check',
      v.pipe(
        text,
        v.check(() => false, 'pin'),
      ),
      '1',
      { code: 'pin' },
    ],
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
  expect(limits).toEqual({
    page: { size: 10, max: 100 },
    bulk: 50,
    toast: 2000,
    searchDelay: 500,
    picker: { limit: 20, nextLimit: 10, threshold: 100 },
    chat: { page: 4, counted: 1000, message: 500, images: 10 },
    optionSearch: 10,
    name: { member: 40, league: 20, group: 20, option: 60, item: 120 },
    leagueDescription: 500,
    itemDescription: 200,
    itemWord: 40,
    gameDescription: 2000,
    ruleText: 2000,
    ruleNumber: 999_999,
    rounds: 3,
    groupMembers: 2,
    gameOptions: 64,
    gameItems: 128,
    undoImportMinutes: 10,
    votesForPoint: 100,
    digit: { min: 0, max: 9 },
    resultGoals: 99,
    viewAllFrom: 4,
    code: { length: 10, alphabet: '0123456789ABCDEFGHJKMNPQRSTVWXYZ' },
    pin: { digits: 6, minutes: 5, tries: 5, perNumber: 3, perNumberMinutes: 10, guessesPerDay: 10 },
    session: { idleDays: 30, totalDays: 180 },
    sumsFromBettors: 5,
    drag: { threshold: 5, delay: 100, scrollStep: 2, edgePercent: 5 },
    closingSoon: 3_600_000,
    feed: { liveHours: 12, settledHours: 24 },
  });
  expect(pictureLimits).toEqual({
    bytes: 8_388_608,
    pixels: 24_000_000,
    large: 1600,
    small: 320,
    sentBytes: 409_600,
    triesPerDay: 150,
    bytesPerDay: 52_428_800,
    kept: 2000,
    keptBytes: 262_144_000,
  });
  expect(fileLimits).toEqual({
    characters: 250_000,
    teams: 256,
    matches: 1024,
    teamOptions: 1000,
    problems: 30,
    competitions: 20,
  });
  expect({ provisionalHours, objectionLength, longestShare, maxBetVersion }).toEqual({
    provisionalHours: 24,
    objectionLength: 200,
    longestShare: 5000,
    maxBetVersion: 1_000_000_000,
  });
  expect({ minSample, maxRacers, maxRounds, maxWinners, maxRivals }).toEqual({
    minSample: 3,
    maxRacers: 10,
    maxRounds: 100,
    maxWinners: 10,
    maxRivals: 50,
  });
  const points = [0, 1000];
  expect(ruleBounds).toEqual({
    pts_exact: points,
    pts_difference: points,
    pts_outcome: points,
    pts_correct: points,
    pts_close: points,
    even_breakpoint: [0, 100],
    multiplier: [1, 10],
    underdog: points,
  });
});

test('the rules of a layout that a game does not set have the values of the specification', () => {
  expect([ruleDefaults, optionalRuleDefaults]).toEqual([
    {
      'home/away': { pts_exact: 4, pts_difference: 3, pts_outcome: 2 },
      vote: { bets_allow: 1, pts_correct: 3 },
      balance: {
        bets_allow: 1,
        votesForPoint: 100,
        pts_correct: 3,
        decided_by: 'result',
        even_breakpoint: 0,
      },
      bets: { pts_exact: 3, pts_close: 1 },
    },
    { multiplier: 1, underdog: 0, joker: false },
  ]);
});

test('the rules lab offers the rules of a layout that score', () => {
  expect(layouts.map((layout) => [layout, ...labRulesOf(layout)])).toEqual([
    ['home/away', 'pts_exact', 'pts_difference', 'pts_outcome', 'underdog', 'multiplier', 'joker'],
    ['vote', 'pts_correct', 'underdog', 'multiplier', 'joker'],
    ['balance', 'pts_correct', 'decided_by', 'even_breakpoint', 'multiplier', 'joker'],
    ['bets', 'pts_exact', 'pts_close', 'multiplier', 'joker'],
  ]);
});

test('each failure has its HTTP status', () => {
  expect(failureStatus).toEqual({
    validation: 400,
    unauthenticated: 401,
    forbidden: 403,
    not_found: 404,
    item_closed: 409,
    conflict: 409,
    too_large: 413,
    unsupported_media: 415,
    idempotency_mismatch: 422,
    update_required: 426,
    too_many: 429,
    internal: 500,
    unavailable: 503,
  });
});

test('a share is over a day after it arrived, or before it by a clock that was set back', () => {
  const [now, day] = [Date.parse('2026-06-11T12:00:00Z'), 86_400_000];
  const isOver = (at: number) => isShareOver(at, now);
  expect([now, now - day, now + day].map(isOver)).toEqual([false, false, false]);
  expect([now - day - 1, now + day + 1, NaN].map(isOver)).toEqual([true, true, true]);
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

test('a flag of a query is one of six words', () => {
  const words = ['True', 'true', '1', 'False', 'false', '0', 'yes', ''];
  const read = words.map((word) => v.safeParse(QueryFlag, word));
  expect(read.map((one) => (one.success ? one.output : null))).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    null,
    null,
  ]);
});

test('only uploaded pictures have a small size', () => {
  expect(
    ['/api/image/x', 'https://hevre.test/api/image/x', 'https://example.test/x.png'].map(smallPictureUrl),
  ).toEqual([
    '/api/image/x?size=small',
    'https://hevre.test/api/image/x?size=small',
    'https://example.test/x.png',
  ]);
});

test.each([
  ['UTF-16 with its mark', [0xff, 0xfe, 0xd0, 0x05], 'א'],
  ['UTF-8', [0xd7, 0x90], 'א'],
  ['Windows-1255', [0xe0, 0xe1], 'אב'],
  ['Windows-1255 with a mark of direction', [0xe0, 0xfe, 0xe1], 'א\u200fב'],
  ['Windows-1255 with a byte that has no letter', [0xff, 0xe0], '\ufffdא'],
])('a file in %s is read', (_, bytes, text) => expect(decodeText(new Uint8Array(bytes))).toBe(text));
