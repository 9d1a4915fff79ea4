import { pushSubscription } from '#machines/push-subscription.ts';
import { done, error, hasExactTags, testMachine } from '#tests/support/statecharts/test-machine.ts';

const offline = { kind: 'offline' };
const asksPermission = { to: 'asking', context: { failure: null }, calls: { askPermission: undefined } };
const fails = { to: 'failed', context: { failure: offline } };

testMachine(pushSubscription, {
  inputs: { device: undefined },
  fold: ({ failure }) => failure?.kind ?? '',
  events: {
    enable: { type: 'push.enable' },
    disable: { type: 'push.disable' },
    'it is unsupported': done('readDevice', 'unsupported'),
    'it is blocked': done('readDevice', 'denied'),
    'it is off': done('readDevice', 'off'),
    'it is on': done('readDevice', 'on'),
    'cannot be read': error('readDevice', offline),
    allowed: done('askPermission', 'granted'),
    refused: done('askPermission', 'denied'),
    'dialog closed': done('askPermission', 'default'),
    'no dialog': error('askPermission', offline),
    subscribed: done('subscribe', undefined),
    'not subscribed': error('subscribe', offline),
    unsubscribed: done('unsubscribe', undefined),
    'not unsubscribed': error('unsubscribe', offline),
  },
  becomes: {
    'start: device': { to: 'reading', context: { failure: null }, calls: { readDevice: undefined } },
    'reading + it is unsupported': { to: 'unsupported', context: {} },
    'reading + it is blocked': { to: 'denied', context: {} },
    'reading + it is off': { to: 'off', context: {} },
    'reading + it is on': { to: 'on', context: {} },
    'reading + cannot be read': fails,

    'off + enable': asksPermission,
    'asking + allowed': { to: 'subscribing', context: {}, calls: { subscribe: undefined } },
    'asking + refused': { to: 'denied', context: {} },
    // The browser may be asked again.
    'asking + dialog closed': { to: 'off', context: {} },
    'asking + no dialog': fails,
    'subscribing + subscribed': { to: 'on', context: {} },
    'subscribing + not subscribed': fails,

    'on + disable': { to: 'unsubscribing', context: {}, calls: { unsubscribe: undefined } },
    'unsubscribing + unsubscribed': { to: 'off', context: {} },
    'unsubscribing + not unsubscribed': { to: 'stillOn', context: { failure: offline } },
    'stillOn + disable': { to: 'unsubscribing', context: {}, calls: { unsubscribe: undefined } },
    'failed + enable': asksPermission,
  },
  claims: {
    reading: hasExactTags('busy'),
    unsupported: hasExactTags(),
    denied: hasExactTags(),
    off: hasExactTags(),
    asking: hasExactTags('busy', 'on'),
    subscribing: hasExactTags('busy', 'on'),
    on: hasExactTags('on'),
    unsubscribing: hasExactTags('busy'),
    stillOn: hasExactTags('failed', 'on'),
    failed: hasExactTags('failed'),
  },
});
