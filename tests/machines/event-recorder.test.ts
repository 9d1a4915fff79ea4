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
  before: ['resting'],
  states: ['resting'],
});
const put = step('pick.set', true);
const saved = step('xstate.done.actor.saveBets', false);
const over = step('time.up', true);
/** Two of its steps were said by a screen; the others followed. */
const walk = [saved, put, saved, over];
const unsaid = [saved];

const patience = (of: string) => ({ event: { type: `xstate.after.patience.tape.${of}` }, ms: 5000 });
const ends = (failure: Before['failure']) => (before: Before) => ({
  to: 'idle',
  context: { ...before, failure },
});
const says = ({ path, event, place }: RecordedStep) => ({ takeStep: { path, event, place } });

testMachine(eventRecorder, {
  inputs: { opened: undefined },
  fold: ({ walk: it, taken }) =>
    it === null ? 'nothing' : it.length === 1 ? 'nothing to say' : `${taken} taken`,
  events: {
    'record after 10': { type: 'record.start', seq: 10 },
    'stop at 14': { type: 'record.stop', seq: 14 },
    replay: { type: 'replay.start' },
    'stop the replay': { type: 'replay.stop' },
    'another page': { type: 'app.changed' },
    'four steps': done('fetchWalk', walk),
    'an answer alone': done('fetchWalk', unsaid),
    'no walk': error('fetchWalk', new Error('the app did not answer')),
    'step taken': done('takeStep', true),
    'step not taken': done('takeStep', false),
    'step unanswered': error('takeStep', new Error('the app did not answer')),
    patience: after('patience', 5000),
    again: after('again', 100),
    beat: after('beat', 300),
  },
  becomes: {
    'start: opened': { to: 'idle', context: { from: 0, to: 0, walk: null, taken: 0, failure: null } },
    'idle + record after 10': (before) => ({
      to: 'recording',
      context: { ...before, from: 10, walk: null, failure: null },
    }),
    'recording + stop at 14': (before) => ({
      to: 'gathering',
      context: { ...before, to: 14 },
      calls: { fetchWalk: { from: 10, to: 14 } },
      waits: [patience('gathering')],
    }),
    'recording + another page': ends('lost'),
    'gathering + four steps': (before) => ({ to: 'idle', context: { ...before, walk } }),
    'gathering + an answer alone': (before) => ({ to: 'idle', context: { ...before, walk: unsaid } }),
    'gathering + no walk': ends('silent'),
    'gathering + patience': ends('silent'),
    'gathering + another page': ends('lost'),

    // What followed of itself is not said again.
    'idle + replay': (before) =>
      before.walk === null || before.walk.length === 1
        ? 'ignored'
        : {
            to: 'replaying.step.asking',
            context: { ...before, taken: 0, failure: null },
            calls: says(put),
            waits: [patience('replaying.step')],
          },
    'replaying.step.asking + step taken': (before) =>
      before.taken === 0
        ? {
            to: 'replaying.between',
            context: { ...before, taken: 2 },
            waits: [{ event: { type: 'xstate.after.beat.tape.replaying.between' }, ms: 300 }],
          }
        : { to: 'idle', context: { ...before, taken: 4 } },
    'replaying.step.asking + step not taken': (before) => ({
      to: 'replaying.step.waiting',
      context: before,
      waits: [{ event: { type: 'xstate.after.again.tape.replaying.step.waiting' }, ms: 100 }],
    }),
    'replaying.step.asking + step unanswered': ends('silent'),
    'replaying.step.waiting + again': (before) => ({
      to: 'replaying.step.asking',
      context: before,
      calls: says(before.taken === 0 ? put : over),
    }),
    'replaying.step + patience': ends('stuck'),
    'replaying.between + beat': (before) => ({
      to: 'replaying.step.asking',
      context: before,
      calls: says(over),
      waits: [patience('replaying.step')],
    }),
    'replaying + stop the replay': (before) => ({ to: 'idle', context: before }),
    'replaying + another page': ends('lost'),
  },
  claims: {
    idle: hasExactTags(),
    recording: hasExactTags('recording'),
    gathering: hasExactTags('busy'),
    replaying: hasExactTags('replaying'),
  },
  unpaired: 4,
});
