import { assign, setup, transition, type SnapshotFrom } from 'xstate';
import type { ItemStatus, TimelineEntry } from '#contract/models.ts';
import { eventOf } from './params.ts';
import { setupTypes } from './port.ts';

/** The steps of its timeline that change an item's state or date. */
type StepKind = Extract<TimelineEntry['kind'], 'moved' | 'started' | 'result' | 'corrected' | 'void'>;

type Context = {
  /** Grows by one with each of these steps. */
  readonly version: number;
  /** The last step, as the timeline calls it; null until there is one. */
  readonly lastStep: StepKind | null;
};
/** `version`: the one the sender saw, without which an ended item is not changed. */
type Versioned = { type: 'result.enter' | 'item.void'; version?: number };
export type LifecycleEvent =
  | Versioned
  | { type: 'item.start' }
  | { type: 'date.move' }
  /** Sent by the caller, which has the clock. Closes betting; not recorded in the timeline. */
  | { type: 'date.pass' };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: LifecycleEvent;
    input: { version: number };
  }>(),
  guards: {
    isCurrentVersion: ({ context }, { version }: Versioned) => version === context.version,
  },
  actions: {
    recordStep: assign(({ context }, lastStep: StepKind) => ({ version: context.version + 1, lastStep })),
  },
});

const recordStep = (kind: StepKind) => ({ type: 'recordStep', params: kind }) as const;
const isCurrentVersion = { type: 'isCurrentVersion', params: eventOf } as const;
const toVoid = { target: 'void', actions: recordStep('void') } as const;
const whileNotEnded = {
  'result.enter': { target: 'ended', actions: recordStep('result') },
  'item.void': toVoid,
} as const;

/**
 * An item's life, run by browser and server. It has no clock: the caller sends what time brings.
 * A passed date never reopens betting, and a result is changed only by someone who has seen the current version.
 */
export const itemLifecycle = charts.createMachine({
  id: 'item-lifecycle',
  context: ({ input }) => ({ version: input.version, lastStep: null }),
  initial: 'open',
  states: {
    open: {
      initial: 'accepting',
      on: {
        ...whileNotEnded,
        'item.start': { target: 'started', actions: recordStep('started') },
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
    started: { on: whileNotEnded },
    ended: {
      on: {
        'result.enter': { guard: isCurrentVersion, actions: recordStep('corrected') },
        'item.void': { guard: isCurrentVersion, ...toVoid },
      },
    },
    void: {},
  },
});

/** An item's state as its row tells it; `closed` when its date has passed by the server's clock. */
export type ItemState = {
  readonly status: ItemStatus;
  readonly closed: boolean;
  readonly version: number;
};

/** The chart's snapshot for an item; ask it `can(event)` and `hasTag('betting')`. */
export function lifecycleOf({ status, closed, version }: ItemState): SnapshotFrom<typeof itemLifecycle> {
  const open = { open: closed ? ('closed' as const) : ('accepting' as const) };
  return itemLifecycle.resolveState({
    value: status === 'open' ? open : status,
    context: { version, lastStep: null },
  });
}

/** The state after an event, and the kind it is recorded as; null where the event is refused (a 409). */
export function nextStep(
  from: ItemState,
  event: Exclude<LifecycleEvent, { type: 'date.pass' }>,
): { status: ItemStatus; version: number; kind: StepKind } | null {
  const [{ value, context }] = transition(itemLifecycle, lifecycleOf(from), event);
  const { version, lastStep: kind } = context;
  return kind && { status: typeof value === 'string' ? value : 'open', version, kind };
}
