import { assign, setup } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import { outputOf, storeFailure } from './params.ts';
import { port, setupTypes } from './port.ts';

/** Whether a device is pushed to: it cannot be, its browser was told not to, nobody asked for it, or it is. */
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
    /** Looks at the device; one that is pushed to is made known to the server, as it is now. */
    readDevice: port<DevicePush, void>('readDevice'),
    askPermission: port<PushPermission, void>('askPermission'),
    subscribe: port<void, void>('subscribe'),
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
 * Pushes to this device. The browser is asked only by a tap, since it takes a refusal for good.
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
    /** Only the browser's own settings lead out of it. */
    denied: {},
    off: { on: { 'push.enable': 'asking' } },
    /** Waits for a person: the browser's own dialog is open. */
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
      invoke: { id: 'unsubscribe', src: 'unsubscribe', onDone: 'off', onError },
    },
    failed: { tags: 'failed', on: { 'push.enable': 'asking' } },
  },
});
