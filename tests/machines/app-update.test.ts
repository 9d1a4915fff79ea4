import { appUpdate } from '#machines/app-update.ts';
import {
  after,
  childSends,
  done,
  error,
  hasExactTags,
  testMachine,
} from '#tests/support/statecharts/test-machine.ts';

const applies = (cause: string) => ({
  to: 'applying',
  context: { cause },
  calls: { applyVersion: undefined },
});
const checks = { to: 'running.checking', calls: { checkVersion: undefined } };
const looks = { to: 'running.missing', calls: { checkVersion: undefined } };
const reloads = ({ cause }: { cause: string }) => ({ to: 'reloading', calls: { reloadPage: { cause } } });

testMachine(appUpdate, {
  inputs: { page: undefined },
  fold: ({ cause }) => cause,
  events: {
    'a version waits': childSends('watchVersions', { type: 'version.waiting' }),
    'another tab changes': childSends('watchVersions', { type: 'version.changed' }),
    'the server refuses': childSends('watchVersions', { type: 'version.refused' }),
    'a file is gone': childSends('watchVersions', { type: 'file.missing' }),
    'is shown': childSends('watchVersions', { type: 'page.shown' }),
    'watching breaks': error('watchVersions', new Error('broken')),
    tap: { type: 'update.apply' },
    'not now': { type: 'update.postpone' },
    'an hour passes': after('checkInterval', 3_600_000),
    'a minute passes': after('retryDelay', 60_000),
    'the same build': done('checkVersion', 'same'),
    'a new build on its way': done('checkVersion', 'coming'),
    'a new build that is ready': done('checkVersion', 'ready'),
    'no answer': error('checkVersion', { kind: 'offline' }),
    applied: done('applyVersion', undefined),
    'applying fails': error('applyVersion', { kind: 'offline' }),
    'applying takes long': after('applyTimeout', 20_000),
    'page goes': done('reloadPage', true),
    'page stays': done('reloadPage', false),
    'reloading fails': error('reloadPage', { kind: 'unreadable' }),
  },
  becomes: {
    'start: page': {
      to: 'running.upToDate',
      context: { cause: 'tapped' },
      calls: { watchVersions: undefined },
    },

    // Whatever is known: a page that cannot go on, and one of two tabs.
    // Offered, or on the page that the server refuses.
    'running + tap': applies('tapped'),
    'running + the server refuses': applies('refused'),
    'running + another tab changes': {
      to: 'reloading',
      context: { cause: 'elsewhere' },
      calls: { reloadPage: { cause: 'elsewhere' } },
    },

    'running.upToDate + a version waits': 'running.waiting',
    'running.upToDate + is shown': checks,
    'running.upToDate + an hour passes': checks,
    'running.upToDate + a file is gone': looks,

    'running.checking + the same build': 'running.upToDate',
    // It is offered when all of it is here.
    'running.checking + a new build on its way': 'running.upToDate',
    'running.checking + a new build that is ready': 'running.waiting',
    'running.checking + no answer': 'running.failed',
    'running.checking + a version waits': 'running.waiting',
    'running.checking + a file is gone': looks,

    'running.failed + a minute passes': checks,
    'running.failed + is shown': checks,
    'running.failed + a version waits': 'running.waiting',
    'running.failed + a file is gone': looks,

    // Of the same build no file is gone: the line is cut.
    'running.missing + the same build': 'running.upToDate',
    'running.missing + no answer': 'running.failed',
    'running.missing + a new build on its way': applies('missing'),
    'running.missing + a new build that is ready': applies('missing'),

    'running.waiting + not now': 'running.postponed',
    'running.waiting + a file is gone': applies('missing'),
    'running.postponed + is shown': 'running.waiting',
    'running.postponed + a file is gone': applies('missing'),

    // Its own change, which the worker reports to every tab.
    'applying + another tab changes': reloads,
    'applying + applied': reloads,
    'applying + applying fails': reloads,
    'applying + applying takes long': reloads,

    'reloading + page goes': 'left',
    // It has been loaded anew for this build before.
    'reloading + page stays': 'running.upToDate',
    'reloading + reloading fails': 'running.upToDate',
  },
  claims: {
    '*': (snapshot) =>
      hasExactTags(
        ...(snapshot.matches({ running: 'waiting' })
          ? ['offered']
          : ['applying', 'reloading', 'left'].some((it) => snapshot.value === it)
            ? ['busy']
            : []),
      )(snapshot),
  },
  // A watch that has broken reports nothing more.
  unpaired: 49,
});
