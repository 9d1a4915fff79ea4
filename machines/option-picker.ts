import { assign, sendTo, setup, type ActorRef, type Snapshot } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import { limits } from '#contract/limits.ts';
import type { Page } from '#contract/model-registry.ts';
import type { Option } from '#contract/models.ts';
import { visibleName } from '#contract/text.ts';
import { failureOf, outputOf } from './params.ts';
import { port, setupTypes } from './port.ts';

/** Sent to the parent: an option that did not exist before. */
export type OptionReport = { type: 'option.created'; option: Option };
type ParentRef = ActorRef<Snapshot<unknown>, OptionReport>;

type Context = {
  readonly parent: ParentRef;
  readonly league: number;
  readonly search: string;
  readonly options: readonly Option[];
  /** How many others the search has found. */
  readonly more: number;
  readonly failure: Failure | null;
};
type Events = { type: 'search.change'; search: string } | { type: 'search.retry' } | { type: 'option.add' };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { parent: ParentRef; league: number };
    tags: 'busy' | 'adding' | 'failed';
  }>(),
  actors: {
    searchOptions: port<Page<Option>, { search: string; league: number; limit: number }>('searchOptions'),
    createOption: port<Option, { name: string; league: number }>('createOption'),
  },
  delays: { searchDebounce: limits.searchDelay },
  guards: {
    /** A valid name that none of the listed options has. */
    isNewName: ({ context: { search, options } }) => {
      const name = visibleName(search);
      return name !== '' && name.length <= limits.name.option && options.every((one) => one.name !== name);
    },
  },
  actions: {
    setSearch: assign((_, search: string) => ({ search })),
    storeOptions: assign((_, { results, count }: Page<Option>) => ({
      options: results,
      more: count - results.length,
    })),
    storeFailure: assign((_, failure: Failure) => ({ failure })),
    clearSearch: assign({ search: '' }),
    notifyParent: sendTo(
      ({ context }) => context.parent,
      (_, option: Option) => ({ type: 'option.created', option }),
    ),
  },
});

const setSearch = {
  type: 'setSearch',
  params: ({ event }: { event: { search: string } }) => event.search,
} as const;
const storeFailure = { type: 'storeFailure', params: failureOf } as const;

/**
 * Finds a game's options by name, and creates one that does not exist yet.
 * Earlier results stay until newer ones arrive; the typed name stays until an option has it.
 */
export const optionPicker = charts.createMachine({
  id: 'option-picker',
  context: ({ input }) => ({ ...input, search: '', options: [], more: 0, failure: null }),
  initial: 'searching',
  states: {
    ready: {
      initial: 'listed',
      on: {
        'search.change': { target: 'debouncing', actions: setSearch },
      },
      states: {
        // An option can be created only after a search that did not find it.
        listed: { on: { 'option.add': { guard: 'isNewName', target: '#option-picker.adding' } } },
        failed: { tags: 'failed', on: { 'search.retry': '#option-picker.searching' } },
        addFailed: { tags: 'failed', on: { 'option.add': '#option-picker.adding' } },
      },
    },
    debouncing: {
      tags: 'busy',
      after: { searchDebounce: 'searching' },
      on: {
        'search.change': { target: 'debouncing', reenter: true, actions: setSearch },
      },
    },
    searching: {
      tags: 'busy',
      invoke: {
        id: 'searchOptions',
        src: 'searchOptions',
        input: ({ context: { search, league } }) => ({
          search: search.trim(),
          league,
          limit: limits.optionSearch,
        }),
        onDone: { target: 'ready', actions: { type: 'storeOptions', params: outputOf } },
        onError: { target: 'ready.failed', actions: storeFailure },
      },
      on: {
        'search.change': { target: 'debouncing', actions: setSearch },
      },
    },
    adding: {
      tags: ['busy', 'adding'],
      invoke: {
        id: 'createOption',
        src: 'createOption',
        input: ({ context: { search, league } }) => ({ name: visibleName(search), league }),
        onDone: {
          target: 'searching',
          actions: [{ type: 'notifyParent', params: outputOf }, 'clearSearch'],
        },
        onError: { target: 'ready.addFailed', actions: storeFailure },
      },
    },
  },
});
