import { storeUpdate } from '#machines/store-update.ts';
import {
  after,
  childSends,
  done,
  error,
  hasExactTags,
  testMachine,
} from '#tests/support/statecharts/test-machine.ts';

const checksStore = { to: 'accepted.checking', calls: { checkStore: undefined } };
const opensStore = (state: string) => ({ to: state, calls: { openStore: undefined } });

testMachine(storeUpdate, {
  inputs: { app: undefined },
  events: {
    'the server refuses': childSends('watchVersion', { type: 'version.refused' }),
    'is shown': childSends('watchVersion', { type: 'page.shown' }),
    'watching fails': error('watchVersion', new Error('broken')),
    'a second passes': after('startDelay', 1000),
    'a newer app': done('checkStore', true),
    'this app': done('checkStore', false),
    'no answer': error('checkStore', { kind: 'offline' }),
    update: { type: 'update.apply' },
    close: { type: 'update.close' },
    'the store opens': done('openStore', undefined),
    'no store': error('openStore', new Error('no store')),
  },
  becomes: {
    'start: app': { to: 'accepted.starting', calls: { watchVersion: undefined } },
    'accepted + the server refuses': 'refused.idle',

    'accepted.starting + a second passes': checksStore,
    'accepted.checking + a newer app': 'accepted.offered',
    'accepted.checking + this app': 'accepted.upToDate',
    'accepted.checking + no answer': 'accepted.upToDate',
    'accepted.upToDate + is shown': checksStore,

    'accepted.offered + update': opensStore('accepted.opening'),
    // An update is offered once after each start.
    'accepted.offered + close': 'accepted.closed',
    'accepted.opening + the store opens': 'accepted.closed',
    'accepted.opening + no store': 'accepted.offered',

    // Only a tap opens the store, each time again.
    'refused.idle + update': opensStore('refused.opening'),
    'refused.opening + the store opens': 'refused.idle',
    'refused.opening + no store': 'refused.idle',
  },
  claims: {
    'accepted.starting': hasExactTags(),
    'accepted.checking': hasExactTags(),
    'accepted.upToDate': hasExactTags(),
    'accepted.offered': hasExactTags('offered'),
    'accepted.opening': hasExactTags('offered', 'busy'),
    'accepted.closed': hasExactTags(),
    'refused.idle': hasExactTags('refused'),
    'refused.opening': hasExactTags('refused', 'busy'),
  },
  // After the watch has failed it reports nothing more.
  unpaired: 20,
});
