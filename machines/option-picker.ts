import { assign, sendTo, setup, type ActorRef, type Snapshot } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import { limits } from '#contract/limits.ts';
import type { Page } from '#contract/model-registry.ts';
import type { Option } from '#contract/models.ts';
import { comparableText } from '#contract/comparable-text.ts';
import { visibleName } from '#contract/text.ts';
import { nonNull, outputOf, storeFailure } from './params.ts';
import { port, setupTypes } from './port.ts';

/** Sent to the parent: the option of an entered name, created if it did not exist. */
export type OptionReport = { type: 'option.entered'; option: Option };
type ParentRef = ActorRef<Snapshot<unknown>, OptionReport>;

type Input = {
  readonly parent: ParentRef;
  readonly league: number;
  /** Whether options are listed before anything is typed. */
  readonly offersAll: boolean;
};
type Context = Input & {
  readonly search: string;
  readonly options: readonly Option[];
  /** How many results beyond `options` the search found. */
  readonly more: number;
  readonly failure: Failure | null;
};
/** `name.enter`: use the option with the typed name, or create it. */
type Events =
  | { type: 'search.change'; search: string }
  | { type: 'search.retry' | 'option.add' | 'name.enter' };

const isValidName = (search: string) =>
  visibleName(search) !== '' && visibleName(search).length <= limits.name.option;
/** The option whose name in either language equals the search, ignoring case and the form of a geresh. */
function optionOfName({ search, options }: Pick<Context, 'search' | 'options'>): Option | null {
  const asked = comparableText(visibleName(search));
  return options.find(({ name, value }) => [name, value ?? ''].map(comparableText).includes(asked)) ?? null;
}

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: Input;
    tags: 'busy' | 'adding' | 'failed';
  }>(),
  actors: {
    searchOptions: port<Page<Option>, { search: string; league: number; limit: number }>('searchOptions'),
    createOption: port<Option, { name: string; league: number }>('createOption'),
  },
  delays: { searchDebounce: limits.searchDelay },
  guards: {
    isValidName: ({ context: { search } }) => isValidName(search),
    offersAll: ({ context: { offersAll } }) => offersAll,
    isListedTeam: ({ context }) => context.offersAll && optionOfName(context) !== null,
    isListed: ({ context }) => optionOfName(context) !== null,
    isNewName: ({ context }) => isValidName(context.search) && optionOfName(context) === null,
    isPartOfName: ({ context: { offersAll, options } }) => offersAll && options.length > 0,
    hasOptionsToOffer: ({ context: { offersAll, search } }) => offersAll || search.trim() !== '',
  },
  actions: {
    setSearch: assign((_, search: string) => ({ search })),
    storeOptions: assign((_, { results, count }: Page<Option>) => ({
      options: results,
      more: count - results.length,
    })),
    storeFailure: assign((_, failure: Failure) => ({ failure })),
    clearSearch: assign({ search: '' }),
    /** Clears results when no new ones will follow; otherwise the old ones stay until those arrive. */
    clearOptions: assign({ options: [], more: 0 }),
    notifyParent: sendTo(
      ({ context }) => context.parent,
      (_, option: Option) => ({ type: 'option.entered', option }),
    ),
  },
});

const setSearch = {
  type: 'setSearch',
  params: ({ event }: { event: { search: string } }) => event.search,
} as const;
const storeOptions = { type: 'storeOptions', params: outputOf } as const;
const reportCreated = { type: 'notifyParent', params: outputOf } as const;
const reportListed = {
  type: 'notifyParent',
  params: ({ context }: { context: Context }) => nonNull(optionOfName(context)),
} as const;
const toQuery = ({ context: { search, league } }: { context: Context }) => ({
  search: search.trim(),
  league,
  limit: limits.optionSearch,
});

/**
 * Finds a game's options by name, and creates missing ones.
 * Enter waits for the search of the typed name, so that an existing option is never created again.
 */
export const optionPicker = charts.createMachine({
  id: 'option-picker',
  context: ({ input }) => ({ ...input, search: '', options: [], more: 0, failure: null }),
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'offersAll', target: 'searching' }, 'ready'] },
    ready: {
      initial: 'listed',
      on: {
        'search.change': { target: 'debouncing', actions: setSearch },
      },
      states: {
        // Creating requires a finished search that did not find the name.
        listed: {
          on: {
            'option.add': { guard: 'isNewName', target: '#option-picker.adding' },
            'name.enter': { guard: 'isValidName', target: '#option-picker.resolving' },
          },
        },
        failed: {
          tags: 'failed',
          on: {
            'search.retry': '#option-picker.searching',
            'name.enter': { guard: 'isValidName', target: '#option-picker.entering' },
          },
        },
        addFailed: {
          tags: 'failed',
          on: { 'option.add': '#option-picker.adding', 'name.enter': '#option-picker.adding' },
        },
      },
    },
    debouncing: {
      tags: 'busy',
      after: {
        searchDebounce: [
          { guard: 'hasOptionsToOffer', target: 'searching' },
          { target: 'ready', actions: 'clearOptions' },
        ],
      },
      on: {
        'search.change': { target: 'debouncing', reenter: true, actions: setSearch },
        'name.enter': { guard: 'isValidName', target: 'entering' },
      },
    },
    searching: {
      tags: 'busy',
      invoke: {
        id: 'searchOptions',
        src: 'searchOptions',
        input: toQuery,
        onDone: { target: 'ready', actions: storeOptions },
        onError: { target: 'ready.failed', actions: storeFailure },
      },
      on: {
        'search.change': { target: 'debouncing', actions: setSearch },
        'name.enter': { guard: 'isValidName', target: 'entering' },
      },
    },
    entering: {
      tags: ['busy', 'adding'],
      invoke: {
        id: 'searchOptions',
        src: 'searchOptions',
        input: toQuery,
        onDone: { target: 'resolving', actions: storeOptions },
        onError: { target: 'ready.failed', actions: storeFailure },
      },
    },
    resolving: {
      always: [
        { guard: 'isListedTeam', target: 'searching', actions: [reportListed, 'clearSearch'] },
        { guard: 'isListed', target: 'ready', actions: [reportListed, 'clearSearch', 'clearOptions'] },
        // A part of an existing name does not create a new option on enter.
        { guard: 'isPartOfName', target: 'ready' },
        'adding',
      ],
    },
    adding: {
      tags: ['busy', 'adding'],
      invoke: {
        id: 'createOption',
        src: 'createOption',
        input: ({ context: { search, league } }) => ({ name: visibleName(search), league }),
        onDone: [
          { guard: 'offersAll', target: 'searching', actions: [reportCreated, 'clearSearch'] },
          { target: 'ready', actions: [reportCreated, 'clearSearch', 'clearOptions'] },
        ],
        onError: { target: 'ready.addFailed', actions: storeFailure },
      },
    },
  },
});
