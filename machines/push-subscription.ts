import { assign, setup } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import { outputOf, storeFailure } from './params.ts';
import { port, setupTypes } from './port.ts';

/** Push status of a device; `denied`: the member refused in the browser's dialog or settings, `off`: not subscribed. */
export type DevicePush = 'unsupported' | 'denied' | 'off' | 'on';
export type PushPermission = 'granted' | 'denied' | 'default';

type Context = { readonly failure: Failure | null };
type Events = { type: 'push.enable' } | { type: 'push.disable' };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    tags: 'busy' | 'failed' | 'on';
  }>(),
  actors: {
    /** Resolves with the device's status; a subscribed device is registered with the server again. */
    readDevice: port<DevicePush, void>('readDevice'),
    askPermission: port<PushPermission, void>('askPermission'),
    subscribe: port<void, void>('subscribe'),
    /** Rejects only if the device is still subscribed. */
    unsubscribe: port<void, void>('unsubscribe'),
  },
  guards: {
    isOn: (_, device: DevicePush) => device === 'on',
    isOff: (_, device: DevicePush) => device === 'off',
    isUnsupported: (_, device: DevicePush) => device === 'unsupported',
    isGranted: (_, permission: PushPermission) => permission === 'granted',
    isDenied: (_, permission: PushPermission) => permission === 'denied',
  },
  actions: {
    storeFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: null }),
  },
});

const onError = { target: 'failed', actions: storeFailure } as const;

/**
 * The subscription of this device to pushes. Permission is requested only after a tap, since the browser remembers a refusal.
 */
export const pushSubscription = charts.createMachine({
  id: 'push-subscription',
  context: { failure: null },
  initial: 'reading',
  states: {
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readDevice',
        src: 'readDevice',
        onDone: [
          { guard: { type: 'isOn', params: outputOf }, target: 'on' },
          { guard: { type: 'isOff', params: outputOf }, target: 'off' },
          { guard: { type: 'isUnsupported', params: outputOf }, target: 'unsupported' },
          { target: 'denied' },
        ],
        onError,
      },
    },
    unsupported: {},
    /** Can be changed only in the browser's settings. */
    denied: {},
    off: { on: { 'push.enable': 'asking' } },
    /** The browser's dialog is open. */
    asking: {
      tags: ['busy', 'on'],
      entry: 'clearFailure',
      invoke: {
        id: 'askPermission',
        src: 'askPermission',
        onDone: [
          { guard: { type: 'isGranted', params: outputOf }, target: 'subscribing' },
          { guard: { type: 'isDenied', params: outputOf }, target: 'denied' },
          { target: 'off' },
        ],
        onError,
      },
    },
    subscribing: {
      tags: ['busy', 'on'],
      invoke: { id: 'subscribe', src: 'subscribe', onDone: 'on', onError },
    },
    on: { tags: 'on', on: { 'push.disable': 'unsubscribing' } },
    unsubscribing: {
      tags: 'busy',
      invoke: {
        id: 'unsubscribe',
        src: 'unsubscribe',
        onDone: 'off',
        onError: { target: 'stillOn', actions: storeFailure },
      },
    },
    /** The device could not end its subscription. */
    stillOn: { tags: ['on', 'failed'], on: { 'push.disable': 'unsubscribing' } },
    failed: { tags: 'failed', on: { 'push.enable': 'asking' } },
  },
});
