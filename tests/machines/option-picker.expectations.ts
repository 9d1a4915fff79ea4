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
const teams = [buildOption(1, 'ברזיל'), buildOption(2, 'מרוקו')];
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
/** Only a valid name that none of the listed options has. */
const adds = ({ search, options }: Before) =>
  search === ' פיצה ' || (search === ' ברזיל ' && options.length === 0)
    ? { to: 'adding', context: { search }, calls: { createOption: { name: search.trim(), league: 7 } } }
    : 'ignored';

/** Expectations of option-picker, for its test and for its screen's walk. */
export const optionPickerExpectations: MachineExpectations<typeof optionPicker> = {
  inputs: { league: { parent, league: 7 } },
  fold: ({ search, options, more }) =>
    `"${search === long ? 'long' : search}", ${options.length} found and ${more} more`,
  events: {
    'types pizza': { type: 'search.change', search: ' פיצה ' },
    // Its blanks do not make it a new name.
    'types a team': { type: 'search.change', search: ' ברזיל ' },
    'types too much': when(typed(''), { type: 'search.change', search: long }),
    'types blanks': when(typed(long), { type: 'search.change', search: '  ' }),
    'debounce ends': after('searchDebounce', 500),
    'options found': done('searchOptions', { results: teams, count: 2 }),
    // Before anything is typed: the rest of the catalogue.
    'many found': when(typed(''), done('searchOptions', { results: teams, count: 14 })),
    'none found': done('searchOptions', { results: [], count: 0 }),
    'search failed': error('searchOptions', offline),
    retry: { type: 'search.retry' },
    add: { type: 'option.add' },
    created: done('createOption', pizza),
    refused: error('createOption', { kind: 'forbidden' }),
  },
  becomes: {
    // Options are listed before anything is typed.
    'start: league': {
      to: 'searching',
      context: { parent, league: 7, search: '', options: [], more: 0, failure: null },
      calls: searches(''),
    },
    ...Object.fromEntries(
      ['ready', 'debouncing', 'searching'].flatMap((state) => [
        [`${state} + types pizza`, sets(' פיצה ')],
        [`${state} + types a team`, sets(' ברזיל ')],
        [`${state} + types blanks`, sets('  ')],
      ]),
    ),
    'ready + types too much': sets(long),
    'searching + types too much': sets(long),
    'debouncing + debounce ends': searchesNow,
    'searching + options found': { to: 'ready.listed', context: { options: teams, more: 0 } },
    'searching + many found': { to: 'ready.listed', context: { options: teams, more: 12 } },
    'searching + none found': { to: 'ready.listed', context: { options: [], more: 0 } },
    'searching + search failed': fails('ready.failed', offline),
    'ready.failed + retry': searchesNow,

    'ready.listed + add': adds,
    'ready.addFailed + add': adds,
    'adding + created': {
      to: 'searching',
      context: { search: '' },
      sends: [{ type: 'option.created', option: pizza }],
      calls: searches(''),
    },
    'adding + refused': fails('ready.addFailed', { kind: 'forbidden' }),
  },
  claims: {
    debouncing: hasExactTags('busy'),
    searching: hasExactTags('busy'),
    adding: hasExactTags('adding', 'busy'),
    'ready.listed': hasExactTags(),
    'ready.failed': hasExactTags('failed'),
    'ready.addFailed': hasExactTags('failed'),
  },
};
