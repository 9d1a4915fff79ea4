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

/** Names that are none are tried from one place each: everywhere they would make more of the same. */
const typed = (search: string) => (snapshot: AnyMachineSnapshot) =>
  (snapshot.context as Before).search === search;
const asks = (search: string) => ({ searchOptions: { search, section: 7, limit: 10 } });
const types = (search: string) => (before: Before) => ({
  to: 'settling',
  context: { search, options: before.options },
  waits: [{ event: { type: 'xstate.after.settle.option-picker.settling' }, ms: 500 }],
});
const seeks = ({ search }: Before) => ({ to: 'searching', calls: asks(search.trim()) });
/** What was found before, and what was typed, stay. */
const fails = (state: string, failure: object) => (before: Before) => ({
  to: state,
  context: { search: before.search, options: before.options, failure },
});
/** Only a name that is one, and that none of those found has. */
const adds = ({ search, options }: Before) =>
  search === ' פיצה ' || (search === 'ברזיל' && options.length === 0)
    ? { to: 'adding', context: { search }, calls: { createOption: { name: search.trim(), section: 7 } } }
    : 'ignored';

/** What is written of option-picker: its test walks it headless, its screen's in a browser. */
export const optionPickerExpectations: MachineExpectations<typeof optionPicker> = {
  inputs: { league: { parent, section: 7 } },
  fold: ({ search, options }) => `"${search === long ? 'long' : search}", ${options.length} found`,
  events: {
    'types pizza': { type: 'search.change', search: ' פיצה ' },
    'types a team': { type: 'search.change', search: 'ברזיל' },
    'types too much': when(typed(''), { type: 'search.change', search: long }),
    'types blanks': when(typed(long), { type: 'search.change', search: '  ' }),
    settles: after('settle', 500),
    'teams come': done('searchOptions', teams),
    'nothing comes': done('searchOptions', []),
    'search fails': error('searchOptions', offline),
    'too long': after('patience', 20_000),
    retry: { type: 'search.retry' },
    add: { type: 'option.add' },
    made: done('createOption', pizza),
    refused: error('createOption', { kind: 'forbidden' }),
  },
  becomes: {
    // Something to tap at once, before anything is typed.
    'start: league': {
      to: 'searching',
      context: { section: 7, search: '', options: [], failure: null },
      calls: asks(''),
    },
    ...Object.fromEntries(
      ['open', 'settling', 'searching'].flatMap((state) => [
        [`${state} + types pizza`, types(' פיצה ')],
        [`${state} + types a team`, types('ברזיל')],
        [`${state} + types blanks`, types('  ')],
      ]),
    ),
    'open + types too much': types(long),
    'searching + types too much': types(long),
    'settling + settles': seeks,
    'searching + teams come': { to: 'open.found', context: { options: teams } },
    'searching + nothing comes': { to: 'open.found', context: { options: [] } },
    'searching + search fails': fails('open.failed', offline),
    'searching + too long': fails('open.failed', offline),
    'open.failed + retry': seeks,

    'open.found + add': adds,
    'open.addFailed + add': adds,
    // The search is over: it found what it was for.
    'adding + made': {
      to: 'searching',
      context: { search: '' },
      sends: [{ type: 'option.made', option: pizza }],
      calls: asks(''),
    },
    'adding + refused': fails('open.addFailed', { kind: 'forbidden' }),
    'adding + too long': fails('open.addFailed', offline),
  },
  claims: {
    settling: hasExactTags('busy'),
    searching: hasExactTags('busy'),
    adding: hasExactTags('adding', 'busy'),
    'open.found': hasExactTags(),
    'open.failed': hasExactTags('failed'),
    'open.addFailed': hasExactTags('failed'),
  },
};
