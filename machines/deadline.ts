import { assign, sendTo, setup, type ActorRef, type Snapshot } from 'xstate';
import { setupTypes } from './port.ts';

type ParentRef = ActorRef<Snapshot<unknown>, { type: 'deadline.reached' }>;
type Context = {
  readonly parent: ParentRef;
  /** Milliseconds left when the current state was entered; null without a deadline. */
  readonly remaining: number | null;
};

const dayMs = 86_400_000;
const nextWait = ({ remaining }: Context) => Math.min(remaining ?? 0, dayMs);

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: { type: 'deadline.set'; remaining: number | null };
    input: { parent: ParentRef; remaining: number | null };
  }>(),
  delays: { nextWait: ({ context }) => nextWait(context) },
  guards: {
    hasNoDeadline: ({ context }) => context.remaining === null,
    isReached: ({ context }) => context.remaining !== null && context.remaining <= 0,
  },
  actions: {
    setRemaining: assign(({ event }) => ({ remaining: event.remaining })),
    subtractWait: assign(({ context }) => ({ remaining: (context.remaining ?? 0) - nextWait(context) })),
    notifyParent: sendTo(({ context }) => context.parent, { type: 'deadline.reached' }),
  },
});

/**
 * A deadline: notifies its parent `remaining` milliseconds after it was last set; null is no deadline.
 * It waits a day at a time, because browsers fire timers longer than 24.8 days immediately.
 */
export const deadline = charts.createMachine({
  id: 'deadline',
  context: ({ input }) => input,
  initial: 'deciding',
  on: { 'deadline.set': { target: '.deciding', actions: 'setRemaining' } },
  states: {
    deciding: {
      always: [
        { guard: 'hasNoDeadline', target: 'none' },
        { guard: 'isReached', target: 'reached' },
        { target: 'waiting' },
      ],
    },
    none: {},
    waiting: { after: { nextWait: { target: 'deciding', actions: 'subtractWait' } } },
    reached: { entry: 'notifyParent' },
  },
});
