import { assign, setup, transition, type SnapshotFrom } from 'xstate';
import { itemStatuses, type ItemStatus, type TimelineEntry } from '#contract/models.ts';
import { resultStandings, type ResultStanding } from '#contract/objections.ts';
import { eventOf } from './params.ts';
import { setupTypes } from './port.ts';

/** Timeline steps that change an item's state or date, or concern an objection to its result. */
type StepKind = Extract<
  TimelineEntry['kind'],
  'moved' | 'started' | 'result' | 'corrected' | 'void' | 'objected' | 'contested' | 'final'
>;

type Context = {
  /** Incremented by each step that changes the date, state or result; objections and votes leave it as it is. */
  readonly version: number;
  /** Whether a result is provisional before it is final: by the league's setting until the item has ended, then by its result. */
  readonly provisional: boolean;
  /** The timeline kind of the last step; null until there is one. */
  readonly lastStep: StepKind | null;
};
/** `version`: the version the sender saw; an ended item accepts only its current one. */
type Versioned = {
  type: 'result.enter' | 'item.void' | 'objection.raise' | 'result.confirm';
  version?: number;
  /** Sent by staff, who may also change a final result. */
  staff?: boolean;
};
export type LifecycleEvent =
  | Versioned
  | { type: 'item.start' }
  | { type: 'date.move' }
  /** Sent by the caller, which has the clock, when the item's date passes. Closes betting; not recorded in the timeline. */
  | { type: 'date.pass' }
  /** Sent by the caller, which has the clock and the votes. `upheld`: the objection won, against the result. */
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
    /** Records a step that leaves the result, and so the version, as they are. */
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
 * The life of an item, run by browser and server. It has no clock: the caller sends `date.pass` and `vote.end`.
 * Betting never reopens once the date has passed, and a result is changed only by someone who saw the current version.
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
        /** Members may object and vote; a correction replaces the result that was objected to. */
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
        /** The vote was against the result: the league's manager corrects or confirms it. */
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

/** An item's state, from its row. `closed`: its date has passed by the server's clock. */
export type ItemState = {
  readonly status: ItemStatus;
  readonly closed: boolean;
  readonly version: number;
  /** The standing of the item's result; null if that was never provisional, or there is none. */
  readonly standing: ResultStanding | null;
  /** Whether the league's results are provisional before they are final. */
  readonly provisional: boolean;
};

/** The chart's snapshot for an item, for `can(event)` and `hasTag('betting')`. */
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
    // An ended item goes by its own result, even if the league's setting has changed since.
    context: { version, provisional: status === 'ended' ? standing !== null : provisional, lastStep: null },
  });
}

type NextStep = {
  readonly status: ItemStatus;
  readonly standing: ResultStanding | null;
  readonly version: number;
  readonly kind: StepKind;
};

/** The state after an event, and the timeline kind to record; null if the event is refused (a 409). */
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
