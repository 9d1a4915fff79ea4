import { assign, sendTo, setup } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import { outputOf, storeFailure } from './params.ts';
import { port, setupTypes, storedValue } from './port.ts';
import type { PushPermission } from './push-subscription.ts';

type Context = {
  readonly member: number;
  readonly failure: Failure | null;
};

/** Whether the member has answered on this device: they are not asked twice. */
const stored = storedValue<true, { member: number }>('answered push offer');

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: { type: 'offer.accept' } | { type: 'offer.dismiss' };
    input: { member: number };
    tags: 'shown' | 'failed';
    children: { answerStore: 'answerStore'; loadAnswer: 'loadAnswer' };
  }>(),
  actors: {
    loadAnswer: stored.load,
    answerStore: stored.keep,
    /** Whether the browser could push to this device, and was never asked. */
    isAskable: port<boolean, void>('isAskable'),
    askPermission: port<PushPermission, void>('askPermission'),
    subscribe: port<void, void>('subscribe'),
  },
  guards: {
    isTrue: (_, value: boolean | null) => value === true,
    isGranted: (_, permission: PushPermission) => permission === 'granted',
  },
  actions: {
    persistAnswer: sendTo('answerStore', { type: 'value.keep', value: true }),
    storeFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: null }),
  },
});

const isTrue = { type: 'isTrue', params: outputOf } as const;
const onError = { target: 'failed', actions: storeFailure } as const;
const onAnswer = {
  'offer.accept': { target: 'asking', actions: 'persistAnswer' },
  'offer.dismiss': { target: 'closed', actions: 'persistAnswer' },
} as const;

/**
 * Offers pushes to this device after a bet was saved: once; permission is requested only after a tap. After an
 * answer the switch is in the profile.
 */
export const pushOffer = charts.createMachine({
  id: 'push-offer',
  context: ({ input: { member } }) => ({ member, failure: null }),
  invoke: {
    id: 'answerStore',
    src: 'answerStore',
    input: ({ context: { member } }) => ({ member }),
    // Without it the answer lasts as long as the page.
    onError: {},
  },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        id: 'loadAnswer',
        src: 'loadAnswer',
        input: ({ context: { member } }) => ({ member }),
        onDone: [{ guard: isTrue, target: 'closed' }, { target: 'checking' }],
        onError: 'closed',
      },
    },
    checking: {
      invoke: {
        id: 'isAskable',
        src: 'isAskable',
        onDone: [{ guard: isTrue, target: 'offered' }, { target: 'closed' }],
        onError: 'closed',
      },
    },
    offered: { tags: 'shown', on: onAnswer },
    /** Waits for a person: the browser's own dialog is open. */
    asking: {
      entry: 'clearFailure',
      invoke: {
        id: 'askPermission',
        src: 'askPermission',
        onDone: [
          { guard: { type: 'isGranted', params: outputOf }, target: 'subscribing' },
          { target: 'closed' },
        ],
        onError,
      },
    },
    subscribing: { invoke: { id: 'subscribe', src: 'subscribe', onDone: 'closed', onError } },
    failed: { tags: ['shown', 'failed'], on: onAnswer },
    closed: {},
  },
});
