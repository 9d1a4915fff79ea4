import type { ContextFrom } from 'xstate';
import { eventRecorder, type RecordedStep } from '#inspector/machines/event-recorder.ts';
import { after, done, error, testMachine, hasExactTags } from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof eventRecorder>;

const stepOf = (name: string, outside: boolean): RecordedStep => ({
  path: 'app/bets/bet-12',
  machine: 'bet',
  event: { type: name },
  place: '#/section/3',
  outside,
  before: ['idle'],
  states: ['idle'],
});
const pickStep = stepOf('pick.set', true);
const savedStep = stepOf('xstate.done.actor.saveBets', false);
const timeUpStep = stepOf('time.up', true);
/** Two of the steps were sent by a screen; the others followed from them. */
const fourSteps = [savedStep, pickStep, savedStep, timeUpStep];
const answerOnly = [savedStep];

const stepTimeoutWait = {
  event: { type: 'xstate.after.stepTimeout.event-recorder.replaying.sending' },
  ms: 5000,
};
const stopsWith = (failure: Before['failure']) => (before: Before) => ({
  to: 'idle',
  context: { ...before, failure },
});
const sendCalls = ({ path, event, place }: RecordedStep) => ({ sendStep: { path, event, place } });

testMachine(eventRecorder, {
  inputs: { opened: undefined },
  fold: ({ steps: recorded, replayed }) =>
    recorded === null ? 'nothing' : recorded.length === 1 ? 'nothing to send' : `${replayed} replayed`,
  events: {
    'record after 10': { type: 'record.start', seq: 10 },
    'stop at 14': { type: 'record.stop', seq: 14 },
    replay: { type: 'replay.start' },
    'stop the replay': { type: 'replay.stop' },
    'another page': { type: 'page.changed' },
    'four steps': done('fetchSteps', fourSteps),
    'an answer alone': done('fetchSteps', answerOnly),
    'no answer': error('fetchSteps', new Error('the app did not answer')),
    'step accepted': done('sendStep', true),
    'step rejected': done('sendStep', false),
    'step unanswered': error('sendStep', new Error('the app did not answer')),
    'step timeout': after('stepTimeout', 5000),
    'retry delay': after('retryDelay', 100),
    pause: after('pause', 300),
  },
  becomes: {
    'start: opened': { to: 'idle', context: { from: 0, to: 0, steps: null, replayed: 0, failure: null } },
    'idle + record after 10': (before) => ({
      to: 'recording',
      context: { ...before, from: 10, steps: null, failure: null },
    }),
    'recording + stop at 14': (before) => ({
      to: 'fetchingSteps',
      context: { ...before, to: 14 },
      calls: { fetchSteps: { from: 10, to: 14 } },
    }),
    'recording + another page': stopsWith('pageClosed'),
    'fetchingSteps + four steps': (before) => ({ to: 'idle', context: { ...before, steps: fourSteps } }),
    'fetchingSteps + an answer alone': (before) => ({
      to: 'idle',
      context: { ...before, steps: answerOnly },
    }),
    'fetchingSteps + no answer': stopsWith('noAnswer'),
    'fetchingSteps + another page': stopsWith('pageClosed'),

    // Steps that follow from others are not sent again.
    'idle + replay': (before) =>
      before.steps === null || before.steps.length === 1
        ? 'ignored'
        : {
            to: 'replaying.sending.sendingStep',
            context: { ...before, replayed: 0, failure: null },
            calls: sendCalls(pickStep),
            waits: [stepTimeoutWait],
          },
    'replaying.sending.sendingStep + step accepted': (before) =>
      before.replayed === 0
        ? {
            to: 'replaying.pausing',
            context: { ...before, replayed: 2 },
            waits: [{ event: { type: 'xstate.after.pause.event-recorder.replaying.pausing' }, ms: 300 }],
          }
        : { to: 'idle', context: { ...before, replayed: 4 } },
    'replaying.sending.sendingStep + step rejected': (before) => ({
      to: 'replaying.sending.awaitingRetry',
      context: before,
      waits: [
        {
          event: { type: 'xstate.after.retryDelay.event-recorder.replaying.sending.awaitingRetry' },
          ms: 100,
        },
      ],
    }),
    'replaying.sending.sendingStep + step unanswered': stopsWith('noAnswer'),
    'replaying.sending.awaitingRetry + retry delay': (before) => ({
      to: 'replaying.sending.sendingStep',
      context: before,
      calls: sendCalls(before.replayed === 0 ? pickStep : timeUpStep),
    }),
    'replaying.sending + step timeout': stopsWith('stuck'),
    'replaying.pausing + pause': (before) => ({
      to: 'replaying.sending.sendingStep',
      context: before,
      calls: sendCalls(timeUpStep),
      waits: [stepTimeoutWait],
    }),
    'replaying + stop the replay': (before) => ({ to: 'idle', context: before }),
    'replaying + another page': stopsWith('pageClosed'),
  },
  claims: {
    idle: hasExactTags(),
    recording: hasExactTags('recording'),
    fetchingSteps: hasExactTags('busy'),
    replaying: hasExactTags('replaying'),
  },
  unpaired: 3,
});
