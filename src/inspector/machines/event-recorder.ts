import { assign, setup } from 'xstate';
import type { ActorRefFrom } from 'xstate';
import { sendEvent, type EventToSend } from './inspector.ts';
import { port, setupTypes } from '#machines/port.ts';

/** One event of a recorded run, and where it led. */
export type RecordedStep = EventToSend & {
  /** Where the app was: `#/section/3`. */
  readonly place: string;
  readonly machine: string;
  /** Said by a screen: what a replay says again. Everything else follows from it. */
  readonly outside: boolean;
  /** The running child that said it. */
  readonly child?: string;
  /** The delay that passed; its length where the chart says it. */
  readonly delay?: { readonly name: string; readonly ms: number | null };
  /** What its actor was given when it began, on the first of its steps. */
  readonly input?: unknown;
  /** The innermost active states, before it and after. */
  readonly before: readonly string[];
  readonly states: readonly string[];
};

type Context = {
  /** The last event before the recording, and the last one in it. */
  readonly from: number;
  readonly to: number;
  readonly walk: readonly RecordedStep[] | null;
  /** How many steps of the walk are taken. */
  readonly taken: number;
  readonly failure: 'lost' | 'silent' | 'stuck' | null;
};
type Events =
  | { type: 'record.start'; seq: number }
  | { type: 'record.stop'; seq: number }
  | { type: 'replay.start' }
  | { type: 'replay.stop' }
  | { type: 'app.changed' };

/** The next step that a screen had said; -1 when there is none. */
const nextStepIndex = ({ walk, taken }: Context) =>
  walk?.findIndex((step, at) => at >= taken && step.outside) ?? -1;

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    tags: 'recording' | 'busy' | 'replaying';
  }>(),
  actors: {
    sendEvent,
    /** The events after `from` up to `to`, as steps. */
    fetchWalk: port<readonly RecordedStep[], { from: number; to: number }>('fetchWalk'),
  },
  delays: { patience: 5000, beat: 300, again: 100 },
  guards: {
    hasSteps: ({ context }) => nextStepIndex({ ...context, taken: 0 }) >= 0,
    isOver: ({ context }) => nextStepIndex(context) < 0,
    wasTaken: (_, params: { taken: boolean }) => params.taken,
  },
  actions: {
    begin: assign((_, { seq }: { seq: number }) => ({ from: seq, walk: null, failure: null })),
    end: assign((_, { seq }: { seq: number }) => ({ to: seq })),
    takeWalk: assign((_, params: { walk: readonly RecordedStep[] }) => ({ walk: params.walk })),
    rewind: assign({ taken: 0, failure: null }),
    advance: assign(({ context }) => ({ taken: nextStepIndex(context) + 1 })),
    fail: assign((_, params: { failure: Context['failure'] }) => ({ failure: params.failure })),
  },
});

const failWith = (failure: Context['failure']) => ({ type: 'fail', params: { failure } }) as const;
const pageClosed = { target: 'idle', actions: failWith('lost') } as const;
const noAnswer = { target: 'idle', actions: failWith('silent') } as const;

/**
 * The inspector's tape: a run of the app is recorded as a walk, and replayed.
 * A replay says only what a screen had said, where it had said it, and waits for the app to be as far.
 */
export const eventRecorder = charts.createMachine({
  id: 'tape',
  context: { from: 0, to: 0, walk: null, taken: 0, failure: null },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'record.start': { target: 'recording', actions: { type: 'begin', params: ({ event }) => event } },
        'replay.start': { guard: 'hasSteps', target: 'replaying', actions: 'rewind' },
      },
    },
    recording: {
      tags: 'recording',
      on: {
        'record.stop': { target: 'gathering', actions: { type: 'end', params: ({ event }) => event } },
        'app.changed': pageClosed,
      },
    },
    gathering: {
      tags: 'busy',
      invoke: {
        id: 'fetchWalk',
        src: 'fetchWalk',
        input: ({ context: { from, to } }) => ({ from, to }),
        onDone: {
          target: 'idle',
          actions: { type: 'takeWalk', params: ({ event }) => ({ walk: event.output }) },
        },
        onError: noAnswer,
      },
      after: { patience: noAnswer },
      on: { 'app.changed': pageClosed },
    },
    replaying: {
      tags: 'replaying',
      initial: 'step',
      on: { 'replay.stop': 'idle', 'app.changed': pageClosed },
      states: {
        /** Tried until the app takes it. */
        step: {
          after: { patience: { target: '#tape.idle', actions: failWith('stuck') } },
          initial: 'asking',
          states: {
            asking: {
              invoke: {
                id: 'takeStep',
                src: 'sendEvent',
                input: ({ context }) => {
                  const step = context.walk?.[nextStepIndex(context)] as RecordedStep;
                  return { path: step.path, event: step.event, place: step.place };
                },
                onDone: [
                  {
                    guard: { type: 'wasTaken', params: ({ event }) => ({ taken: event.output }) },
                    target: '#tape.replaying.between',
                    actions: 'advance',
                  },
                  { target: 'waiting' },
                ],
                onError: { target: '#tape.idle', actions: failWith('silent') },
              },
            },
            waiting: { after: { again: 'asking' } },
          },
        },
        /** Long enough to be seen. */
        between: {
          always: { guard: 'isOver', target: '#tape.idle' },
          after: { beat: 'step' },
        },
      },
    },
  },
});

export type EventRecorderActor = ActorRefFrom<typeof eventRecorder>;
