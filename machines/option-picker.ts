import { assign, sendTo, setup, type ActorRef, type Snapshot } from 'xstate';
import { asFailure, type Failure } from '#contract/failures.ts';
import { limits } from '#contract/limits.ts';
import type { Option } from '#contract/models.ts';
import { port, setupTypes } from './port.ts';

/** What the wizard hears: an option that did not exist before. */
export type OptionReport = { type: 'option.made'; option: Option };
type ParentRef = ActorRef<Snapshot<unknown>, OptionReport>;

type Context = {
  readonly parent: ParentRef;
  readonly section: number;
  readonly search: string;
  readonly options: readonly Option[];
  readonly failure: Failure | null;
};
type Events = { type: 'search.change'; search: string } | { type: 'search.retry' } | { type: 'option.add' };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { parent: ParentRef; section: number };
    tags: 'busy' | 'adding' | 'failed';
  }>(),
  actors: {
    searchOptions: port<readonly Option[], { search: string; section: number; limit: number }>(
      'searchOptions',
    ),
    createOption: port<Option, { name: string; section: number }>('createOption'),
  },
  delays: { settle: limits.searchDelay, patience: 20_000 },
  guards: {
    /** A name that may be given, and that none of those found has. */
    isNew: ({ context: { search, options } }) => {
      const name = search.trim();
      return name !== '' && name.length <= limits.name.option && options.every((one) => one.name !== name);
    },
  },
  actions: {
    type: assign((_, params: { search: string }) => ({ search: params.search })),
    find: assign((_, params: { options: readonly Option[] }) => ({ options: params.options })),
    fail: assign((_, params: { error: unknown }) => ({ failure: asFailure(params.error) })),
    giveUp: assign({ failure: { kind: 'offline' } as Failure }),
    empty: assign({ search: '' }),
    tell: sendTo(
      ({ context }) => context.parent,
      (_, params: { option: Option }) => ({ type: 'option.made', option: params.option }),
    ),
  },
});

const storeFailure = {
  type: 'fail',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const;

/**
 * Finds the options of a game by name, and makes one that nobody has made yet.
 * What was found stays in view until newer is here; what was typed stays until an option has that name.
 */
export const optionPicker = charts.createMachine({
  id: 'option-picker',
  context: ({ input }) => ({ ...input, search: '', options: [], failure: null }),
  initial: 'searching',
  states: {
    open: {
      initial: 'found',
      on: {
        'search.change': {
          target: 'settling',
          actions: { type: 'type', params: ({ event }) => ({ search: event.search }) },
        },
      },
      states: {
        // Nothing is made before the search has shown that there is none.
        found: { on: { 'option.add': { guard: 'isNew', target: '#option-picker.adding' } } },
        failed: { tags: 'failed', on: { 'search.retry': '#option-picker.searching' } },
        addFailed: { tags: 'failed', on: { 'option.add': '#option-picker.adding' } },
      },
    },
    settling: {
      tags: 'busy',
      after: { settle: 'searching' },
      on: {
        'search.change': {
          target: 'settling',
          reenter: true,
          actions: { type: 'type', params: ({ event }) => ({ search: event.search }) },
        },
      },
    },
    searching: {
      tags: 'busy',
      invoke: {
        id: 'searchOptions',
        src: 'searchOptions',
        input: ({ context: { search, section } }) => ({
          search: search.trim(),
          section,
          limit: limits.optionSearch,
        }),
        onDone: {
          target: 'open',
          actions: { type: 'find', params: ({ event }) => ({ options: event.output }) },
        },
        onError: { target: 'open.failed', actions: storeFailure },
      },
      after: { patience: { target: 'open.failed', actions: 'giveUp' } },
      on: {
        'search.change': {
          target: 'settling',
          actions: { type: 'type', params: ({ event }) => ({ search: event.search }) },
        },
      },
    },
    adding: {
      tags: ['busy', 'adding'],
      invoke: {
        id: 'createOption',
        src: 'createOption',
        input: ({ context: { search, section } }) => ({ name: search.trim(), section }),
        onDone: {
          target: 'searching',
          actions: [{ type: 'tell', params: ({ event }) => ({ option: event.output }) }, 'empty'],
        },
        onError: { target: 'open.addFailed', actions: storeFailure },
      },
      after: { patience: { target: 'open.addFailed', actions: 'giveUp' } },
    },
  },
});
