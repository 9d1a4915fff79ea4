import { appUpdate } from '#machines/app-update.ts';
import {
  after,
  childSends,
  done,
  error,
  hasExactTags,
  testMachine,
} from '#tests/support/statecharts/test-machine.ts';

const appliesVersion = (cause: string) => ({
  to: 'applying',
  context: { cause },
  calls: { applyVersion: undefined },
});
const checksVersion = { to: 'running.checking', calls: { checkVersion: undefined } };
const checksMissingFile = { to: 'running.missing', calls: { checkVersion: undefined } };
const reloadsPage = ({ cause }: { cause: string }) => ({ to: 'reloading', calls: { reloadPage: { cause } } });

testMachine(appUpdate, {
  inputs: { page: undefined },
  fold: ({ cause }) => cause,
  events: {
    'a version waits': childSends('watchVersions', { type: 'version.waiting' }),
    'another tab changes': childSends('watchVersions', { type: 'version.changed' }),
    'the server refuses': childSends('watchVersions', { type: 'version.refused' }),
    'a file is gone': childSends('watchVersions', { type: 'file.missing' }),
    'is shown': childSends('watchVersions', { type: 'page.shown' }),
    'watching fails': error('watchVersions', new Error('broken')),
    'update tapped': { type: 'update.apply' },
    'not now': { type: 'update.postpone' },
    'an hour passes': after('checkInterval', 3_600_000),
    'a minute passes': after('retryDelay', 60_000),
    'the same build': done('checkVersion', 'same'),
    'a new build being downloaded': done('checkVersion', 'coming'),
    'a new build that is ready': done('checkVersion', 'ready'),
    'no answer': error('checkVersion', { kind: 'offline' }),
    applied: done('applyVersion', undefined),
    'applying fails': error('applyVersion', { kind: 'offline' }),
    'applying takes long': after('applyTimeout', 20_000),
    'page is left': done('reloadPage', true),
    'page stays': done('reloadPage', false),
    'reloading fails': error('reloadPage', { kind: 'unreadable' }),
  },
  becomes: {
    'start: page': {
      to: 'running.upToDate',
      context: { cause: 'tapped' },
      calls: { watchVersions: undefined },
    },

    // In every state: a tapped update, a page that the server refuses, another tab that has updated.
    'running + update tapped': appliesVersion('tapped'),
    'running + the server refuses': appliesVersion('refused'),
    'running + another tab changes': {
      to: 'reloading',
      context: { cause: 'elsewhere' },
      calls: { reloadPage: { cause: 'elsewhere' } },
    },

    'running.upToDate + a version waits': 'running.waiting',
    'running.upToDate + is shown': checksVersion,
    'running.upToDate + an hour passes': checksVersion,
    'running.upToDate + a file is gone': checksMissingFile,

    'running.checking + the same build': 'running.upToDate',
    // An update is offered once all of it has been downloaded.
    'running.checking + a new build being downloaded': 'running.upToDate',
    'running.checking + a new build that is ready': 'running.waiting',
    'running.checking + no answer': 'running.failed',
    'running.checking + a version waits': 'running.waiting',
    'running.checking + a file is gone': checksMissingFile,

    'running.failed + a minute passes': checksVersion,
    'running.failed + is shown': checksVersion,
    'running.failed + a version waits': 'running.waiting',
    'running.failed + a file is gone': checksMissingFile,

    // Of the same build no file is missing: the connection failed.
    'running.missing + the same build': 'running.upToDate',
    'running.missing + no answer': 'running.failed',
    'running.missing + a new build being downloaded': appliesVersion('missing'),
    'running.missing + a new build that is ready': appliesVersion('missing'),

    'running.waiting + not now': 'running.postponed',
    'running.waiting + a file is gone': appliesVersion('missing'),
    'running.postponed + is shown': 'running.waiting',
    'running.postponed + a file is gone': appliesVersion('missing'),

    // The worker reports this tab’s own change to every tab.
    'applying + another tab changes': reloadsPage,
    'applying + applied': reloadsPage,
    'applying + applying fails': reloadsPage,
    'applying + applying takes long': reloadsPage,

    'reloading + page is left': 'left',
    // The page was reloaded for this build before.
    'reloading + page stays': 'running.upToDate',
    'reloading + reloading fails': 'running.upToDate',
  },
  claims: {
    '*': (snapshot) =>
      hasExactTags(
        ...(snapshot.matches({ running: 'waiting' })
          ? ['offered']
          : ['applying', 'reloading', 'left'].some((state) => snapshot.value === state)
            ? ['busy']
            : []),
      )(snapshot),
  },
  // After the watch has failed it reports nothing more.
  unpaired: 49,
});
