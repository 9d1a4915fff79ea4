import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import {
  applyDraftEdit,
  slideToFix,
  withLeague,
  withType,
  type DraftEdit,
} from '#domain/wizard/draft-edits.ts';
import type { FieldProblem } from '#contract/failures.ts';
import {
  offersCatalogue,
  blockerOf,
  emptyDraft,
  GameDraft,
  toGameInput,
  groupProblem,
  hasValidRules,
  isArrangeable,
  isComplete,
  legsOf,
  ruleProblems,
  furthestSlide,
  summaryOf,
} from '#domain/wizard/game-draft.ts';
import {
  applyEdit,
  chooseType,
  fitToRules,
  isCategory,
  openingSlide,
  type WizardContext,
} from '#domain/wizard/wizard-context.ts';
import type { Layout } from '#contract/layouts.ts';
import { GameInput } from '#contract/make-game-calls.ts';
import { type ItemRule, type ItemType, type League, type Option } from '#contract/models.ts';
import { hasDefault, rulesToSend, ruleProblem, initialRuleValues } from '#domain/wizard/rule-values.ts';

const league = { id: 7, name: 'המשרד', rounds: 2 } as League;
const typeOf = (id: number, layout: Layout) =>
  ({ id, name: `type ${id}`, type: layout, subs: 0 }) as ItemType;
const [football, vote, numbers] = [typeOf(5, 'home/away'), typeOf(3, 'vote'), typeOf(4, 'bets')];
const rule = (key: string, type: ItemRule['type'], more: Partial<ItemRule> = {}): ItemRule => ({
  id: 1,
  name: key,
  key,
  value: null,
  type,
  maxlength: null,
  details: {},
  required: false,
  readonly: false,
  itemType: null,
  ...more,
});
const face = (id: number) => ({ id, name: `team ${id}`, image: null, is_staff: false });
const pair = (id: number, one: number, other: number) => ({
  id,
  name: `team ${one} + team ${other}`,
  image: null,
  is_staff: false,
  pair: [face(one), face(other)] as const,
});
const option = (id: number): Option => ({ ...face(id), value: null, images: [] });
const faces = (...ids: number[]) => Object.fromEntries(ids.map((id) => [id, face(id)]));
const groups = (...given: number[][]) => given.map((options, at) => ({ id: at + 1, options, dates: [] }));

type Draft = GameDraft & { serverProblems: Record<string, FieldProblem> };
const draft = (more: Partial<Draft> = {}): Draft => ({
  ...emptyDraft,
  league,
  type: football,
  serverProblems: {},
  ...more,
});
const may = (before: Draft, edit: DraftEdit) => applyDraftEdit(before, edit) !== null;
const invalid = { code: 'invalid' as const };

describe('a rule’s value', () => {
  const points = rule('pts_exact', 'number', { required: true, details: { min: 0, max: 100 } });
  const order = rule('ordering_type', 'select', {
    details: {
      choices: [
        { value: 'custom', title: 'לסדר ביד' },
        { value: 2, title: 'שניים' },
      ],
    },
  });

  test.each([
    [points, '', { code: 'required' }],
    [points, null, { code: 'required' }],
    [points, 0, null],
    [points, '100', null],
    [points, -1, { code: 'too_small', limit: 0 }],
    [points, 101, { code: 'too_big', limit: 100 }],
    [points, 1.5, { code: 'invalid' }],
    [points, 'many', { code: 'invalid' }],
    [rule('n', 'number'), '', null],
    [rule('n', 'number'), -5, null],
    [order, 'custom', null],
    // A form sends a choice as text.
    [order, '2', null],
    [order, 'alphabetical', { code: 'invalid' }],
    [rule('title', 'text', { maxlength: 5 }), 'שלום!', null],
    [rule('title', 'text', { maxlength: 5 }), ' שלום! ', null],
    [rule('title', 'textarea', { maxlength: 5 }), 'שלום לך', { code: 'too_long', limit: 5 }],
    [rule('title', 'text'), 'א'.repeat(2001), { code: 'too_long', limit: 2000 }],
    [rule('title', 'text', { required: true }), '   ', { code: 'required' }],
    [rule('due_date', 'datetime'), '2026-06-11T19:00:00.000Z', null],
    [rule('due_date', 'datetime'), 'tomorrow', { code: 'invalid' }],
    // false is a value.
    [rule('hide_options', 'boolean', { required: true }), false, null],
  ])('of %o given as %j has the problem %o', (one, value, problem) =>
    expect(ruleProblem(one, value)).toEqual(problem),
  );

  test('is initially the type’s, else the layout’s default; the rounds are the league’s', () => {
    const rules = [
      rule('rounds', 'number', { value: 1 }),
      rule('pts_exact', 'number', { value: 5 }),
      rule('pts_outcome', 'number'),
      rule('sponsor', 'text'),
    ];
    expect(initialRuleValues(rules, 'home/away', league, {})).toEqual({
      rounds: 2,
      pts_exact: 5,
      pts_outcome: 2,
      sponsor: null,
    });
    // Only matches have legs.
    expect(initialRuleValues(rules, 'bets', league, {}).rounds).toBe(1);
  });

  test('that was typed is kept, even if empty; one of another type’s rule is dropped', () =>
    expect(
      initialRuleValues([rule('a', 'text', { value: 'x' }), rule('b', 'text')], 'vote', league, {
        a: '',
        c: 'z',
      }),
    ).toEqual({ a: '', b: null }));

  test('is sent in the server’s types, without read-only and unknown rules', () =>
    expect(
      rulesToSend(
        [
          rule('pts_exact', 'number'),
          rule('title', 'text'),
          rule('due_date', 'datetime'),
          rule('hide_options', 'boolean'),
          rule('fixed', 'text', { readonly: true }),
        ],
        { pts_exact: '7', title: '  גמר ', due_date: '', hide_options: false, fixed: 'x', gone: 'y' },
      ),
    ).toEqual({ pts_exact: 7, title: 'גמר', due_date: null, hide_options: false }));
});

test.each([
  [rule('pts_exact', 'number'), true],
  [rule('hide_options', 'boolean', { value: true }), true],
  [rule('players', 'number'), true],
  [rule('multiplier', 'number'), true],
  [rule('underdog', 'number'), true],
  [rule('description', 'textarea', { value: '' }), false],
  [rule('due_date', 'datetime'), false],
  [rule('bottles', 'number'), false],
])('$0.key has a default value: $1', (spec, is) => {
  expect(hasDefault(spec, 'home/away')).toBe(is);
});

describe('an edit', () => {
  const rules = [rule('pts_exact', 'number', { required: true }), rule('fixed', 'text', { readonly: true })];
  test('of a rule clears the server’s error of that rule alone', () =>
    expect(
      applyDraftEdit(
        draft({
          rules,
          values: { fixed: 'x' },
          serverProblems: { 'rules.pts_exact': invalid, 'rules.pts': invalid },
        }),
        {
          type: 'rule.change',
          key: 'pts_exact',
          value: 3,
        },
      ),
    ).toEqual({ values: { fixed: 'x', pts_exact: 3 }, serverProblems: { 'rules.pts': invalid } }));

  test('of a read-only or unknown rule is refused', () => {
    expect(may(draft({ rules }), { type: 'rule.change', key: 'fixed', value: 'y' })).toBe(false);
    expect(may(draft({ rules }), { type: 'rule.change', key: 'other', value: 'y' })).toBe(false);
  });

  test('of the options clears the server’s errors of the groups', () =>
    expect(
      applyDraftEdit(
        draft({ serverProblems: { groups: invalid, 'groups.0.options.1': invalid, 'rules.x': invalid } }),
        {
          type: 'side.select',
          option: option(1),
        },
      ),
    ).toEqual({ groups: groups([1]), faces: faces(1), serverProblems: { 'rules.x': invalid } }));

  test('of the matches or their order clears these errors too', () => {
    const before = draft({
      values: { ordering_type: 'custom' },
      groups: groups([1, 2]),
      serverProblems: { 'groups.0.options.1': invalid, 'rules.x': invalid },
    });
    const serverProblems = { 'rules.x': invalid };
    expect(applyDraftEdit(before, { type: 'match.remove', match: 1 })).toEqual({
      groups: [],
      serverProblems,
    });
    expect(
      applyDraftEdit(before, { type: 'option.move', option: 1, fromGroup: 1, toGroup: 1, toIndex: 1 }),
    ).toEqual({
      groups: groups([2, 1]),
      serverProblems,
    });
  });

  test('of options depends on the layout: a match takes sides, a list toggles, and both take a new option', () => {
    const list = draft({ type: vote });
    expect(may(draft(), { type: 'option.toggle', option: option(1) })).toBe(false);
    expect(may(list, { type: 'side.select', option: option(1) })).toBe(false);
    expect(applyDraftEdit(list, { type: 'option.entered', option: option(1) })?.groups).toEqual(groups([1]));
    expect(applyDraftEdit(draft(), { type: 'option.entered', option: option(1) })?.groups).toEqual(
      groups([1]),
    );
    // A name that is typed twice is chosen once.
    expect(
      may(draft({ type: vote, groups: groups([1]) }), { type: 'option.entered', option: option(1) }),
    ).toBe(false);
  });

  test('of a list splits it by the number of players', () =>
    expect(
      applyDraftEdit(draft({ type: numbers, values: { players: 2 }, groups: groups([1, 2], [3]) }), {
        type: 'option.toggle',
        option: option(4),
      })?.groups,
    ).toEqual(groups([1, 2], [3, 4])));

  test('never makes a game exceed its limits', () => {
    const all = Array.from({ length: 64 }, (_, at) => at + 1);
    const list = draft({ type: vote, groups: groups(all) });
    expect(may(list, { type: 'option.toggle', option: option(65) })).toBe(false);
    expect(may(list, { type: 'option.toggle', option: option(64) })).toBe(true);
    const matches = draft({
      values: { rounds: 3 },
      groups: groups(...all.slice(0, 42).map((id) => [id, 64])),
    });
    expect(may(matches, { type: 'side.select', option: option(1) })).toBe(false);
  });

  test('of a date clears the error of that date alone, which is numbered without empty groups', () => {
    const before = draft({
      groups: groups([], [1, 2], [3, 4]),
      serverProblems: { 'groups.0.dates.1': invalid, 'groups.1.dates.1': invalid },
    });
    const date = '2026-06-11T19:00:00.000Z';
    expect(applyDraftEdit(before, { type: 'date.change', match: 3, leg: 1, date })).toEqual({
      groups: [...groups([], [1, 2]), { id: 3, options: [3, 4], dates: [null, date] }],
      serverProblems: { 'groups.0.dates.1': invalid },
    });
  });

  test('of a date is refused for an unknown match or leg', () => {
    const before = draft({ groups: groups([1, 2]) });
    const change = (match: number, leg: number) =>
      may(before, { type: 'date.change', match, leg, date: null });
    expect([change(1, 0), change(1, 1), change(1, 2), change(1, -1), change(2, 0)]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test('of the order is allowed only in games that are ordered by hand', () => {
    const move = { type: 'option.move' as const, option: 1, fromGroup: 1, toGroup: 1, toIndex: 1 };
    const before = draft({ type: vote, groups: groups([1, 2]) });
    expect(may(before, move)).toBe(false);
    expect(may({ ...before, values: { ordering_type: 'as_chosen' } }, move)).toBe(false);
    expect(applyDraftEdit({ ...before, values: { ordering_type: 'custom' } }, move)?.groups).toEqual(
      groups([2, 1]),
    );
  });

  test('of the order of matches swaps options', () =>
    expect(
      applyDraftEdit(draft({ values: { ordering_type: 'custom' }, groups: groups([1, 2], [3, 4]) }), {
        type: 'option.move',
        option: 1,
        fromGroup: 1,
        toGroup: 2,
        toIndex: 1,
      })?.groups,
    ).toEqual(groups([4, 2], [3, 1])));

  test('removes a match; an unknown match and a group of a list are refused', () => {
    const before = draft({ groups: groups([1, 2], [3, 4]) });
    expect(applyDraftEdit(before, { type: 'match.remove', match: 1 })?.groups).toEqual([
      { id: 2, options: [3, 4], dates: [] },
    ]);
    expect(may(before, { type: 'match.remove', match: 9 })).toBe(false);
    expect(may({ ...before, type: vote }, { type: 'match.remove', match: 1 })).toBe(false);
  });
});

describe('a newly chosen type', () => {
  const rules = [rule('pts_exact', 'number', { value: 3 })];
  const before = draft({ values: { pts_exact: 9 }, groups: groups([1, 2]) });
  test('keeps typed values only if it is the same type, and options only if its layout takes them', () => {
    expect(withType(before, football, rules)).toEqual({
      type: football,
      rules,
      values: { pts_exact: 9 },
    });
    expect(withType(before, { ...football, id: 6 }, rules)).toEqual({
      type: { ...football, id: 6 },
      rules,
      values: { pts_exact: 3 },
    });
    expect(withType(before, vote, rules)).toMatchObject({
      values: { pts_exact: 3 },
      groups: [],
      unpaired: null,
    });
    expect(withType({ ...before, type: vote }, numbers, rules).groups).toBeUndefined();
  });
});

describe('a drafted game', () => {
  const date = '2026-06-11T19:00:00.000Z';
  const fullDraft = draft({
    rules: [rule('rounds', 'number'), rule('title', 'text')],
    values: { rounds: 2, title: ' גמר ' },
    groups: [
      { id: 1, options: [1, 2], dates: [null, date, date] },
      // A leg that was removed keeps its date in the draft.
      { id: 4, options: [1, 3], dates: [null, null, date] },
    ],
    faces: faces(1, 2, 3, 9),
  });

  test('has a summary of its league, its type, its number of items and each option once', () =>
    expect(summaryOf(fullDraft)).toEqual({
      league: 'המשרד',
      type: 'type 5',
      pairs: false,
      items: 4,
      options: Object.values(faces(1, 2, 3)),
    }));
  test('counts no match without an opponent', () =>
    expect(summaryOf({ ...fullDraft, groups: groups([1, 2], [3]) }).items).toBe(2));
  test('has an empty summary at first', () =>
    expect(summaryOf(emptyDraft)).toEqual({
      league: null,
      type: null,
      pairs: false,
      items: 0,
      options: [],
    }));

  test('is sent with the dates of its legs, or none where no leg has one', () => {
    const game = toGameInput(fullDraft);
    expect(game).toEqual({
      section: 7,
      itemType: 5,
      rules: { rounds: 2, title: 'גמר' },
      groups: [
        { id: 1, options: [1, 2], dates: [null, date] },
        { id: 4, options: [1, 3] },
      ],
    });
    expect(v.safeParse(GameInput, game).success).toBe(true);
  });
  test('is sent without empty groups', () =>
    expect(toGameInput(draft({ groups: groups([], [1, 2]) })).groups).toEqual([{ id: 2, options: [1, 2] }]));

  test.each([
    [{ values: { rounds: 3 } }, 3],
    [{ values: { rounds: '2' } }, 2],
    // An emptied field.
    [{ values: { rounds: '' } }, 2],
    [{ values: { rounds: 99 } }, 3],
    [{ values: { rounds: 1 } }, 1],
    [{ values: { rounds: 0 } }, 2],
    [{ values: { rounds: 1.5 } }, 2],
    [{}, 2],
    [{ league: null }, 1],
    [{ type: vote }, 1],
  ])('with %o has %i legs', (more, legs) => expect(legsOf(draft(more))).toBe(legs));

  test('can be arranged before it is complete where it is ordered by hand', () => {
    const list = (ordering_type: string, ...given: number[][]) =>
      draft({ type: vote, values: { ordering_type, players: 2 }, groups: groups(...given) });
    expect(isArrangeable(list('as_chosen', [1, 2], [3]))).toBe(false);
    expect(isArrangeable(list('custom', [1, 2], [3]))).toBe(true);
    expect(isComplete(list('custom', [1, 2], [3]))).toBe(false);
    expect(isArrangeable(list('custom', [1]))).toBe(false);
    const single = draft({ values: { ordering_type: 'custom' }, groups: groups([1, 2], [3]) });
    expect(isArrangeable(single)).toBe(false);
  });
});

describe('a pair', () => {
  const couples = { ...league, groupMembersCount: 2 };
  const list = draft({ league: couples, type: vote });
  const matches = draft({ league: couples, values: { rounds: 1 } });
  /** The draft after these taps, one by one; null once one of them is refused. */
  const tapped = (before: Draft, ...ids: number[]) =>
    ids.reduce<Draft | null>((now, id) => {
      const type = now?.type === vote ? 'option.toggle' : 'side.select';
      const change = now && applyDraftEdit(now, { type, option: option(id) });
      return now && change && { ...now, ...change };
    }, before);

  test('takes two taps, the first of which leaves its option unpaired', () => {
    expect(applyDraftEdit(list, { type: 'option.toggle', option: option(1) })).toEqual({ unpaired: face(1) });
    expect(tapped(list, 1, 2)).toMatchObject({
      unpaired: null,
      groups: groups([-1]),
      faces: { '-1': pair(-1, 1, 2) },
    });
    // A newly created option counts as a tap.
    expect(applyDraftEdit(list, { type: 'option.entered', option: option(9) })).toEqual({
      unpaired: face(9),
    });
    // Entering the name of either half does not remove the pair.
    for (const half of [1, 2])
      expect(
        applyDraftEdit({ ...list, ...tapped(list, 1, 2) }, { type: 'option.entered', option: option(half) }),
      ).toBeNull();
    expect(
      applyDraftEdit({ ...list, ...tapped(list, 1) }, { type: 'option.entered', option: option(1) }),
    ).toBeNull();
  });
  test('is cancelled by a second tap on its first option', () =>
    expect(tapped(list, 1, 1)).toMatchObject({ unpaired: null, groups: [] }));
  test('of a list is removed by a tap on either of its options', () => {
    const two = tapped(list, 1, 2, 3, 4);
    expect(two?.groups).toEqual(groups([-1, -2]));
    expect(tapped(two as Draft, 2)?.groups).toEqual(groups([-2]));
    // The same two options are the same pair in either order.
    expect(tapped(two as Draft, 2, 2, 1)?.groups).toEqual(groups([-2, -1]));
  });
  test('is one side of a match, and no option is on both sides', () => {
    const match = tapped(matches, 1, 2, 3, 4);
    expect(match?.groups).toEqual(groups([-1, -2]));
    expect(tapped(matches, 1, 2, 1)).toBeNull();
    expect(tapped(matches, 1, 2, 3, 2)).toBeNull();
    expect(tapped(match as Draft, 1, 5, 2, 6)?.groups).toEqual(groups([-1, -2], [-3, -4]));
  });
  test('cannot be moved into a group that has one of its options', () => {
    const before = tapped(matches, 1, 2, 3, 4, 1, 5, 6, 7) as Draft;
    const custom = { ...before, values: { ordering_type: 'custom' } };
    const move = { type: 'option.move' as const, fromGroup: 1, toGroup: 2, toIndex: 1 };
    expect(may(custom, { ...move, option: -1 })).toBe(false);
    expect(may(custom, { ...move, option: -2 })).toBe(true);
  });
  test('is sent as its two options, and the game is incomplete while one is unpaired', () => {
    const ready = tapped(matches, 1, 2, 3, 4) as Draft;
    expect(isComplete(ready)).toBe(true);
    const game = toGameInput(ready);
    expect(game.groups).toEqual([
      {
        id: 1,
        options: [
          [1, 2],
          [3, 4],
        ],
      },
    ]);
    expect(v.safeParse(GameInput, game).success).toBe(true);
    expect(isComplete(tapped(ready, 5) as Draft)).toBe(false);
    expect(isArrangeable({ ...(tapped(ready, 5) as Draft), values: { ordering_type: 'custom' } })).toBe(
      false,
    );
    const custom = { ...list, values: { ordering_type: 'custom' } };
    expect(isArrangeable(tapped(custom, 1, 2, 3, 4) as Draft)).toBe(true);
    expect(isArrangeable(tapped(custom, 1, 2, 3, 4, 5) as Draft)).toBe(false);
    expect(isComplete(tapped(list, 1, 2, 3, 4, 5) as Draft)).toBe(false);
    expect(summaryOf(ready)).toMatchObject({ pairs: true, options: [pair(-1, 1, 2), pair(-2, 3, 4)] });
  });
  test('counts as two of the 64 options', () => {
    const all = Array.from({ length: 64 }, (_, at) => at + 1);
    const full = tapped(list, ...all) as Draft;
    expect(full.groups[0]?.options).toHaveLength(32);
    expect(tapped(full, 65, 66)).toBeNull();
    expect(isComplete(full)).toBe(true);
  });
  test('has the changed pictures of its two options', () => {
    const before = tapped(list, 1, 2, 3, 2, 2) as Draft;
    const after = applyDraftEdit(before, { type: 'option.pictureChanged', option: 2, image: '/2.webp' });
    const withPicture = { ...face(2), image: '/2.webp' };
    expect(after?.faces?.['-1']).toEqual({ ...pair(-1, 1, 2), pair: [face(1), withPicture] });
    expect(
      applyDraftEdit(before, { type: 'option.pictureChanged', option: 1, image: '/1.webp' })?.faces?.['-1'],
    ).toMatchObject({
      image: '/1.webp',
    });
    const waits = { ...list, unpaired: face(2) };
    expect(
      applyDraftEdit(waits, { type: 'option.pictureChanged', option: 2, image: '/2.webp' })?.unpaired,
    ).toEqual(withPicture);
  });
  test('is not mixed with single options: a league with another group size resets the options', () => {
    const single = draft({ groups: groups([1, 2]) });
    expect(withLeague(single, couples)).toEqual({ league: couples, groups: [], unpaired: null });
    expect(withLeague(single, { ...league, id: 8 })).toEqual({ league: { ...league, id: 8 } });
  });
});

describe('a restored draft', () => {
  const rules = [rule('pts_exact', 'number', { required: true })];
  const fullDraft = draft({
    rules,
    values: { pts_exact: 4, rounds: 1 },
    groups: groups([1, 2]),
    slide: 'reorder',
  });
  test.each([
    [{}, 'reorder'],
    [{ slide: 'options' }, 'options'],
    [{ slide: 'types' }, 'types'],
    [{ slide: 'sections' }, 'sections'],
    // Not past the first slide that is incomplete.
    [{ groups: groups([1, 2], [3]) }, 'options'],
    [{ values: { pts_exact: '' } }, 'settings'],
    [{ type: null }, 'types'],
    [{ league: null }, 'sections'],
  ] as [Partial<Draft>, string][])('with %o opens at the slide %s', (more, slide) =>
    expect(furthestSlide({ ...fullDraft, ...more })).toBe(slide),
  );
  test('of an earlier version gets the fields that it lacks', () => {
    const { unpaired: _, slide: __, serverProblems: ___, ...old } = fullDraft;
    const restored = v.parse(GameDraft, { ...old, league: null, rules: [], type: null });
    expect(restored).toMatchObject({ unpaired: null, slide: 'options', groups: groups([1, 2]) });
  });
});

describe('a rule that staff have created', () => {
  test('is added, replaces one of the same key, and keeps typed values', () => {
    const before = draft({
      rules: [rule('pts_exact', 'number', { value: 4 }), rule('sponsor', 'text')],
      values: { pts_exact: 7, sponsor: 'סבא' },
    });
    const own = rule('pts_exact', 'number', { value: 5, itemType: 5 });
    const bonus = rule('bonus', 'boolean', { value: true });
    expect(applyDraftEdit(before, { type: 'rule.created', rule: own })).toEqual({
      rules: [before.rules[1], own],
      values: { pts_exact: 7, sponsor: 'סבא' },
    });
    expect(applyDraftEdit(before, { type: 'rule.created', rule: bonus })?.values).toEqual({
      pts_exact: 7,
      sponsor: 'סבא',
      bonus: true,
    });
  });
});

describe('an error of the server', () => {
  const refused = (...paths: string[]) => ({
    kind: 'validation' as const,
    fields: Object.fromEntries(paths.map((path) => [path, invalid])),
  });
  test.each([
    [['rules.pts_exact', 'groups.0.dates.0'], 'settings'],
    [['groups.0.options.1'], 'options'],
    [['groups'], 'options'],
    [['groups.3.dates.0', 'groups.1.options'], 'options'],
    [['groups.3.dates.0'], 'reorder'],
    [['section'], 'reorder'],
  ])('%j is corrected on the slide %s', (paths, slide) => expect(slideToFix(refused(...paths))).toBe(slide));
  test('of another kind is corrected on the last slide', () =>
    expect(slideToFix({ kind: 'offline' })).toBe('reorder'));

  test('is shown where the wizard itself finds no error', () => {
    const rules = [rule('a', 'number', { required: true }), rule('b', 'number', { required: true })];
    const serverProblems = { 'rules.a': invalid, 'rules.b': invalid };
    expect(ruleProblems({ rules, values: { a: '', b: 1 }, serverProblems })).toEqual({
      a: { code: 'required' },
      b: invalid,
    });
    // A server error does not block sending the game again.
    expect(hasValidRules({ rules, values: { a: 2, b: 1 } })).toBe(true);
    expect(hasValidRules({ rules, values: { a: '', b: 1 } })).toBe(false);
  });

  test('is assigned to its group, although the server counts only the groups it was sent', () => {
    const draftWithProblem = (path: string) =>
      draft({ groups: groups([], [1, 2], [3, 4]), serverProblems: { [path]: invalid } });
    expect(groupProblem(draftWithProblem('groups.1.options.0'), 3)).toEqual(invalid);
    expect(groupProblem(draftWithProblem('groups.1.options.0'), 2)).toBeNull();
    expect(groupProblem(draftWithProblem('groups.1'), 3)).toEqual(invalid);
    expect(groupProblem(draftWithProblem('groups.1.name'), 3)).toEqual(invalid);
    expect(groupProblem(draftWithProblem('groups.10'), 3)).toBeNull();
    expect(groupProblem(draftWithProblem('rules.players'), 3)).toBeNull();
    expect(groupProblem(draftWithProblem('groups.1.dates.0'), 3)).toBeNull();
    expect(groupProblem(draftWithProblem('groups.1.dates.0'), 3, 0)).toEqual(invalid);
    expect(groupProblem(draftWithProblem('groups.1.dates.0'), 3, 1)).toBeNull();
  });
});

describe('the blocker of a slide', () => {
  const pairsLeague = { ...league, groupMembersCount: 2 };

  test('options come from the catalogue for matches and for pairs, and are typed for single ones', () => {
    const offers = [draft(), draft({ type: vote }), draft({ type: vote, league: pairsLeague })].map(
      offersCatalogue,
    );
    expect(offers).toEqual([true, false, true]);
  });
  const custom = { ordering_type: 'custom', players: 2 };
  test.each<[string, Draft, Parameters<typeof blockerOf>[1], ReturnType<typeof blockerOf>]>([
    ['no league', draft({ league: null }), 'sections', { kind: 'noLeague' }],
    ['a league', draft(), 'sections', null],
    ['no match', draft(), 'options', { kind: 'noMatch' }],
    [
      'a match without an opponent, after a whole one',
      draft({ groups: groups([3, 1], [2]), faces: faces(1, 2, 3) }),
      'options',
      { kind: 'noOpponent', name: 'team 2' },
    ],
    ['whole matches', draft({ groups: groups([3, 1]), faces: faces(1, 3) }), 'options', null],
    [
      'half a pair',
      draft({ league: pairsLeague, groups: groups([3, 1]), faces: faces(1, 3), unpaired: face(4) }),
      'options',
      { kind: 'noPartner', name: 'team 4' },
    ],
    [
      'one option of a vote',
      draft({ type: vote, groups: groups([2]), faces: faces(2) }),
      'options',
      { kind: 'tooFewOptions' },
    ],
    ['no option of a vote', draft({ type: vote }), 'options', { kind: 'tooFewOptions' }],
    [
      'two options, each alone',
      draft({ type: vote, values: { players: 2 }, groups: groups([2], [5]), faces: faces(2, 5) }),
      'options',
      { kind: 'leftOver' },
    ],
    [
      'two pairs that share a member',
      draft({
        league: pairsLeague,
        type: vote,
        groups: groups([-1, -2]),
        faces: { '-1': pair(-1, 1, 2), '-2': pair(-2, 2, 3) },
      }),
      'options',
      { kind: 'duplicate', group: 1 },
    ],
    ['no match, which a slide before that does not need', draft(), 'settings', null],
    [
      'three options in groups of two',
      draft({ type: vote, values: { players: 2 }, groups: groups([2, 5], [4]), faces: faces(2, 4, 5) }),
      'options',
      { kind: 'leftOver' },
    ],
    [
      'three options that are arranged by hand next',
      draft({ type: vote, values: custom, groups: groups([2, 5], [4]), faces: faces(2, 4, 5) }),
      'options',
      null,
    ],
    [
      'one left alone on the board',
      draft({ type: vote, values: custom, groups: groups([2, 5], [4]), faces: faces(2, 4, 5) }),
      'reorder',
      { kind: 'groupOfOne', group: 2 },
    ],
    [
      'the first one left alone on the board',
      draft({ type: vote, values: custom, groups: groups([4], [2, 5]), faces: faces(2, 4, 5) }),
      'reorder',
      { kind: 'groupOfOne', group: 1 },
    ],
    ...[1, 2].map((group): [string, Draft, 'reorder', ReturnType<typeof blockerOf>] => [
      `an option that would meet itself in group ${group} of the board`,
      draft({
        league: pairsLeague,
        type: vote,
        values: custom,
        groups: groups(
          ...(group === 1
            ? [
                [-1, -2],
                [-3, -4],
              ]
            : [
                [-3, -4],
                [-1, -2],
              ]),
        ),
        faces: { '-1': pair(-1, 1, 2), '-2': pair(-2, 2, 3), '-3': pair(-3, 1, 4), '-4': pair(-4, 5, 6) },
      }),
      'reorder',
      { kind: 'duplicate', group },
    ]),
    [
      'an emptied group on the board',
      draft({ type: vote, values: custom, groups: groups([2, 5, 4], []), faces: faces(2, 4, 5) }),
      'reorder',
      null,
    ],
    [
      'more options than a game holds',
      draft({
        groups: groups(...Array.from({ length: 33 }, (_, at) => [2 * at + 1, 2 * at + 2])),
        faces: faces(...Array.from({ length: 66 }, (_, at) => at + 1)),
      }),
      'options',
      { kind: 'tooMany', options: 64, items: 128 },
    ],
  ])('%s', (_, given, slide, blocker) => {
    expect(blockerOf(given, slide)).toEqual(blocker);
  });
});

describe('the wizard', () => {
  const organizer = { leagues: [league], staff: false, draftKey: { member: 2, league: null } };
  const context = (more: Partial<WizardContext> = {}): WizardContext => ({
    ...draft(),
    ...organizer,
    touched: [],
    failure: null,
    post: null,
    ...more,
  });
  const category = { ...vote, id: 8, type: null };

  test.each([
    [0, 'vote', false],
    [1, 'vote', true],
    [0, null, true],
    [2, null, true],
  ] as const)('a type with %i types below it and the layout %j is a category: %s', (subs, type, is) =>
    expect(isCategory({ subs, type })).toBe(is),
  );

  test('opens a category, and drops the problems of another type than the chosen one', () => {
    const before = context({
      type: vote,
      path: [football],
      touched: ['late'],
      serverProblems: { groups: invalid },
    });
    const choose = (type: ItemType) => chooseType(before, { type, rules: [] });
    expect(choose(category)).toEqual({ path: [football, category] });
    expect([vote, numbers].map((type) => [choose(type).serverProblems, choose(type).touched])).toEqual([
      [{ groups: invalid }, []],
      [{}, []],
    ]);
  });

  test('fits the groups of a vote to its rules, and leaves matches as they are', () => {
    const given = { values: { players: 2 }, groups: groups([4, 2, 3, 1]), faces: faces(1, 2, 3, 4) };
    expect(fitToRules(context({ ...given, type: vote })).groups?.map(({ options }) => options)).toEqual([
      [4, 2],
      [3, 1],
    ]);
    expect(fitToRules(context({ ...given, type: football }))).toEqual({});
  });

  test('takes leagues that the organizer runs, and new rules of staff alone', () => {
    const other = { ...league, id: 9 };
    const choose = (id: number) =>
      applyEdit(context({ league: null, leagues: [other, league] }), { type: 'league.choose', id });
    expect([choose(7)?.league, choose(9)?.league, choose(8)]).toEqual([league, other, null]);
    const create = (staff: boolean) =>
      applyEdit(context({ staff }), { type: 'rule.created', rule: rule('late', 'number') });
    expect([create(true)?.rules, create(false)]).toEqual([[rule('late', 'number')], null]);
  });

  test('opens at the leagues where one is missing, unless it was opened in one of them', () => {
    const opened = (inLeague: number | null, more: Partial<WizardContext> = {}) =>
      openingSlide(
        context({ type: null, slide: 'options', draftKey: { member: 2, league: inLeague }, ...more }),
      );
    const none = { league: null };
    expect([opened(null, none), opened(9, none), opened(7, none), opened(null), opened(7)]).toEqual([
      'sections',
      'sections',
      'types',
      'types',
      'types',
    ]);
  });
});
