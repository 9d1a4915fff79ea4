import { assign, setup } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import { isCategory } from '#domain/wizard/wizard-context.ts';
import type { ItemRule, ItemType } from '#contract/models.ts';
import { nonNull, outputOf, storeFailure } from './params.ts';
import { port, setupTypes } from './port.ts';

type Context = {
  /** Id of the category that these types belong to; 0 for the root level. */
  readonly parent: number;
  /** Staff also see empty categories, and add types. */
  readonly staff: boolean;
  readonly types: readonly ItemType[];
  readonly chosen: ItemType | null;
  readonly rules: readonly ItemRule[];
  readonly failure: Failure | null;
};
type Events =
  | { type: 'type.choose'; id: number }
  /** Staff created a type on this level. */
  | { type: 'type.created'; created: ItemType }
  | { type: 'types.retry' };
/** The chosen type: a category, or a leaf with its rules. */
export type ChosenGameType = { readonly type: ItemType; readonly rules: readonly ItemRule[] };

const isVisible = ({ subs, type }: ItemType, staff: boolean): boolean => staff || subs > 0 || type !== null;

const findType = ({ types }: Context, id: number) => types.find((type) => type.id === id) ?? null;

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
  guards: {
    isCategory: ({ context }, id: number) => {
      const type = findType(context, id);
      return type !== null && isCategory(type);
    },
    isListed: ({ context }, id: number) => findType(context, id) !== null,
    canAddType: ({ context }) => context.staff,
  },
  actions: {
    storeTypes: assign(({ context }, types: readonly ItemType[]) => ({
      types: types.filter((type) => isVisible(type, context.staff)),
    })),
    addType: assign(({ context }, created: ItemType) => ({ types: [...context.types, created] })),
    setChosen: assign(({ context }, id: number) => ({ chosen: findType(context, id) })),
    storeRules: assign((_, rules: readonly ItemRule[]) => ({ rules })),
    storeFailure: assign((_, failure: Failure) => ({ failure })),
  },
});

const idOf = ({ event }: { event: { id: number } }) => event.id;
const setChosen = { type: 'setChosen', params: idOf } as const;

/**
 * One level of the tree of game types. It ends when a category, or a leaf with its loaded rules, is chosen.
 * While the rules of a type are loading, another can be chosen.
 */
export const gameTypePicker = charts.createMachine({
  id: 'game-type-picker',
  context: ({ input }) => ({ ...input, types: [], chosen: null, rules: [], failure: null }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadTypes',
        src: 'loadTypes',
        input: ({ context }) => ({ parent: context.parent }),
        onDone: { target: 'shown', actions: { type: 'storeTypes', params: outputOf } },
        onError: { target: 'failed', actions: storeFailure },
      },
    },
    failed: { tags: 'failed', on: { 'types.retry': 'loading' } },
    shown: {
      tags: 'shown',
      initial: 'idle',
      on: {
        'type.choose': [
          { guard: { type: 'isCategory', params: idOf }, target: 'chosen', actions: setChosen },
          { guard: { type: 'isListed', params: idOf }, target: '.loadingRules', actions: setChosen },
        ],
        'type.created': {
          guard: 'canAddType',
          actions: { type: 'addType', params: ({ event }) => event.created },
        },
      },
      states: {
        idle: {},
        loadingRules: {
          tags: 'busy',
          invoke: {
            id: 'loadRules',
            src: 'loadRules',
            input: ({ context }) => ({ itemType: nonNull(context.chosen).id }),
            onDone: {
              target: '#game-type-picker.chosen',
              actions: { type: 'storeRules', params: outputOf },
            },
            onError: { target: 'rulesFailed', actions: storeFailure },
          },
        },
        rulesFailed: { tags: 'failed', on: { 'types.retry': 'loadingRules' } },
      },
    },
    chosen: { type: 'final' },
  },
  output: ({ context }) => ({ type: nonNull(context.chosen), rules: context.rules }),
});
