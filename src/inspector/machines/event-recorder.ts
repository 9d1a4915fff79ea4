import { assign, setup } from 'xstate';
import type { ActorRefFrom } from 'xstate';
import { sendEvent, type EventToSend } from './inspector.ts';
import { eventOf, nonNull, outputOf } from '#machines/params.ts';
import { port, setupTypes } from '#machines/port.ts';

/** One event of a recording, and the states before and after it. */
export type RecordedStep = EventToSend & {
  /** Where the app was: `#/section/3`. */
  readonly place: string;
  readonly machine: string;
  /** Sent by a screen, not by an actor: a replay sends it again. All other steps follow from these. */
  readonly outside: boolean;
  /** The running child that sent it. */
  readonly child?: string;
  /** The delay that ended; `ms` is null if the chart computes its length. */
  readonly delay?: { readonly name: string; readonly ms: number | null };
  /** The actor's input, on its first step. */
  readonly input?: unknown;
  /** The innermost active states, before and after the event. */
  readonly before: readonly string[];
  readonly states: readonly string[];
};

type Context = {
  /** `seq` of the last event before the recording, and of the last one in it. */
  readonly from: number;
  readonly to: number;
  readonly steps: readonly RecordedStep[] | null;
  /** Number of steps that were replayed. */
  readonly replayed: number;
  readonly failure: 'pageClosed' | 'noAnswer' | 'stuck' | null;
};
type Events =
  | { type: 'record.start'; seq: number }
  | { type: 'record.stop'; seq: number }
  | { type: 'replay.start' }
  | { type: 'replay.stop' }
  | { type: 'page.changed' };

/** Index of the next step that a screen had sent; -1 if there is none. */
const nextStepIndex = ({ steps, replayed }: Context) =>
  steps?.findIndex((step, at) => at >= replayed && step.outside) ?? -1;

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    tags: 'recording' | 'busy' | 'replaying';
  }>(),
  actors: {
    sendEvent,
    /** Fetches the events after `from` up to `to`, as steps. */
    fetchSteps: port<readonly RecordedStep[], { from: number; to: number }>('fetchSteps'),
  },
  delays: { stepTimeout: 5000, pause: 300, retryDelay: 100 },
  guards: {
    hasSteps: ({ context }) => nextStepIndex({ ...context, replayed: 0 }) >= 0,
    isFinished: ({ context }) => nextStepIndex(context) < 0,
    wasAccepted: (_, accepted: boolean) => accepted,
  },
  actions: {
    startRecording: assign((_, { seq }: { seq: number }) => ({ from: seq, steps: null, failure: null })),
    setRecordingEnd: assign((_, { seq }: { seq: number }) => ({ to: seq })),
    storeSteps: assign((_, params: { steps: readonly RecordedStep[] }) => ({ steps: params.steps })),
    rewind: assign({ replayed: 0, failure: null }),
    advance: assign(({ context }) => ({ replayed: nextStepIndex(context) + 1 })),
    storeFailure: assign((_, params: { failure: Context['failure'] }) => ({ failure: params.failure })),
  },
});

const failWith = (failure: Context['failure']) => ({ type: 'storeFailure', params: { failure } }) as const;
const pageClosed = { target: 'idle', actions: failWith('pageClosed') } as const;
const noAnswer = { target: 'idle', actions: failWith('noAnswer') } as const;

/**
 * Records a run of the app as steps, and replays it.
 * A replay sends only what a screen had sent, at the same address, and retries until the app accepts it.
 */
export const eventRecorder = charts.createMachine({
  id: 'event-recorder',
  context: { from: 0, to: 0, steps: null, replayed: 0, failure: null },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'record.start': {
          target: 'recording',
          actions: { type: 'startRecording', params: eventOf },
        },
        'replay.start': { guard: 'hasSteps', target: 'replaying', actions: 'rewind' },
      },
    },
    recording: {
      tags: 'recording',
      on: {
        'record.stop': {
          target: 'fetchingSteps',
          actions: { type: 'setRecordingEnd', params: eventOf },
        },
        'page.changed': pageClosed,
      },
    },
    fetchingSteps: {
      tags: 'busy',
      invoke: {
        id: 'fetchSteps',
        src: 'fetchSteps',
        input: ({ context: { from, to } }) => ({ from, to }),
        onDone: {
          target: 'idle',
          actions: { type: 'storeSteps', params: ({ event }) => ({ steps: event.output }) },
        },
        onError: noAnswer,
      },
      on: { 'page.changed': pageClosed },
    },
    replaying: {
      tags: 'replaying',
      initial: 'sending',
      on: { 'replay.stop': 'idle', 'page.changed': pageClosed },
      states: {
        /** Sends the step every 100 ms until an actor accepts it; after 5 s the replay is stuck. */
        sending: {
          after: { stepTimeout: { target: '#event-recorder.idle', actions: failWith('stuck') } },
          initial: 'sendingStep',
          states: {
            sendingStep: {
              invoke: {
                id: 'sendStep',
                src: 'sendEvent',
                input: ({ context }) => {
                  const { path, event, place } = nonNull(context.steps?.[nextStepIndex(context)] ?? null);
                  return { path, event, place };
                },
                onDone: [
                  {
                    guard: { type: 'wasAccepted', params: outputOf },
                    target: '#event-recorder.replaying.pausing',
                    actions: 'advance',
                  },
                  { target: 'awaitingRetry' },
                ],
                onError: { target: '#event-recorder.idle', actions: failWith('noAnswer') },
              },
            },
            awaitingRetry: { after: { retryDelay: 'sendingStep' } },
          },
        },
        /** Between two steps, so that a person can follow. */
        pausing: {
          always: { guard: 'isFinished', target: '#event-recorder.idle' },
          after: { pause: 'sending' },
        },
      },
    },
  },
});

export type EventRecorderActor = ActorRefFrom<typeof eventRecorder>;
