import { assign, setup } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import type { SwitchName, Switches } from '#domain/notification-switches.ts';
import { eventOf, outputOf, storeFailure } from './params.ts';
import { port, setupTypes } from './port.ts';

type Context = {
  /** The server's switches; null until loaded. */
  readonly saved: Switches | null;
  /** The switches as shown; null until loaded. */
  readonly current: Switches | null;
  /** The switches as shown when the last save was sent; null before the first one. */
  readonly inFlight: Switches | null;
  readonly failure: Failure | null;
};
type Change = { type: 'preference.change'; name: SwitchName; value: boolean | string };
type Events =
  | Change
  /** The preferences may have changed on another device. */
  | { type: 'preferences.refresh' };

/** The switches of `one` that differ in `other`. */
function changesBetween(one: Switches | null, other: Switches | null): Switches {
  return Object.fromEntries(Object.entries(one ?? {}).filter(([name, value]) => value !== other?.[name]));
}

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    tags: 'busy' | 'failed';
  }>(),
  actors: {
    fetchPreferences: port<Switches, undefined>('fetchPreferences'),
    savePreferences: port<Switches, { changes: Switches }>('savePreferences'),
  },
  guards: {
    hasUnsentChanges: ({ context: { current, inFlight } }) =>
      Object.keys(changesBetween(current, inFlight)).length > 0,
  },
  actions: {
    setPreference: assign(({ context: { current } }, { name, value }: Change) => ({
      current: current && { ...current, [name]: value },
    })),
    storePreferences: assign((_, preferences: Switches) => ({
      saved: preferences,
      current: preferences,
      failure: null,
    })),
    /** Keeps switches changed since the save was sent; takes the server's values for the rest. */
    mergePreferences: assign(({ context: { current, inFlight } }, preferences: Switches) => ({
      saved: preferences,
      current: { ...preferences, ...changesBetween(current, inFlight) },
    })),
    markInFlight: assign(({ context }) => ({ inFlight: context.current, failure: null })),
    revertToSaved: assign(({ context }) => ({ current: context.saved })),
    storeFailure: assign((_, failure: Failure) => ({ failure })),
  },
});

const storePreferences = { type: 'storePreferences', params: outputOf } as const;
const setPreference = { type: 'setPreference', params: eventOf } as const;
const onChange = { target: 'saving', actions: setPreference } as const;

/**
 * The member's notification preferences: switches change immediately and are saved in the background, one save at a time.
 * When a save fails, all switches return to the saved values.
 */
export const notificationPreferences = charts.createMachine({
  id: 'notification-preferences',
  context: { saved: null, current: null, inFlight: null, failure: null },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'firstFetch',
        src: 'fetchPreferences',
        onDone: { target: 'idle', actions: storePreferences },
        onError: { target: 'loadFailed', actions: storeFailure },
      },
    },
    loadFailed: { tags: 'failed', on: { 'preferences.refresh': 'loading' } },
    idle: { on: { 'preference.change': onChange, 'preferences.refresh': 'refreshing' } },
    /** Refetches in the background; switches can be changed meanwhile. */
    refreshing: {
      invoke: {
        id: 'refetch',
        src: 'fetchPreferences',
        onDone: { target: 'idle', actions: storePreferences },
        onError: 'idle',
      },
      on: {
        'preference.change': onChange,
        // The response in flight may be older than the change that asked for this refresh.
        'preferences.refresh': { target: 'refreshing', reenter: true },
      },
    },
    saving: {
      tags: 'busy',
      entry: 'markInFlight',
      invoke: {
        id: 'savePreferences',
        src: 'savePreferences',
        input: ({ context: { current, saved } }) => ({ changes: changesBetween(current, saved) }),
        onDone: [
          {
            guard: 'hasUnsentChanges',
            target: 'saving',
            reenter: true,
            actions: { type: 'mergePreferences', params: outputOf },
          },
          { target: 'idle', actions: storePreferences },
        ],
        onError: { target: 'saveFailed', actions: [storeFailure, 'revertToSaved'] },
      },
      on: { 'preference.change': { actions: setPreference } },
    },
    saveFailed: {
      tags: 'failed',
      on: { 'preference.change': onChange, 'preferences.refresh': 'refreshing' },
    },
  },
});
