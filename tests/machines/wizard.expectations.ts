import { expect } from 'vitest';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import type { GameDraft } from '#domain/wizard/game-draft.ts';
import type { ItemRule, ItemType, League } from '#contract/models.ts';
import type { wizard } from '#machines/wizard.ts';
import { buildOption, buildOwnLeague, buildPost, buildRule, buildItemType } from '#tests/support/builders.ts';
import {
  causeOf,
  done,
  error,
  childSends,
  oneCallAtATime,
  hasExactTags,
  when,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof wizard>;
type Values = GameDraft['values'];

const league = (id: number) => buildOwnLeague(id, `league ${id}`, { rounds: 2 });
const [home, work, created] = [league(7), league(8), league(12)];
/** A league of pairs. */
const couples = { ...work, groupMembersCount: 2 };
const leagues = [home, couples];
const type = (id: number, subs: number, layout: ItemType['type']) =>
  buildItemType(id, `type ${id}`, subs, layout);
const [football, single, vote] = [type(1, 2, null), type(5, 0, 'home/away'), type(3, 0, 'vote')];
const rule = (key: string, kind: ItemRule['type'], value: ItemRule['value'], details = {}) =>
  buildRule(key.length, key, { type: kind, value, details });
const ordering = (value: string) =>
  rule('ordering_type', 'select', value, { choices: [{ value, title: value }] });
const about = rule('about', 'text', 'חצי הגמר');
const matchRules = [
  about,
  rule('rounds', 'number', 1),
  rule('pts_exact', 'number', 4),
  ordering('as_chosen'),
];
const voteRules = [rule('players', 'number', 2), ordering('custom')];
const sponsor = { ...rule('sponsor', 'text', 'אבא'), required: false };
/** The league's number of rounds replaces the type's. */
const matchValues: Values = { about: 'חצי הגמר', rounds: 2, pts_exact: 4, ordering_type: 'as_chosen' };
const voteValues: Values = { players: 2, ordering_type: 'custom' };

const option = (id: number) => buildOption(id, `team ${id}`, { is_staff: true });
const face = (id: number) => ({ [id]: { id, name: `team ${id}`, image: null, is_staff: true } });
const groups = (...given: number[][]) => given.map((ids, at) => ({ id: at + 1, options: ids, dates: [] }));
const kickOff = '2026-06-11T19:00:00.000Z';
const post = buildPost(40);

const blank: GameDraft = {
  league: home,
  path: [],
  type: null,
  rules: [],
  values: {},
  groups: [],
  faces: {},
  unpaired: null,
  slide: 'sections',
};
/** What the wizard knows before it has looked for a draft. */
const unopened = {
  ...blank,
  leagues,
  staff: false,
  touched: [],
  serverProblems: {},
  failure: null,
  post: null,
};
const matches: GameDraft = {
  league: home,
  path: [football],
  type: single,
  rules: matchRules,
  values: matchValues,
  groups: groups([1, 2]),
  faces: { ...face(1), ...face(2) },
  unpaired: null,
  slide: 'options',
};
/** Of a league that the member no longer runs. */
const elsewhere: GameDraft = { ...matches, league: league(99) };
const incomplete: GameDraft = { ...matches, groups: groups([1]), slide: 'reorder' };
/** Its groups do not fit its rules. */
const unfit: GameDraft = {
  ...blank,
  type: vote,
  rules: voteRules,
  values: voteValues,
  groups: groups([1], [2]),
  faces: { ...face(1), ...face(2) },
  slide: 'options',
};

/** The server's types, rules and options, for the screen's walk. */
export const catalogue = {
  leagues,
  types: { 0: [football, vote], 1: [single] } as Readonly<Record<number, readonly ItemType[]>>,
  rules: { 5: matchRules, 3: voteRules } as Readonly<Record<number, readonly ItemRule[]>>,
  options: [option(1), option(2), option(3)],
  created: { league: created, rule: sponsor, option },
};

const offline = { kind: 'offline' as const };
const refusal = (path: string) => ({
  kind: 'validation' as const,
  fields: { [path]: { code: 'invalid' as const } },
});
const badRule = refusal('rules.pts_exact');
const badGroup = refusal('groups.0.options.1');
const badDate = refusal('groups.0.dates.1');

const shape = ({ groups: now }: Pick<Before, 'groups'>) => now.map((one) => one.options.join('-')).join('|');
/** Moves are walked only in some drafts: in the others they take the same transitions. */
const having =
  (...shapes: string[]) =>
  (snapshot: AnyMachineSnapshot) =>
    shapes.includes(shape(snapshot.context as Before));
const opened = (id: number | null) => (snapshot: AnyMachineSnapshot) =>
  (snapshot.context as Before).draftKey.league === id;
const typed = (id: number) => (snapshot: AnyMachineSnapshot) => (snapshot.context as Before).type?.id === id;
const both =
  (...all: ((snapshot: AnyMachineSnapshot) => boolean)[]) =>
  (snapshot: AnyMachineSnapshot) =>
    all.every((one) => one(snapshot));
const deep = (depth: number) => (snapshot: AnyMachineSnapshot) =>
  (snapshot.context as Before).path.length === depth;
const isOpening = (snapshot: AnyMachineSnapshot) =>
  snapshot.matches('loading') || snapshot.matches('resuming');
const valid = (snapshot: AnyMachineSnapshot) => (snapshot.context as Before).values.pts_exact !== '';

const draftOf = (before: Before): GameDraft => ({
  league: before.league,
  path: before.path,
  type: before.type,
  rules: before.rules,
  values: before.values,
  groups: before.groups,
  faces: before.faces,
  unpaired: before.unpaired,
  slide: before.slide,
});
const stores = (before: Before, change: Partial<GameDraft>) => [
  { type: 'value.keep', value: { ...draftOf(before), ...change } },
];
/** The server's problems with a field last until it is changed. */
const edits = (before: Before, change: Partial<GameDraft>, field = 'none') => ({
  to: 'same',
  context: {
    ...change,
    serverProblems: Object.fromEntries(
      Object.entries(before.serverProblems).filter(([path]) => !path.startsWith(field)),
    ),
  },
  sends: stores(before, change),
});
const regroups = (before: Before, change: Partial<GameDraft>) => edits(before, change, 'groups.');
const taps = (before: Before, id: number, after_: GameDraft['groups']) =>
  regroups(before, { groups: after_, faces: { ...before.faces, ...face(id) } });
const typePicker = ({ path, staff }: Pick<Before, 'path' | 'staff'>) => ({
  gameTypePicker: { parent: path.at(-1)?.id ?? 0, staff },
});
/** Teams are offered before anything is typed, the options of a vote are not. */
const picksOptions = ({ type: chosen }: Pick<Before, 'type'>) => ({
  optionPicker: { parent: expect.anything() as unknown, league: 7, offersAll: chosen === single },
});
const makesLeagues = { createLeague: { parent: expect.anything() as unknown } };

/** A shown slide is stored: a reload opens on it. */
const turns = (slide: GameDraft['slide'], before: Before, change: Partial<Before> = {}, calls = {}) => ({
  to: slide === 'reorder' ? 'reorder.editing.ready' : slide,
  context: { ...before, ...change, slide },
  sends: [{ type: 'value.keep', value: draftOf({ ...before, ...change, slide }) }],
  calls,
});
/** The first slide: choosing the league, unless that was done by opening the wizard in one. */
const first = (before: Before) =>
  before.league === null
    ? turns('sections', before, {}, makesLeagues)
    : turns('types', before, {}, typePicker(before));
/** Whether to go on with a stored draft is asked first; until then it stays stored as it is. */
const asks = (draft: GameDraft) => ({ to: 'resuming', context: draft, sends: [] });
const chooses = (chosen: League) => (before: Before) =>
  // Single options are dropped where pairs play.
  edits(before, { league: chosen, ...(chosen === couples && { groups: [], unpaired: null }) });
const takes = (chosen: ItemType, rules: ItemRule[], values: Values) => (before: Before) => {
  const same = before.type?.id === chosen.id;
  return turns('settings', before, {
    type: chosen,
    rules,
    touched: [],
    // The server's problems with another type are dropped.
    serverProblems: same ? before.serverProblems : {},
    values: same ? before.values : values,
    // Groups are dropped between matches and lists.
    groups: same ? before.groups : [],
  });
};
const fails =
  (state: string, failure: object, serverProblems: object, calls: (before: Before) => object = () => ({})) =>
  (before: Before) => {
    const slide = state === 'settings' || state === 'options' ? state : 'reorder';
    return {
      ...(slide === 'reorder' ? {} : turns(slide, before, {}, calls(before))),
      to: state,
      context: { failure, serverProblems, slide },
    };
  };
const setsDate = (before: Before) =>
  before.type === single
    ? edits(
        before,
        {
          groups: before.groups.map((group) =>
            group.id === 1 ? { ...group, dates: [null, kickOff] } : group,
          ),
        },
        'groups.0.dates.1',
      )
    : 'ignored';

const restarts = (before: Before) => {
  const again = { ...before, ...blank, league: before.draftKey.league === 7 ? home : null };
  return first({ ...again, touched: [], serverProblems: {}, failure: null });
};

/** Expectations of wizard, for its test and for its screen's walk. */
export const wizardExpectations: MachineExpectations<typeof wizard> = {
  inputs: {
    'no league': { league: null, leagues, member: 3, staff: false },
    'in a league': { league: 7, leagues, member: 3, staff: false },
    'in a league of others': { league: 99, leagues, member: 3, staff: false },
    'in a league, by staff': { league: 7, leagues, member: 4, staff: true },
  },
  fold: (context) =>
    [
      `opened in ${context.draftKey.league ?? 'none'}${context.staff ? ' by staff' : ''}`,
      `${context.league?.id ?? 'no league'} of ${context.leagues.length}`,
      `path ${context.path.length}`,
      context.type && `type ${context.type.id}`,
      context.values.pts_exact === '' && 'invalid',
      shape(context),
      context.faces[1]?.image && 'pictured',
      `on ${context.slide}`,
    ]
      .filter(Boolean)
      .join(', '),
  events: {
    'no draft': done('loadDraft', null),
    'a draft without a type': when(
      opened(7),
      done('loadDraft', { ...blank, path: [football], slide: 'types' }),
    ),
    'a draft': when(opened(7), done('loadDraft', matches)),
    'an invalid draft': when(opened(7), done('loadDraft', unfit)),
    'a draft of rules': when(opened(7), done('loadDraft', { ...matches, slide: 'settings' })),
    'a draft on its last slide': when(opened(7), done('loadDraft', { ...matches, slide: 'reorder' })),
    'an incomplete draft': when(opened(7), done('loadDraft', incomplete)),
    'a draft of another league': when(opened(null), done('loadDraft', elsewhere)),
    'loading failed': when(opened(7), error('loadDraft', new Error('no storage'))),
    'draft store failed': when(isOpening, error('draftStore', new Error('no storage'))),

    'choose home': { type: 'league.choose', id: 7 },
    'choose work': when(opened(null), { type: 'league.choose', id: 8 }),
    'choose another’s': { type: 'league.choose', id: 99 },
    'league created': when(
      (snapshot) => opened(null)(snapshot) && (snapshot.context as Before).leagues.length === 2,
      childSends('createLeague', { type: 'league.created', league: created }),
    ),
    'league form failed': error('createLeague', new Error('broken')),

    football: when(both(deep(0), having('')), done('gameTypePicker', { type: football, rules: [] })),
    'single match': when(
      both(opened(7), deep(1)),
      done('gameTypePicker', { type: single, rules: matchRules }),
    ),
    vote: when(both(opened(7), deep(0)), done('gameTypePicker', { type: vote, rules: voteRules })),
    'type picker failed': error('gameTypePicker', new Error('broken')),

    'empties a rule': when(both(typed(5), having('')), { type: 'rule.change', key: 'pts_exact', value: '' }),
    'fills it': when(both(typed(5), having('')), { type: 'rule.change', key: 'pts_exact', value: 4 }),
    'no such rule': { type: 'rule.change', key: 'pts_close', value: 1 },
    'rule created': when(typed(5), { type: 'rule.created', rule: sponsor }),
    'leaves a rule': { type: 'rule.blur', key: 'about' },

    'taps 1': when(having(''), { type: 'option.toggle', option: option(1) }),
    'taps 2': when(having('1'), { type: 'option.toggle', option: option(2) }),
    'selects 1': when(having('', '1'), { type: 'side.select', option: option(1) }),
    'selects 2': when(having('1'), { type: 'side.select', option: option(2) }),
    'option 3 entered': when(
      having('1-2'),
      childSends('optionPicker', { type: 'option.entered', option: option(3) }),
    ),
    // A home team cannot also be the away team, and a list has an option once.
    'option 1 entered': when(
      having('', '1'),
      childSends('optionPicker', { type: 'option.entered', option: option(1) }),
    ),
    'picture changed': when(having('1-2'), { type: 'option.pictureChanged', option: 1, image: '/1.webp' }),
    'removes match 2': { type: 'match.remove', match: 2 },
    'dates match 1': when(having('1-2'), { type: 'date.change', match: 1, leg: 1, date: kickOff }),
    'dates a third leg': { type: 'date.change', match: 1, leg: 2, date: kickOff },
    'option picker failed': error('optionPicker', new Error('broken')),
    'moves 3': when(having('1-2', '1-2|3'), {
      type: 'option.move',
      option: 3,
      fromGroup: 2,
      toGroup: 1,
      toIndex: 0,
    }),

    proceed: when(
      (snapshot) =>
        (snapshot.context as Before).league?.id !== 8 && (snapshot.context as Before).leagues.length === 2,
      { type: 'wizard.proceed' },
    ),
    back: when(both(valid, having('', '1-2', '1|2')), { type: 'wizard.back' }),
    create: { type: 'wizard.create' },
    restart: when((snapshot) => snapshot.matches('resuming') || both(typed(3), having('1-2'))(snapshot), {
      type: 'wizard.restart',
    }),
    'restart, of nothing': when(
      (snapshot) => (snapshot.context as Before).type === null && shape(snapshot.context as Before) === '',
      { type: 'wizard.restart' },
    ),
    close: when((snapshot) => snapshot.matches('resuming') || both(typed(5), having(''))(snapshot), {
      type: 'wizard.close',
    }),

    created: done('createGame', post),
    'rules refused': error('createGame', badRule),
    'groups refused': error('createGame', badGroup),
    'dates refused': error('createGame', badDate),
    'no response': error('createGame', offline),
  },
  becomes: {
    'start: no league': {
      to: 'loading',
      context: { ...unopened, league: null, draftKey: { member: 3, league: null } },
      calls: { draftStore: { member: 3, league: null }, loadDraft: { member: 3, league: null } },
    },
    'start: in a league': {
      to: 'loading',
      context: { ...unopened, draftKey: { member: 3, league: 7 } },
      calls: { draftStore: { member: 3, league: 7 }, loadDraft: { member: 3, league: 7 } },
    },
    'start: in a league, by staff': {
      to: 'loading',
      context: { ...unopened, staff: true, draftKey: { member: 4, league: 7 } },
    },
    'start: in a league of others': {
      to: 'loading',
      context: { ...unopened, league: null, draftKey: { member: 3, league: 99 } },
    },

    'loading + no draft': first,
    'loading + loading failed': first,
    'loading + a draft without a type': (before) =>
      turns('types', before, { path: [football] }, typePicker({ ...before, path: [football] })),
    'loading + a draft': asks(matches),
    'loading + an invalid draft': asks(unfit),
    'loading + a draft on its last slide': asks({ ...matches, slide: 'reorder' }),
    'loading + an incomplete draft': asks(incomplete),
    'loading + a draft of rules': asks({ ...matches, slide: 'settings' }),
    'loading + a draft of another league': asks({ ...matches, league: null }),

    'resuming + proceed': (before) => {
      // The slide before what is missing: a league, an opponent.
      if (before.league === null) return turns('sections', before, {}, makesLeagues);
      if (shape(before) === '1' || before.slide === 'options')
        return turns('options', before, {}, picksOptions(before));
      return turns(before.slide, before);
    },

    'sections + choose home': chooses(home),
    'sections + choose work': chooses(couples),
    'sections + league created': (before) => ({
      to: 'same',
      context: { leagues: [home, couples, created], league: created },
      sends: stores(before, { league: created }),
    }),
    'sections + proceed': (before) => (before.league === null ? 'ignored' : first(before)),

    'types + football': (before) =>
      turns('types', before, { path: [football] }, typePicker({ ...before, path: [football] })),
    'types + single match': takes(single, matchRules, matchValues),
    'types + vote': takes(vote, voteRules, voteValues),
    'types + back': (before) => {
      if (before.path.length > 0)
        return turns('types', before, { path: [] }, typePicker({ ...before, path: [] }));
      return before.draftKey.league === 7 ? 'ignored' : turns('sections', before, {}, makesLeagues);
    },

    'settings + empties a rule': (before) =>
      edits(before, { values: { ...before.values, pts_exact: '' } }, 'rules.pts_exact'),
    'settings + fills it': (before) =>
      edits(before, { values: { ...before.values, pts_exact: 4 } }, 'rules.pts_exact'),
    'settings + leaves a rule': (before) => ({
      to: 'same',
      context: { touched: [...new Set([...before.touched, 'about'])] },
      sends: stores(before, {}),
    }),
    // Only staff add rules.
    'settings + rule created': (before) =>
      before.staff
        ? edits(before, {
            rules: [...before.rules.filter(({ key }) => key !== 'sponsor'), sponsor],
            values: { ...before.values, sponsor: 'אבא' },
          })
        : 'ignored',
    'settings + proceed': (before) => {
      if (before.values.pts_exact === '')
        return {
          to: 'same',
          context: { touched: before.rules.map(({ key }) => key) },
        };
      return turns(
        'options',
        before,
        { groups: shape(before) === '1|2' ? groups([1, 2]) : before.groups },
        picksOptions(before),
      );
    },
    'settings + back': (before) => turns('types', before, {}, typePicker(before)),

    // A list toggles options, a match game picks them.
    'options + taps 1': (before) => (before.type === vote ? taps(before, 1, groups([1])) : 'ignored'),
    'options + taps 2': (before) => (before.type === vote ? taps(before, 2, groups([1, 2])) : 'ignored'),
    'options + selects 1': (before) =>
      before.type === vote || shape(before) === '1' ? 'ignored' : taps(before, 1, groups([1])),
    'options + selects 2': (before) => (before.type === vote ? 'ignored' : taps(before, 2, groups([1, 2]))),
    'options + option 3 entered': (before) =>
      taps(before, 3, [...before.groups, { id: 2, options: [3], dates: [] }]),
    'options + option 1 entered': (before) =>
      shape(before) === '' ? taps(before, 1, groups([1])) : 'ignored',
    'options + picture changed': (before) =>
      edits(before, {
        faces: { ...before.faces, 1: { id: 1, name: 'team 1', image: '/1.webp', is_staff: true } },
      }),
    'options + removes match 2': (before) =>
      before.type === single && before.groups.length === 2
        ? regroups(before, { groups: before.groups.slice(0, 1) })
        : 'ignored',
    'options + dates match 1': setsDate,
    'options + back': (before) => turns('settings', before),
    // Matches need two sides. A list arranged by hand can be incomplete until the next slide.
    'options + proceed': (before) => {
      const ready = before.type === single ? ['1-2'] : ['1-2', '1-2|3', '3-1-2|', '1|2'];
      return ready.includes(shape(before)) ? turns('reorder', before) : 'ignored';
    },

    'reorder.editing + dates match 1': setsDate,
    'reorder.editing + moves 3': (before) =>
      before.type === vote && shape(before) === '1-2|3'
        ? regroups(before, {
            groups: before.groups.map((group) => ({ ...group, options: group.id === 1 ? [3, 1, 2] : [] })),
          })
        : 'ignored',
    'reorder.editing + back': (before) => turns('options', before, {}, picksOptions(before)),
    'reorder.editing + create': (before) =>
      ['1-2|3', '1|2'].includes(shape(before))
        ? 'ignored'
        : {
            to: 'reorder.creating',
            calls: {
              createGame: {
                section: 7,
                itemType: before.type?.id,
                rules: before.values,
                groups: before.groups
                  .filter(({ options }) => options.length > 0)
                  .map((group) =>
                    group.dates.length > 0 ? group : { id: group.id, options: group.options },
                  ),
              },
            },
          },

    'reorder.creating + created': {
      to: 'created',
      context: { post },
      sends: [{ type: 'value.keep', value: null }],
      output: { outcome: 'created', post },
    },
    'reorder.creating + rules refused': fails('settings', badRule, {
      'rules.pts_exact': { code: 'invalid' },
    }),
    'reorder.creating + groups refused': fails(
      'options',
      badGroup,
      { 'groups.0.options.1': { code: 'invalid' } },
      picksOptions,
    ),
    'reorder.creating + dates refused': fails('reorder.editing.failed', badDate, {
      'groups.0.dates.1': { code: 'invalid' },
    }),
    'reorder.creating + no response': fails('reorder.editing.failed', offline, {}),
    'reorder.creating + restart': 'ignored',

    '* + restart': restarts,
    '* + restart, of nothing': (before) => (before.path.length > 0 ? restarts(before) : 'ignored'),
    '* + close': { to: 'closed', output: { outcome: 'closed' } },
  },
  claims: {
    loading: hasExactTags('busy'),
    resuming: hasExactTags('resuming'),
    sections: hasExactTags('sections'),
    types: hasExactTags('types'),
    settings: hasExactTags('settings'),
    options: hasExactTags('options'),
    'reorder.editing.ready': hasExactTags('reorder'),
    'reorder.editing.failed': hasExactTags('reorder', 'failed'),
    'reorder.creating': hasExactTags('reorder', 'busy'),
    '*': ({ context, value }) => {
      // The league is chosen before anything else.
      if (!['loading', 'resuming', 'sections', 'closed'].includes(value as string))
        expect(context.league).toBe(home);
    },
  },
  laws: {
    'one game is never created twice': oneCallAtATime('createGame'),
    'the draft is stored on the device until the game is created': () => {
      let stored: GameDraft | null | undefined;
      return ({ after: { context, value, status }, sends }) => {
        for (const said of sends) stored = said.value as GameDraft | null;
        if (value === 'created') expect(stored).toBeNull();
        else if (value === 'closed' || stored === undefined) expect(stored).not.toBeNull();
        else expect([status, stored]).toEqual(['active', draftOf(context as Before)]);
      };
    },
    'chosen options are lost only to another choice': () => (step) => {
      const choices =
        /^(option|match|side|league|wizard\.restart|xstate\.done\.actor\.(gameTypePicker|loadDraft))/;
      const isChoice = choices.test(causeOf(step).type);
      const picked = (context: Before) =>
        context.groups.flatMap(({ options }) => options).toSorted((a, b) => a - b);
      if (step.before && !isChoice)
        expect(picked(step.after.context as Before)).toEqual(picked(step.before.context as Before));
    },
    'a game is made of what was chosen, in a league that one runs': () => (step) => {
      if (!step.calls.createGame) return;
      const game = step.calls.createGame as { section: number; groups: Before['groups'] };
      const { league: where, leagues: run, groups: chosen } = step.after.context as Before;
      expect(run).toContain(where);
      expect(game.section).toBe(where?.id);
      expect(game.groups.flatMap(({ options }) => options)).toEqual(chosen.flatMap(({ options }) => options));
    },
    'only staff add rules': () => (step) => {
      const { staff, rules } = step.after.context as Before;
      if (causeOf(step).type === 'rule.created' && !staff) expect(rules).toBe(step.before?.context.rules);
    },
  },
  unpaired: 167,
};
