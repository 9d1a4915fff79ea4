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
const longName = 'א'.repeat(61);

/** Invalid names are typed in one place each: elsewhere they take the same transitions. */
const hasSearch = (search: string) => (snapshot: AnyMachineSnapshot) =>
  (snapshot.context as Before).search === search;
const searchCalls = (search: string) => ({ searchOptions: { search, league: 7, limit: 10 } });
const changesSearch = (search: string) => (before: Before) => ({
  to: 'debouncing',
  context: { search, options: before.options },
  waits: [{ event: { type: 'xstate.after.searchDebounce.option-picker.debouncing' }, ms: 500 }],
});
const startsSearching = ({ search }: Before) => ({ to: 'searching', calls: searchCalls(search.trim()) });
/** Earlier results and the typed name stay. */
const fails = (state: string, failure: object) => (before: Before) => ({
  to: state,
  context: { search: before.search, options: before.options, failure },
});
const createsOption = ({ search }: Before) => ({
  to: 'adding',
  context: { search },
  calls: { createOption: { name: search.trim(), league: 7 } },
});
const isValidName = ({ search }: Before) => [' פיצה ', ' ברזיל ', ' morocco '].includes(search);
/** An option is created only with a valid name that none of the listed options has. */
const createsIfNew = (before: Before) =>
  isValidName(before) && (before.search === ' פיצה ' || before.options.length === 0)
    ? createsOption(before)
    : 'ignored';
/** The search is cleared for the next name: all options are listed again, or none. */
const clearsSearch = ({ offersAll }: Before) =>
  offersAll
    ? { to: 'searching', context: { search: '' }, calls: searchCalls('') }
    : { to: 'ready.listed', context: { search: '', options: [], more: 0 } };
/** A listed option with this name is entered; otherwise one is created. */
const entersOrCreates = (before: Before, found: Partial<Before> = {}) => {
  const { options } = { ...before, ...found };
  const team = { ' ברזיל ': teams[0], ' morocco ': teams[1] }[before.search];
  if (team && options.length > 0) {
    const outcome = clearsSearch(before);
    return {
      ...outcome,
      context: { ...found, ...outcome.context },
      sends: [{ type: 'option.entered', option: team }],
    };
  }
  // With teams listed, an incomplete name creates no option.
  if (before.offersAll && options.length > 0) return { to: 'ready.listed', context: found };
  return { ...createsOption(before), context: { ...found, search: before.search } };
};
const searchesBeforeEntering = (before: Before) =>
  isValidName(before) ? { to: 'entering', calls: searchCalls(before.search.trim()) } : 'ignored';

/** Expectations of option-picker, for its test and for its screen's walk. */
export const optionPickerExpectations: MachineExpectations<typeof optionPicker> = {
  inputs: {
    teams: { parent, league: 7, offersAll: true },
    answers: { parent, league: 7, offersAll: false },
  },
  fold: ({ search, options, more, offersAll }) =>
    `${offersAll ? 'teams' : 'answers'}: "${search === longName ? 'long' : search}", ${options.length} found and ${more} more`,
  events: {
    'types pizza': { type: 'search.change', search: ' פיצה ' },
    // A team with blanks around its name.
    'types a team': { type: 'search.change', search: ' ברזיל ' },
    'types its other name': when(hasSearch(''), { type: 'search.change', search: ' morocco ' }),
    'types too much': when(hasSearch(''), { type: 'search.change', search: longName }),
    'types blanks': when((snapshot) => hasSearch(longName)(snapshot) || hasSearch(' פיצה ')(snapshot), {
      type: 'search.change',
      search: '  ',
    }),
    'debounce ends': after('searchDebounce', 500),
    'options found': done('searchOptions', { results: teams, count: 2 }),
    // The catalogue, before anything is typed.
    'many found': when(hasSearch(''), done('searchOptions', { results: teams, count: 14 })),
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
      calls: searchCalls(''),
    },
    'start: answers': {
      to: 'ready.listed',
      context: { parent, league: 7, offersAll: false, search: '', options: [], more: 0, failure: null },
      calls: {},
    },
    ...Object.fromEntries(
      ['ready', 'debouncing', 'searching'].flatMap((state) => [
        [`${state} + types pizza`, changesSearch(' פיצה ')],
        [`${state} + types a team`, changesSearch(' ברזיל ')],
        [`${state} + types blanks`, changesSearch('  ')],
      ]),
    ),
    'ready + types its other name': changesSearch(' morocco '),
    'searching + types its other name': changesSearch(' morocco '),
    'ready + types too much': changesSearch(longName),
    'searching + types too much': changesSearch(longName),
    'debouncing + debounce ends': (before) =>
      before.offersAll || before.search.trim() !== ''
        ? startsSearching(before)
        : { to: 'ready.listed', context: { options: [], more: 0 }, calls: {} },
    'searching + options found': { to: 'ready.listed', context: { options: teams, more: 0 } },
    'searching + many found': { to: 'ready.listed', context: { options: teams, more: 12 } },
    'searching + none found': { to: 'ready.listed', context: { options: [], more: 0 } },
    'searching + search failed': fails('ready.failed', offline),
    'ready.failed + retry': startsSearching,

    'ready.listed + add': createsIfNew,
    'ready.addFailed + add': createsOption,
    'adding + created': (before) => ({
      ...clearsSearch(before),
      sends: [{ type: 'option.entered', option: pizza }],
    }),
    'adding + refused': fails('ready.addFailed', { kind: 'forbidden' }),

    // Enter waits for the search, and never creates an existing option.
    'ready.listed + enter': (before) => (isValidName(before) ? entersOrCreates(before) : 'ignored'),
    'debouncing + enter': searchesBeforeEntering,
    'searching + enter': searchesBeforeEntering,
    'ready.failed + enter': searchesBeforeEntering,
    'ready.addFailed + enter': createsOption,
    'entering + options found': (before) => entersOrCreates(before, { options: teams, more: 0 }),
    'entering + none found': (before) => entersOrCreates(before, { options: [], more: 0 }),
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
  // Names that could be entered are not typed after a start.
  unpaired: 11,
  harmless: {
    'debouncing + after searchDebounce: to starting instead of ready': 'it leads to the same state',
    'resolving + always [isListedTeam]: to starting instead of searching': 'it leads to the same state',
    'resolving + always [isListed]: to starting instead of ready': 'it leads to the same state',
    'adding + createOption done [offersAll]: to starting instead of searching': 'it leads to the same state',
    'adding + createOption done: to starting instead of ready': 'it leads to the same state',
  },
};
