import { pushOffer } from '#machines/push-offer.ts';
import { done, error, hasExactTags, testMachine } from '#tests/support/statecharts/test-machine.ts';

const offline = { kind: 'offline' };
const closes = { to: 'closed', context: {} };
const keeps = [{ type: 'value.keep', value: true }];
const dismisses = { ...closes, sends: keeps };
const accepts = {
  to: 'asking',
  context: { failure: null },
  sends: keeps,
  calls: { askPermission: undefined },
};
const fails = { to: 'failed', context: { failure: offline } };

testMachine(pushOffer, {
  inputs: { noa: { member: 7 } },
  fold: ({ failure }) => failure?.kind ?? '',
  events: {
    accept: { type: 'offer.accept' },
    dismiss: { type: 'offer.dismiss' },
    'they have answered': done('loadAnswer', true),
    'never asked': done('loadAnswer', null),
    'no answer readable': error('loadAnswer', offline),
    'can be asked': done('isAskable', true),
    'cannot be asked': done('isAskable', false),
    'not known': error('isAskable', offline),
    allowed: done('askPermission', 'granted'),
    refused: done('askPermission', 'denied'),
    'dialog closed': done('askPermission', 'default'),
    'no dialog': error('askPermission', offline),
    subscribed: done('subscribe', undefined),
    'not subscribed': error('subscribe', offline),
    'store lost': error('answerStore', offline),
  },
  becomes: {
    'start: noa': {
      to: 'loading',
      context: { member: 7, failure: null },
      calls: { answerStore: { member: 7 }, loadAnswer: { member: 7 } },
    },
    'loading + they have answered': closes,
    'loading + never asked': { to: 'checking', context: {}, calls: { isAskable: undefined } },
    'loading + no answer readable': closes,
    'checking + can be asked': { to: 'offered', context: {} },
    'checking + cannot be asked': closes,
    'checking + not known': closes,
    'offered + accept': accepts,
    'offered + dismiss': dismisses,
    'asking + allowed': { to: 'subscribing', context: {}, calls: { subscribe: undefined } },
    'asking + refused': closes,
    'asking + dialog closed': closes,
    'asking + no dialog': fails,
    'subscribing + subscribed': closes,
    'subscribing + not subscribed': fails,
    'failed + accept': accepts,
    'failed + dismiss': dismisses,
  },
  claims: {
    loading: hasExactTags(),
    checking: hasExactTags(),
    offered: hasExactTags('shown'),
    asking: hasExactTags(),
    subscribing: hasExactTags(),
    failed: hasExactTags('shown', 'failed'),
    closed: hasExactTags(),
  },
  unpaired: 24,
});
