import { assign, sendTo, setup, type ActorRef, type Snapshot } from 'xstate';
import { setupTypes } from './port.ts';

type ParentRef = ActorRef<Snapshot<unknown>, { type: 'time.up' }>;
type Context = {
  readonly parent: ParentRef;
  /** Milliseconds until the moment, as of entering the state; null is never. */
  readonly left: number | null;
};

const dayMs = 86_400_000;
const nextWait = ({ left }: Context) => Math.min(left ?? 0, dayMs);

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: { type: 'moment.set'; left: number | null };
    input: { parent: ParentRef; left: number | null };
  }>(),
  delays: { next: ({ context }) => nextWait(context) },
  guards: {
    isNever: ({ context }) => context.left === null,
    isNow: ({ context }) => context.left !== null && context.left <= 0,
  },
  actions: {
    aim: assign(({ event }) => ({ left: event.left })),
    spend: assign(({ context }) => ({ left: (context.left ?? 0) - nextWait(context) })),
    tell: sendTo(({ context }) => context.parent, { type: 'time.up' }),
  },
});

/**
 * Tells when a moment has come, by what was left until it when it was last set.
 * A moment is waited for a day at a time: browsers fire a longer timer at once.
 */
export const deadline = charts.createMachine({
  id: 'closing',
  context: ({ input }) => input,
  initial: 'aiming',
  on: { 'moment.set': { target: '.aiming', actions: 'aim' } },
  states: {
    aiming: {
      always: [
        { guard: 'isNever', target: 'never' },
        { guard: 'isNow', target: 'come' },
        { target: 'waiting' },
      ],
    },
    never: {},
    waiting: { after: { next: { target: 'aiming', actions: 'spend' } } },
    come: { entry: 'tell' },
  },
});
