import { notificationKinds } from '#contract/notification-preferences.ts';
import type { Switches } from '#domain/notification-switches.ts';
import type { notificationPreferences } from '#machines/notification-preferences.ts';
import {
  done,
  error,
  hasExactTags,
  when,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

const allOn: Switches = {
  ...Object.fromEntries(notificationKinds.map((kind) => [kind, true])),
  'quiet.night': true,
  'quiet.holidays': false,
  'quiet.from': '23:00',
  'quiet.until': '07:30',
};
const closingOff: Switches = { ...allOn, closing: false };
const closingAndNightOff: Switches = { ...closingOff, 'quiet.night': false };
/** The switches as another device has saved them. */
const pinnedOff: Switches = { ...allOn, pinned: false };
const unavailable = { kind: 'unavailable' };

const switchedOff = (given: Switches | null) =>
  given
    ? Object.keys(given)
        .filter((name) => !given[name])
        .join(', ') || 'none'
    : 'unknown';
const savesClosingOff = ({
  current: before,
  saved,
}: {
  current: Switches | null;
  saved: Switches | null;
}) => {
  const current = { ...(before ?? allOn), closing: false };
  const changes = saved?.['closing'] === false ? {} : { closing: false };
  return {
    to: 'saving',
    context: { current, inFlight: current, failure: null },
    calls: { savePreferences: { changes } },
  };
};
const showsSaved = (switches: Switches) => ({
  to: 'idle',
  context: { saved: switches, current: switches, failure: null },
});
const loads = { to: 'loading', calls: { firstFetch: undefined } };
const refetches = { to: 'refreshing', calls: { refetch: undefined } };
const keepsValues = ({ saved, current }: { saved: Switches | null; current: Switches | null }) => ({
  to: 'idle',
  context: { saved, current },
});
const restoresSaved =
  (failure: object) =>
  ({ saved }: { saved: Switches | null }) => ({
    to: 'saveFailed',
    context: { saved, current: saved, failure },
  });

/** Expectations of notification-preferences, for its test and for its screen's walk. */
export const notificationPreferencesExpectations: MachineExpectations<typeof notificationPreferences> = {
  inputs: { profile: undefined },
  fold: ({ current, saved, inFlight }) =>
    `off: ${switchedOff(current)}; saved: ${switchedOff(saved)}; sent: ${switchedOff(inFlight)}`,
  events: {
    'closing off': when(({ context }) => context.current?.['closing'] === true, {
      type: 'preference.change',
      name: 'closing',
      value: false,
    }),
    'nights too': when(
      (snapshot) => snapshot.matches('saving') && snapshot.context.current['quiet.night'] !== false,
      {
        type: 'preference.change',
        name: 'quiet.night',
        value: false,
      },
    ),
    refresh: { type: 'preferences.refresh' },
    'all on': done('firstFetch', allOn),
    'first fetch fails': error('firstFetch', unavailable),
    'pinned off elsewhere': done('refetch', pinnedOff),
    'refetch fails': error('refetch', unavailable),
    'saved, closing off': when(
      ({ context }) => context.inFlight?.['quiet.night'] === true,
      done('savePreferences', closingOff),
    ),
    'saved, both off': when(
      ({ context }) => context.inFlight?.['quiet.night'] === false,
      done('savePreferences', closingAndNightOff),
    ),
    'save refused': error('savePreferences', unavailable),
  },
  becomes: {
    'start: profile': {
      ...loads,
      context: { saved: null, current: null, inFlight: null, failure: null },
    },
    'loading + all on': showsSaved(allOn),
    'loading + first fetch fails': { to: 'loadFailed', context: { current: null, failure: unavailable } },
    'loadFailed + refresh': loads,

    'idle + closing off': savesClosingOff,
    'idle + refresh': refetches,
    'refreshing + refresh': refetches,
    'refreshing + closing off': savesClosingOff,
    'refreshing + pinned off elsewhere': showsSaved(pinnedOff),
    // The present values stay: the next live event fetches again.
    'refreshing + refetch fails': keepsValues,

    // A second change waits for the first save: nothing is sent meanwhile.
    'saving + nights too': ({ current, inFlight }) => ({
      to: 'saving',
      context: { current: current && { ...current, 'quiet.night': false }, inFlight },
    }),
    'saving + saved, closing off': ({ current }) =>
      current?.['quiet.night'] !== false
        ? showsSaved(closingOff)
        : {
            // The save keeps what another device changed meanwhile.
            to: 'saving',
            context: { saved: closingOff, current: closingAndNightOff, inFlight: closingAndNightOff },
            calls: { savePreferences: { changes: { 'quiet.night': false } } },
          },
    'saving + saved, both off': showsSaved(closingAndNightOff),
    'saving + save refused': restoresSaved(unavailable),

    'saveFailed + closing off': savesClosingOff,
    'saveFailed + refresh': refetches,
  },
  claims: {
    loading: hasExactTags('busy'),
    loadFailed: hasExactTags('failed'),
    idle: hasExactTags(),
    refreshing: hasExactTags(),
    saving: hasExactTags('busy'),
    saveFailed: hasExactTags('failed'),
  },
  unpaired: 8,
};
