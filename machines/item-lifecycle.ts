import { assign, setup, transition, type SnapshotFrom } from 'xstate';
import type { ItemStatus, TimelineEntry } from '#contract/models.ts';
import { setupTypes } from './port.ts';

/** The steps that an item's timeline keeps, after the first (`made`). */
type StepKind = Exclude<TimelineEntry['kind'], 'made'>;

type Context = {
  /** Grows by one with every step that is kept. */
  readonly version: number;
  /** What the last step is called in the timeline; null until there is one. */
  readonly kept: StepKind | null;
};
export type LifecycleEvent =
  | { type: 'item.start' }
  /** `version`: what the sender saw. It is asked for where a result stands. */
  | { type: 'result.enter'; version?: number }
  | { type: 'item.void'; version?: number }
  | { type: 'date.move' }
  /** Told by whoever has a clock. It closes betting, and is no step of its own. */
  | { type: 'date.pass' };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: LifecycleEvent;
    input: { version: number };
  }>(),
  guards: {
    sawWhatStands: ({ context, event }) => 'version' in event && event.version === context.version,
  },
  actions: {
    keep: assign(({ context }, params: { kind: StepKind }) => ({
      version: context.version + 1,
      kept: params.kind,
    })),
  },
});

const recordStep = (kind: StepKind) => ({ type: 'keep' as const, params: { kind } });

/**
 * An item's life (decisions §7), run by browser and server alike. It holds no clock: time is told to it.
 * A passed date never reopens betting, and what stands as a result is only changed by someone who has seen it.
 */
export const itemLifecycle = charts.createMachine({
  id: 'item-lifecycle',
  context: ({ input }) => ({ version: input.version, kept: null }),
  initial: 'open',
  states: {
    open: {
      initial: 'accepting',
      on: {
        'item.start': { target: 'started', actions: recordStep('started') },
        'result.enter': { target: 'ended', actions: recordStep('result') },
        'item.void': { target: 'void', actions: recordStep('void') },
      },
      states: {
        accepting: {
          tags: 'betting',
          on: {
            'date.move': { actions: recordStep('moved') },
            'date.pass': 'closed',
          },
        },
        closed: {},
      },
    },
    started: {
      on: {
        'result.enter': { target: 'ended', actions: recordStep('result') },
        'item.void': { target: 'void', actions: recordStep('void') },
      },
    },
    ended: {
      on: {
        'result.enter': { guard: 'sawWhatStands', actions: recordStep('corrected') },
        'item.void': { guard: 'sawWhatStands', target: 'void', actions: recordStep('void') },
      },
    },
    void: {},
  },
});

/** What is known of an item from outside: `closed` when its date has passed by the server's clock. */
export type ItemState = {
  readonly status: ItemStatus;
  readonly closed: boolean;
  readonly version: number;
};

/** The item's place in its life; ask it `can(event)` and `hasTag('betting')`. */
export function lifecycleOf({ status, closed, version }: ItemState): SnapshotFrom<typeof itemLifecycle> {
  const open = { open: closed ? ('closed' as const) : ('accepting' as const) };
  return itemLifecycle.resolveState({
    value: status === 'open' ? open : status,
    context: { version, kept: null },
  });
}

/** The step an event leads to, with the name it is kept under; null where the event is refused (a 409). */
export function nextStep(
  from: ItemState,
  event: Exclude<LifecycleEvent, { type: 'date.pass' }>,
): { status: ItemStatus; version: number; kind: StepKind } | null {
  const [{ value, context }] = transition(itemLifecycle, lifecycleOf(from), event);
  return (
    context.kept && {
      status: typeof value === 'string' ? value : 'open',
      version: context.version,
      kind: context.kept,
    }
  );
}
