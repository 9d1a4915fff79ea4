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

const all: Switches = {
  ...Object.fromEntries(notificationKinds.map((kind) => [kind, true])),
  'quiet.night': true,
  'quiet.holidays': false,
  'quiet.from': '23:00',
  'quiet.until': '07:30',
};
const quiet: Switches = { ...all, closing: false };
const quieter: Switches = { ...quiet, 'quiet.night': false };
/** As another device saved them. */
const elsewhere: Switches = { ...all, pinned: false };
const unavailable = { kind: 'unavailable' };

const off = (given: Switches | null) =>
  given
    ? Object.keys(given)
        .filter((name) => !given[name])
        .join(', ') || 'none'
    : 'unknown';
const chooses = ({ current: before, saved }: { current: Switches | null; saved: Switches | null }) => {
  const current = { ...(before ?? all), closing: false };
  const what = saved?.['closing'] === false ? {} : { closing: false };
  return {
    to: 'saving',
    context: { current, inFlight: current, failure: null },
    calls: { savePreferences: { changes: what } },
  };
};
const shows = (it: Switches) => ({
  to: 'idle',
  context: { saved: it, current: it, failure: null },
});
const loads = { to: 'loading', calls: { firstFetch: undefined } };
const loadsAgain = { to: 'refreshing', calls: { refetch: undefined } };
const stays = ({ saved, current }: { saved: Switches | null; current: Switches | null }) => ({
  to: 'idle',
  context: { saved, current },
});
const fallsBack =
  (failure: object) =>
  ({ saved }: { saved: Switches | null }) => ({
    to: 'saveFailed',
    context: { saved, current: saved, failure },
  });

/** Expectations of notification-preferences, for its test and for its screen's walk. */
export const notificationPreferencesExpectations: MachineExpectations<typeof notificationPreferences> = {
  inputs: { profile: undefined },
  fold: ({ current, saved, inFlight }) =>
    `off: ${off(current)}; saved: ${off(saved)}; sent: ${off(inFlight)}`,
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
    'all on': done('firstFetch', all),
    'first fetch fails': error('firstFetch', unavailable),
    'pinned off elsewhere': done('refetch', elsewhere),
    'refetch fails': error('refetch', unavailable),
    'saved, closing off': when(
      ({ context }) => context.inFlight?.['quiet.night'] === true,
      done('savePreferences', quiet),
    ),
    'saved, both off': when(
      ({ context }) => context.inFlight?.['quiet.night'] === false,
      done('savePreferences', quieter),
    ),
    'save refused': error('savePreferences', unavailable),
  },
  becomes: {
    'start: profile': {
      ...loads,
      context: { saved: null, current: null, inFlight: null, failure: null },
    },
    'loading + all on': shows(all),
    'loading + first fetch fails': { to: 'loadFailed', context: { current: null, failure: unavailable } },
    'loadFailed + refresh': loads,

    'idle + closing off': chooses,
    'idle + refresh': loadsAgain,
    'refreshing + refresh': loadsAgain,
    'refreshing + closing off': chooses,
    'refreshing + pinned off elsewhere': shows(elsewhere),
    // The present values stay: the next live event fetches again.
    'refreshing + refetch fails': stays,

    // A second change waits for the first save: nothing is sent meanwhile.
    'saving + nights too': ({ current, inFlight }) => ({
      to: 'saving',
      context: { current: current && { ...current, 'quiet.night': false }, inFlight },
    }),
    'saving + saved, closing off': ({ current }) =>
      current?.['quiet.night'] !== false
        ? shows(quiet)
        : {
            // The save keeps what another device changed meanwhile.
            to: 'saving',
            context: { saved: quiet, current: quieter, inFlight: quieter },
            calls: { savePreferences: { changes: { 'quiet.night': false } } },
          },
    'saving + saved, both off': shows(quieter),
    'saving + save refused': fallsBack(unavailable),

    'saveFailed + closing off': chooses,
    'saveFailed + refresh': loadsAgain,
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
