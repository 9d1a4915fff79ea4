import { assign, sendTo, setup } from 'xstate';
import { outputOf } from './params.ts';
import { setupTypes, storedValue } from './port.ts';

type Context = {
  readonly member: number;
  /** Id of the group; null shows everybody. */
  readonly group: number | null;
};

const stored = storedValue<number, { member: number }>('active group');

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: { type: 'group.choose'; group: number | null };
    input: { member: number };
    tags: 'ready';
    children: { groupStore: 'groupStore'; loadGroup: 'loadGroup' };
  }>(),
  actors: { loadGroup: stored.load, groupStore: stored.keep },
  actions: {
    setGroup: assign((_, group: number | null) => ({ group })),
    persistGroup: sendTo('groupStore', ({ context }) => ({ type: 'value.keep', value: context.group })),
  },
});

const ofMember = ({ context: { member } }: { context: Context }) => ({ member });
const onChoose = {
  target: 'idle',
  actions: [
    { type: 'setGroup', params: ({ event }: { event: { group: number | null } }) => event.group },
    'persistGroup',
  ],
} as const;

/**
 * The group whose members tables and bets are filtered to. Stored for each member on this device.
 * A choice takes effect at once, whether or not it could be stored.
 */
export const activeGroup = charts.createMachine({
  id: 'active-group',
  context: ({ input }) => ({ member: input.member, group: null }),
  invoke: {
    id: 'groupStore',
    src: 'groupStore',
    input: ofMember,
    // If storing fails, a choice lasts until the page is closed.
    onError: {},
  },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadGroup',
        src: 'loadGroup',
        input: ofMember,
        onDone: { target: 'idle', actions: { type: 'setGroup', params: outputOf } },
        onError: 'idle',
      },
      on: { 'group.choose': onChoose },
    },
    idle: { tags: 'ready', on: { 'group.choose': onChoose } },
  },
});
