import { assign, sendTo, setup } from 'xstate';
import { nonNull, outputOf } from './params.ts';
import { port, setupTypes, storedValue, streamPort } from './port.ts';

/** How this browser installs the app: by its prompt, by its menu, or not at all. */
export type InstallWay = 'prompt' | 'steps' | 'none';
export type InstallOutcome = 'accepted' | 'dismissed';
/** What this device has answered: how often "not now", and when last; or that the app is installed. */
export type InstallAnswer = 'installed' | { readonly dismissals: number; readonly at: number };
/** Reports of the browser: its prompt became available or unavailable; the app was installed. */
export type InstallEvents = { type: 'install.changed' } | { type: 'install.done' };

type Input = {
  /** The device's time, in milliseconds. */
  readonly now: number;
  /** Opened from the member's profile: offered whatever was answered before. */
  readonly isWanted: boolean;
};
type Context = Input & { readonly answer: InstallAnswer | null };

const stored = storedValue<InstallAnswer, undefined>('answered install offer');

/** In milliseconds. */
const quietTime = 30 * 24 * 60 * 60 * 1000;
const mostDismissals = 2;

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: InstallEvents | { type: 'offer.accept' } | { type: 'offer.dismiss' };
    input: Input;
    tags: 'busy' | 'shown' | 'steps';
    children: { answerStore: 'answerStore'; loadAnswer: 'loadAnswer' };
  }>(),
  actors: {
    loadAnswer: stored.load,
    answerStore: stored.keep,
    watchInstall: streamPort<InstallEvents, void>('watchInstall'),
    readWay: port<InstallWay, void>('readWay'),
    /** Whether pushes are to be offered first, or have been on this visit. */
    isPushFirst: port<boolean, void>('isPushFirst'),
    /** Opens the browser's own dialog. */
    promptInstall: port<InstallOutcome, void>('promptInstall'),
  },
  guards: {
    isTrue: (_, value: boolean) => value,
    isWanted: ({ context }) => context.isWanted,
    isQuiet: ({ context: { now, isWanted } }, answer: InstallAnswer | null) =>
      !isWanted &&
      answer !== null &&
      (answer === 'installed' || answer.dismissals >= mostDismissals || now < answer.at + quietTime),
    isNone: (_, way: InstallWay) => way === 'none',
    isSteps: (_, way: InstallWay) => way === 'steps',
    isAccepted: (_, outcome: InstallOutcome) => outcome === 'accepted',
  },
  actions: {
    storeAnswer: assign((_, answer: InstallAnswer | null) => ({ answer })),
    countDismissal: assign(({ context: { answer, now } }) => ({
      answer: { dismissals: (answer === 'installed' ? 0 : (answer?.dismissals ?? 0)) + 1, at: now },
    })),
    setInstalled: assign({ answer: 'installed' }),
    persistAnswer: sendTo('answerStore', ({ context }) => ({
      type: 'value.keep',
      value: nonNull(context.answer),
    })),
  },
});

const storeAnswer = { type: 'storeAnswer', params: outputOf } as const;
const onDismiss = { target: 'closed', actions: ['countDismissal', 'persistAnswer'] } as const;

/**
 * Offers to install the app after a bet was saved, never on a visit on which pushes are offered; where pushes need an
 * installed app (an iPhone), its steps come first. Quiet for 30 days after "not now", for good after the second and once
 * it is installed; in the profile it can be had at any time.
 */
export const installOffer = charts.createMachine({
  id: 'install-offer',
  context: ({ input }) => ({ ...input, answer: null }),
  invoke: [
    // Without it the answer lasts as long as the page.
    { id: 'answerStore', src: 'answerStore', onError: {} },
    { id: 'watchInstall', src: 'watchInstall', onError: {} },
  ],
  initial: 'loading',
  on: { 'install.done': { target: '.installed', actions: ['setInstalled', 'persistAnswer'] } },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadAnswer',
        src: 'loadAnswer',
        onDone: [
          { guard: { type: 'isQuiet', params: outputOf }, target: 'closed', actions: storeAnswer },
          { target: 'checking', actions: storeAnswer },
        ],
        onError: [{ guard: 'isWanted', target: 'checking' }, { target: 'closed' }],
      },
    },
    checking: {
      tags: 'busy',
      invoke: {
        id: 'readWay',
        src: 'readWay',
        onDone: [
          { guard: { type: 'isNone', params: outputOf }, target: 'closed' },
          { guard: { type: 'isSteps', params: outputOf }, target: 'explaining' },
          { guard: 'isWanted', target: 'offered' },
          { target: 'awaitingTurn' },
        ],
        onError: 'closed',
      },
    },
    awaitingTurn: {
      invoke: {
        id: 'isPushFirst',
        src: 'isPushFirst',
        onDone: [{ guard: { type: 'isTrue', params: outputOf }, target: 'closed' }, { target: 'offered' }],
        onError: 'closed',
      },
    },
    offered: { tags: 'shown', on: { 'offer.accept': 'prompting', 'offer.dismiss': onDismiss } },
    /** Its steps are taken in the browser's own menu. */
    explaining: { tags: ['shown', 'steps'], on: { 'offer.dismiss': onDismiss } },
    /** Waits for a person: the browser's own dialog is open. */
    prompting: {
      invoke: {
        id: 'promptInstall',
        src: 'promptInstall',
        onDone: [
          {
            guard: { type: 'isAccepted', params: outputOf },
            target: 'installed',
            actions: ['setInstalled', 'persistAnswer'],
          },
          onDismiss,
        ],
        onError: 'closed',
      },
    },
    closed: { on: { 'install.changed': { guard: 'isWanted', target: 'checking' } } },
    installed: {},
  },
});
