import { pushOffer } from '#machines/push-offer.ts';
import { done, error, hasExactTags, testMachine } from '#tests/support/statecharts/test-machine.ts';

const offline = { kind: 'offline' };
const closesOffer = { to: 'closed', context: {} };
const storesAnswer = [{ type: 'value.keep', value: true }];
const dismissesOffer = { ...closesOffer, sends: storesAnswer };
const asksPermission = {
  to: 'asking',
  context: { failure: null },
  sends: storesAnswer,
  calls: { askPermission: undefined },
};
const fails = { to: 'failed', context: { failure: offline } };

testMachine(pushOffer, {
  inputs: { noa: { member: 7 } },
  fold: ({ failure }) => failure?.kind ?? '',
  events: {
    accept: { type: 'offer.accept' },
    dismiss: { type: 'offer.dismiss' },
    'answered before': done('loadAnswer', true),
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
    'store fails': error('answerStore', offline),
  },
  becomes: {
    'start: noa': {
      to: 'loading',
      context: { member: 7, failure: null },
      calls: { answerStore: { member: 7 }, loadAnswer: { member: 7 } },
    },
    'loading + answered before': closesOffer,
    'loading + never asked': { to: 'checking', context: {}, calls: { isAskable: undefined } },
    'loading + no answer readable': closesOffer,
    'checking + can be asked': { to: 'offered', context: {} },
    'checking + cannot be asked': closesOffer,
    'checking + not known': closesOffer,
    'offered + accept': asksPermission,
    'offered + dismiss': dismissesOffer,
    'asking + allowed': { to: 'subscribing', context: {}, calls: { subscribe: undefined } },
    'asking + refused': closesOffer,
    'asking + dialog closed': closesOffer,
    'asking + no dialog': fails,
    'subscribing + subscribed': closesOffer,
    'subscribing + not subscribed': fails,
    'failed + accept': asksPermission,
    'failed + dismiss': dismissesOffer,
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
