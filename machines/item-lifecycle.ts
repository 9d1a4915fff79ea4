import { assign, setup, transition, type SnapshotFrom } from 'xstate';
import { itemStatuses, type ItemStatus, type TimelineEntry } from '#contract/models.ts';
import { resultStandings, type ResultStanding } from '#contract/objections.ts';
import { eventOf } from './params.ts';
import { setupTypes } from './port.ts';

/** The steps of its timeline that change an item's state or date, and the objections to its result. */
type StepKind = Extract<
  TimelineEntry['kind'],
  'moved' | 'started' | 'result' | 'corrected' | 'void' | 'objected' | 'contested' | 'final'
>;

type Context = {
  /** Grows by one with each step that changes the date, the state or the result: not by what is said of a result. */
  readonly version: number;
  /** Its result is provisional before it is final: by its league, and once it has a result by that. */
  readonly provisional: boolean;
  /** The last step, as the timeline calls it; null until there is one. */
  readonly lastStep: StepKind | null;
};
/** `version`: the one the sender saw, without which an ended item is not changed. */
type Versioned = {
  type: 'result.enter' | 'item.void' | 'objection.raise' | 'result.confirm';
  version?: number;
  /** Sent by staff, who change final results too. */
  staff?: boolean;
};
export type LifecycleEvent =
  | Versioned
  | { type: 'item.start' }
  | { type: 'date.move' }
  /** Sent by the caller, which has the clock. Closes betting; not recorded in the timeline. */
  | { type: 'date.pass' }
  /** Sent by the caller, which has the clock and the votes. `upheld`: they are against the result. */
  | { type: 'vote.end'; upheld: boolean };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: LifecycleEvent;
    input: { version: number; provisional: boolean };
  }>(),
  guards: {
    isProvisional: ({ context }) => context.provisional,
    isCurrentVersion: ({ context }, { version }: Versioned) => version === context.version,
    mayChangeFinal: ({ context }, { version, staff }: Versioned) =>
      version === context.version && (!context.provisional || staff === true),
    mayBecomeProvisional: ({ context }, { version, staff }: Versioned) =>
      version === context.version && context.provisional && staff === true,
    isUpheld: (_, { upheld }: { upheld: boolean }) => upheld,
  },
  actions: {
    recordStep: assign(({ context }, lastStep: StepKind) => ({ version: context.version + 1, lastStep })),
    /** Of a step that leaves the result as it is. */
    recordRemark: assign((_, lastStep: StepKind) => ({ lastStep })),
  },
});

const recordStep = (kind: StepKind) => ({ type: 'recordStep', params: kind }) as const;
const recordRemark = (kind: StepKind) => ({ type: 'recordRemark', params: kind }) as const;
const isCurrentVersion = { type: 'isCurrentVersion', params: eventOf } as const;
const mayChangeFinal = { type: 'mayChangeFinal', params: eventOf } as const;
const toVoid = { target: '#item-lifecycle.void', actions: recordStep('void') } as const;
const toProvisional = '#item-lifecycle.ended.provisional';
const toFinal = '#item-lifecycle.ended.final';
const whileNotEnded = {
  'result.enter': [
    { guard: 'isProvisional', target: toProvisional, actions: recordStep('result') },
    { target: toFinal, actions: recordStep('result') },
  ],
  'item.void': toVoid,
} as const;
const whileNotFinal = {
  'result.enter': { guard: isCurrentVersion, target: toProvisional, actions: recordStep('corrected') },
  'item.void': { guard: isCurrentVersion, ...toVoid },
} as const;

/**
 * An item's life, run by browser and server. It has no clock: the caller sends what time brings.
 * A passed date never reopens betting, and a result is changed only by someone who has seen the current version.
 */
export const itemLifecycle = charts.createMachine({
  id: 'item-lifecycle',
  context: ({ input }) => ({ ...input, lastStep: null }),
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
      initial: 'final',
      states: {
        /** Members may object, and vote; a correction answers what was said of the result before it. */
        provisional: {
          tags: 'voting',
          on: {
            ...whileNotFinal,
            'objection.raise': { guard: isCurrentVersion, actions: recordRemark('objected') },
            'vote.end': [
              {
                guard: { type: 'isUpheld', params: eventOf },
                target: 'contested',
                actions: recordRemark('contested'),
              },
              { target: 'final', actions: recordRemark('final') },
            ],
          },
        },
        /** The vote was against the result: who runs the league corrects it, or says that it stands. */
        contested: {
          on: {
            ...whileNotFinal,
            'result.confirm': { guard: isCurrentVersion, target: 'final', actions: recordRemark('final') },
          },
        },
        final: {
          on: {
            'result.enter': [
              {
                guard: { type: 'mayBecomeProvisional', params: eventOf },
                target: 'provisional',
                actions: recordStep('corrected'),
              },
              { guard: mayChangeFinal, actions: recordStep('corrected') },
            ],
            'item.void': { guard: mayChangeFinal, ...toVoid },
          },
        },
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
  /** How its result stands, where that is provisional first. */
  readonly standing: ResultStanding | null;
  /** Its league's results are provisional first. */
  readonly provisional: boolean;
};

/** The chart's snapshot for an item; ask it `can(event)` and `hasTag('betting')`. */
export function lifecycleOf({
  status,
  closed,
  version,
  standing,
  provisional,
}: ItemState): SnapshotFrom<typeof itemLifecycle> {
  const values = {
    open: { open: closed ? 'closed' : 'accepting' },
    started: 'started',
    ended: { ended: standing ?? 'final' },
    void: 'void',
  } as const;
  return itemLifecycle.resolveState({
    value: values[status],
    // What has a result goes by that.
    context: { version, provisional: status === 'ended' ? standing !== null : provisional, lastStep: null },
  });
}

type NextStep = {
  readonly status: ItemStatus;
  readonly standing: ResultStanding | null;
  readonly version: number;
  readonly kind: StepKind;
};

/** The state after an event, and the kind it is recorded as; null where the event is refused (a 409). */
export function nextStep(
  from: ItemState,
  event: Exclude<LifecycleEvent, { type: 'date.pass' }>,
): NextStep | null {
  const [after] = transition(itemLifecycle, lifecycleOf(from), event);
  const { version, provisional, lastStep: kind } = after.context;
  const status = itemStatuses.find((one) => after.matches(one));
  const standing = resultStandings.find((one) => provisional && after.matches({ ended: one })) ?? null;
  return kind && status ? { status, standing, version, kind } : null;
}
