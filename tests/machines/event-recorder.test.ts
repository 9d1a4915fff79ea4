import type { ContextFrom } from 'xstate';
import { eventRecorder, type RecordedStep } from '#inspector/machines/event-recorder.ts';
import { after, done, error, testMachine, hasExactTags } from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof eventRecorder>;

const step = (name: string, outside: boolean): RecordedStep => ({
  path: 'app/bets/bet-12',
  machine: 'bet',
  event: { type: name },
  place: '#/section/3',
  outside,
  before: ['idle'],
  states: ['idle'],
});
const put = step('pick.set', true);
const saved = step('xstate.done.actor.saveBets', false);
const over = step('time.up', true);
/** Two of its steps were sent by a screen; the others followed. */
const steps = [saved, put, saved, over];
const unsent = [saved];

const stepTimeout = {
  event: { type: 'xstate.after.stepTimeout.event-recorder.replaying.sending' },
  ms: 5000,
};
const ends = (failure: Before['failure']) => (before: Before) => ({
  to: 'idle',
  context: { ...before, failure },
});
const sends = ({ path, event, place }: RecordedStep) => ({ sendStep: { path, event, place } });

testMachine(eventRecorder, {
  inputs: { opened: undefined },
  fold: ({ steps: it, replayed }) =>
    it === null ? 'nothing' : it.length === 1 ? 'nothing to send' : `${replayed} replayed`,
  events: {
    'record after 10': { type: 'record.start', seq: 10 },
    'stop at 14': { type: 'record.stop', seq: 14 },
    replay: { type: 'replay.start' },
    'stop the replay': { type: 'replay.stop' },
    'another page': { type: 'page.changed' },
    'four steps': done('fetchSteps', steps),
    'an answer alone': done('fetchSteps', unsent),
    'no answer': error('fetchSteps', new Error('the app did not answer')),
    'step taken': done('sendStep', true),
    'step not taken': done('sendStep', false),
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
    'recording + another page': ends('pageClosed'),
    'fetchingSteps + four steps': (before) => ({ to: 'idle', context: { ...before, steps } }),
    'fetchingSteps + an answer alone': (before) => ({ to: 'idle', context: { ...before, steps: unsent } }),
    'fetchingSteps + no answer': ends('noAnswer'),
    'fetchingSteps + another page': ends('pageClosed'),

    // What followed by itself is not sent again.
    'idle + replay': (before) =>
      before.steps === null || before.steps.length === 1
        ? 'ignored'
        : {
            to: 'replaying.sending.sendingStep',
            context: { ...before, replayed: 0, failure: null },
            calls: sends(put),
            waits: [stepTimeout],
          },
    'replaying.sending.sendingStep + step taken': (before) =>
      before.replayed === 0
        ? {
            to: 'replaying.pausing',
            context: { ...before, replayed: 2 },
            waits: [{ event: { type: 'xstate.after.pause.event-recorder.replaying.pausing' }, ms: 300 }],
          }
        : { to: 'idle', context: { ...before, replayed: 4 } },
    'replaying.sending.sendingStep + step not taken': (before) => ({
      to: 'replaying.sending.awaitingRetry',
      context: before,
      waits: [
        {
          event: { type: 'xstate.after.retryDelay.event-recorder.replaying.sending.awaitingRetry' },
          ms: 100,
        },
      ],
    }),
    'replaying.sending.sendingStep + step unanswered': ends('noAnswer'),
    'replaying.sending.awaitingRetry + retry delay': (before) => ({
      to: 'replaying.sending.sendingStep',
      context: before,
      calls: sends(before.replayed === 0 ? put : over),
    }),
    'replaying.sending + step timeout': ends('stuck'),
    'replaying.pausing + pause': (before) => ({
      to: 'replaying.sending.sendingStep',
      context: before,
      calls: sends(over),
      waits: [stepTimeout],
    }),
    'replaying + stop the replay': (before) => ({ to: 'idle', context: before }),
    'replaying + another page': ends('pageClosed'),
  },
  claims: {
    idle: hasExactTags(),
    recording: hasExactTags('recording'),
    fetchingSteps: hasExactTags('busy'),
    replaying: hasExactTags('replaying'),
  },
  unpaired: 3,
});
