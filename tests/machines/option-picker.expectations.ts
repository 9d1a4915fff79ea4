import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import type { optionPicker } from '#machines/option-picker.ts';
import { buildOption } from '#tests/support/builders.ts';
import {
  after,
  done,
  error,
  refStub,
  hasExactTags,
  when,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof optionPicker>;

const parent = refStub('wizard');
const teams = [buildOption(1, 'ברזיל'), buildOption(2, 'מרוקו', { value: 'Morocco' })];
const pizza = buildOption(3, 'פיצה');
const offline = { kind: 'offline' as const };
const long = 'א'.repeat(61);

/** Invalid names are typed in one place each: elsewhere they take the same transitions. */
const typed = (search: string) => (snapshot: AnyMachineSnapshot) =>
  (snapshot.context as Before).search === search;
const searches = (search: string) => ({ searchOptions: { search, league: 7, limit: 10 } });
const sets = (search: string) => (before: Before) => ({
  to: 'debouncing',
  context: { search, options: before.options },
  waits: [{ event: { type: 'xstate.after.searchDebounce.option-picker.debouncing' }, ms: 500 }],
});
const searchesNow = ({ search }: Before) => ({ to: 'searching', calls: searches(search.trim()) });
/** Earlier results and the typed name stay. */
const fails = (state: string, failure: object) => (before: Before) => ({
  to: state,
  context: { search: before.search, options: before.options, failure },
});
const creates = ({ search }: Before) => ({
  to: 'adding',
  context: { search },
  calls: { createOption: { name: search.trim(), league: 7 } },
});
const isName = ({ search }: Before) => [' פיצה ', ' ברזיל ', ' morocco '].includes(search);
/** Only a valid name that none of the listed options has. */
const adds = (before: Before) =>
  isName(before) && (before.search === ' פיצה ' || before.options.length === 0) ? creates(before) : 'ignored';
/** For the next name: all options again, or none. */
const startsOver = ({ offersAll }: Before) =>
  offersAll
    ? { to: 'searching', context: { search: '' }, calls: searches('') }
    : { to: 'ready.listed', context: { search: '', options: [], more: 0 } };
/** What a name leads to once it is known what is listed. */
const resolves = (before: Before, found: Partial<Before> = {}) => {
  const { options } = { ...before, ...found };
  const team = { ' ברזיל ': teams[0], ' morocco ': teams[1] }[before.search];
  if (team && options.length > 0) {
    const outcome = startsOver(before);
    return {
      ...outcome,
      context: { ...found, ...outcome.context },
      sends: [{ type: 'option.entered', option: team }],
    };
  }
  // Among teams, half a name is no new one.
  if (before.offersAll && options.length > 0) return { to: 'ready.listed', context: found };
  return { ...creates(before), context: { ...found, search: before.search } };
};
const searchesName = (before: Before) =>
  isName(before) ? { to: 'entering', calls: searches(before.search.trim()) } : 'ignored';

/** Expectations of option-picker, for its test and for its screen's walk. */
export const optionPickerExpectations: MachineExpectations<typeof optionPicker> = {
  inputs: {
    teams: { parent, league: 7, offersAll: true },
    answers: { parent, league: 7, offersAll: false },
  },
  fold: ({ search, options, more, offersAll }) =>
    `${offersAll ? 'teams' : 'answers'}: "${search === long ? 'long' : search}", ${options.length} found and ${more} more`,
  events: {
    'types pizza': { type: 'search.change', search: ' פיצה ' },
    // Its blanks do not make it a new name.
    'types a team': { type: 'search.change', search: ' ברזיל ' },
    'types its other name': when(typed(''), { type: 'search.change', search: ' morocco ' }),
    'types too much': when(typed(''), { type: 'search.change', search: long }),
    'types blanks': when((snapshot) => typed(long)(snapshot) || typed(' פיצה ')(snapshot), {
      type: 'search.change',
      search: '  ',
    }),
    'debounce ends': after('searchDebounce', 500),
    'options found': done('searchOptions', { results: teams, count: 2 }),
    // Before anything is typed: the rest of the catalogue.
    'many found': when(typed(''), done('searchOptions', { results: teams, count: 14 })),
    'none found': done('searchOptions', { results: [], count: 0 }),
    'search failed': error('searchOptions', offline),
    retry: { type: 'search.retry' },
    add: { type: 'option.add' },
    enter: { type: 'name.enter' },
    created: done('createOption', pizza),
    refused: error('createOption', { kind: 'forbidden' }),
  },
  becomes: {
    // Teams are listed before anything is typed.
    'start: teams': {
      to: 'searching',
      context: { parent, league: 7, offersAll: true, search: '', options: [], more: 0, failure: null },
      calls: searches(''),
    },
    'start: answers': {
      to: 'ready.listed',
      context: { parent, league: 7, offersAll: false, search: '', options: [], more: 0, failure: null },
      calls: {},
    },
    ...Object.fromEntries(
      ['ready', 'debouncing', 'searching'].flatMap((state) => [
        [`${state} + types pizza`, sets(' פיצה ')],
        [`${state} + types a team`, sets(' ברזיל ')],
        [`${state} + types blanks`, sets('  ')],
      ]),
    ),
    'ready + types its other name': sets(' morocco '),
    'searching + types its other name': sets(' morocco '),
    'ready + types too much': sets(long),
    'searching + types too much': sets(long),
    'debouncing + debounce ends': (before) =>
      before.offersAll || before.search.trim() !== ''
        ? searchesNow(before)
        : { to: 'ready.listed', context: { options: [], more: 0 }, calls: {} },
    'searching + options found': { to: 'ready.listed', context: { options: teams, more: 0 } },
    'searching + many found': { to: 'ready.listed', context: { options: teams, more: 12 } },
    'searching + none found': { to: 'ready.listed', context: { options: [], more: 0 } },
    'searching + search failed': fails('ready.failed', offline),
    'ready.failed + retry': searchesNow,

    'ready.listed + add': adds,
    'ready.addFailed + add': creates,
    'adding + created': (before) => ({
      ...startsOver(before),
      sends: [{ type: 'option.entered', option: pizza }],
    }),
    'adding + refused': fails('ready.addFailed', { kind: 'forbidden' }),

    // Enter waits for the search, and never creates what exists.
    'ready.listed + enter': (before) => (isName(before) ? resolves(before) : 'ignored'),
    'debouncing + enter': searchesName,
    'searching + enter': searchesName,
    'ready.failed + enter': searchesName,
    'ready.addFailed + enter': creates,
    'entering + options found': (before) => resolves(before, { options: teams, more: 0 }),
    'entering + none found': (before) => resolves(before, { options: [], more: 0 }),
    'entering + search failed': fails('ready.failed', offline),
  },
  claims: {
    debouncing: hasExactTags('busy'),
    searching: hasExactTags('busy'),
    entering: hasExactTags('adding', 'busy'),
    adding: hasExactTags('adding', 'busy'),
    'ready.listed': hasExactTags(),
    'ready.failed': hasExactTags('failed'),
    'ready.addFailed': hasExactTags('failed'),
  },
  // After a start, nothing is typed that could be entered.
  unpaired: 11,
  harmless: {
    'debouncing + after searchDebounce: to starting instead of ready': 'it leads there by itself',
    'resolving + always [isListedTeam]: to starting instead of searching': 'it leads there by itself',
    'resolving + always [isListed]: to starting instead of ready': 'it leads there by itself',
    'adding + createOption done [offersAll]: to starting instead of searching': 'it leads there by itself',
    'adding + createOption done: to starting instead of ready': 'it leads there by itself',
  },
};
