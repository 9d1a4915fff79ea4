import { assign, setup } from 'xstate';
import { asFailure, type Failure } from '#contract/failures.ts';
import { isCategory } from '#domain/wizard/wizard-context.ts';
import type { ItemRule, ItemType } from '#contract/models.ts';
import { port, setupTypes } from './port.ts';

type Context = {
  /** The type that these belong to; 0 for the roots. */
  readonly parent: number;
  /** Staff fill a shelf that has nothing on it yet. */
  readonly staff: boolean;
  readonly types: readonly ItemType[];
  readonly chosen: ItemType | null;
  readonly rules: readonly ItemRule[];
  readonly failure: Failure | null;
};
type Events =
  | { type: 'type.choose'; id: number }
  /** One more stands on this shelf. */
  | { type: 'type.made'; made: ItemType }
  | { type: 'shelf.retry' };
/** The type that was chosen: a shelf of its own, or a leaf with its rules. */
export type ChosenGameType = { readonly type: ItemType; readonly rules: readonly ItemRule[] };

/** Where a tap leads somewhere. A shelf with nothing on it is only there to be filled. */
const isVisible = (type: Pick<ItemType, 'subs' | 'type'>, staff: boolean): boolean =>
  staff || type.subs > 0 || type.type !== null;

const findType = ({ types }: Context, id: number) => types.find((type) => type.id === id);

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { parent: number; staff: boolean };
    output: ChosenGameType;
    tags: 'busy' | 'failed' | 'shown';
  }>(),
  actors: {
    loadTypes: port<readonly ItemType[], { parent: number }>('loadTypes'),
    loadRules: port<readonly ItemRule[], { itemType: number }>('loadRules'),
  },
  delays: { patience: 20_000 },
  guards: {
    isShelf: ({ context }, params: { id: number }) => {
      const type = findType(context, params.id);
      return type !== undefined && isCategory(type);
    },
    isHere: ({ context }, params: { id: number }) => findType(context, params.id) !== undefined,
    mayAdd: ({ context }) => context.staff,
  },
  actions: {
    show: assign(({ context }, params: { types: readonly ItemType[] }) => ({
      types: params.types.filter((type) => isVisible(type, context.staff)),
    })),
    add: assign(({ context }, params: { made: ItemType }) => ({ types: [...context.types, params.made] })),
    choose: assign(({ context }, params: { id: number }) => ({
      chosen: findType(context, params.id) ?? null,
    })),
    takeRules: assign((_, params: { rules: readonly ItemRule[] }) => ({ rules: params.rules })),
    fail: assign((_, params: { failure: Failure }) => ({ failure: params.failure })),
  },
});

const idOf = ({ event }: { event: { id: number } }) => ({ id: event.id });
const storeFailure = {
  type: 'fail',
  params: ({ event }: { event: { error: unknown } }) => ({ failure: asFailure(event.error) }),
} as const;
const storeTimeout = { type: 'fail', params: { failure: { kind: 'offline' } } } as const;
const setChosen = { type: 'choose', params: idOf } as const;

/**
 * One shelf of the tree of game types, until one of them is chosen. While the rules of one are on their way,
 * another may still be tapped.
 */
export const gameTypePicker = charts.createMachine({
  id: 'type-shelf',
  context: ({ input }) => ({ ...input, types: [], chosen: null, rules: [], failure: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadTypes',
        src: 'loadTypes',
        input: ({ context }) => ({ parent: context.parent }),
        onDone: {
          target: 'shown',
          actions: { type: 'show', params: ({ event }) => ({ types: event.output }) },
        },
        onError: { target: 'failed', actions: storeFailure },
      },
      after: { patience: { target: 'failed', actions: storeTimeout } },
    },
    failed: { tags: 'failed', on: { 'shelf.retry': 'loading' } },
    shown: {
      tags: 'shown',
      initial: 'choosing',
      on: {
        'type.choose': [
          { guard: { type: 'isShelf', params: idOf }, target: 'chosen', actions: setChosen },
          { guard: { type: 'isHere', params: idOf }, target: '.loadingRules', actions: setChosen },
        ],
        'type.made': {
          guard: 'mayAdd',
          actions: { type: 'add', params: ({ event }) => ({ made: event.made }) },
        },
      },
      states: {
        choosing: {},
        loadingRules: {
          tags: 'busy',
          invoke: {
            id: 'loadRules',
            src: 'loadRules',
            input: ({ context }) => ({ itemType: context.chosen?.id ?? 0 }),
            onDone: {
              target: '#type-shelf.chosen',
              actions: { type: 'takeRules', params: ({ event }) => ({ rules: event.output }) },
            },
            onError: { target: 'rulesFailed', actions: storeFailure },
          },
          after: { patience: { target: 'rulesFailed', actions: storeTimeout } },
        },
        rulesFailed: { tags: 'failed', on: { 'shelf.retry': 'loadingRules' } },
      },
    },
    chosen: { type: 'final' },
  },
  output: ({ context }) => ({ type: context.chosen as ItemType, rules: context.rules }),
});
