import { notificationKinds, type NotificationSwitches } from '#contract/notification-preferences.ts';
import type { notificationPreferences } from '#machines/notification-preferences.ts';
import {
  after,
  done,
  error,
  hasExactTags,
  when,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

const all = Object.fromEntries(notificationKinds.map((kind) => [kind, true])) as NotificationSwitches;
const quiet: NotificationSwitches = { ...all, closing: false };
const quieter: NotificationSwitches = { ...quiet, comment: false };
/** As another device left them. */
const elsewhere: NotificationSwitches = { ...all, pinned: false };
const unavailable = { kind: 'unavailable' };
const offline = { kind: 'offline' };

const off = (given: NotificationSwitches | null) =>
  given ? notificationKinds.filter((kind) => !given[kind]).join(', ') || 'none' : 'unknown';
const chooses = ({
  shown: before,
  saved,
}: {
  shown: NotificationSwitches | null;
  saved: NotificationSwitches | null;
}) => {
  const shown = { ...(before ?? all), closing: false };
  const what = saved?.closing === false ? {} : { closing: false };
  return {
    to: 'saving',
    context: { shown, sent: shown, failure: null },
    calls: { saveChoices: { choices: what } },
  };
};
const shows = (it: NotificationSwitches) => ({
  to: 'idle',
  context: { saved: it, shown: it, failure: null },
});
const loads = { to: 'loading', calls: { firstChoices: undefined } };
const loadsAgain = { to: 'refreshing', calls: { freshChoices: undefined } };
const stays = ({
  saved,
  shown,
}: {
  saved: NotificationSwitches | null;
  shown: NotificationSwitches | null;
}) => ({
  to: 'idle',
  context: { saved, shown },
});
const fallsBack =
  (failure: object) =>
  ({ saved }: { saved: NotificationSwitches | null }) => ({
    to: 'failed',
    context: { saved, shown: saved, failure },
  });

/** What is written of choices: its test walks it headless, its screen's in a browser. */
export const notificationPreferencesExpectations: MachineExpectations<typeof notificationPreferences> = {
  inputs: { profile: undefined },
  fold: ({ shown, saved, sent }) => `off: ${off(shown)}; saved: ${off(saved)}; sent: ${off(sent)}`,
  events: {
    'closing off': when(({ context }) => context.shown?.closing === true, {
      type: 'choice.change',
      kind: 'closing',
      on: false,
    }),
    'comment off': when((snapshot) => snapshot.matches('saving') && snapshot.context.shown.comment, {
      type: 'choice.change',
      kind: 'comment',
      on: false,
    }),
    again: { type: 'choices.refresh' },
    'all on': done('firstChoices', all),
    unseen: error('firstChoices', unavailable),
    'pinned off elsewhere': done('freshChoices', elsewhere),
    'not seen again': error('freshChoices', unavailable),
    'saved, closing off': when(({ context }) => context.sent?.comment === true, done('saveChoices', quiet)),
    'saved, both off': when(({ context }) => context.sent?.comment === false, done('saveChoices', quieter)),
    refusal: error('saveChoices', unavailable),
    silence: after('patience', 20_000),
  },
  becomes: {
    'start: profile': {
      ...loads,
      context: { saved: null, shown: null, sent: null, failure: null },
    },
    'loading + all on': shows(all),
    'loading + unseen': { to: 'unseen', context: { shown: null, failure: unavailable } },
    'loading + silence': { to: 'unseen', context: { shown: null, failure: offline } },
    'unseen + again': loads,

    'idle + closing off': chooses,
    'idle + again': loadsAgain,
    'refreshing + again': loadsAgain,
    'refreshing + closing off': chooses,
    'refreshing + pinned off elsewhere': shows(elsewhere),
    // What is shown is true enough: the next change asks again.
    'refreshing + not seen again': stays,
    'refreshing + silence': stays,

    // A second switch waits for the first: what is on its way is not sent anew.
    'saving + comment off': ({ shown, sent }) => ({
      to: 'saving',
      context: { shown: shown && { ...shown, comment: false }, sent },
    }),
    'saving + saved, closing off': ({ shown }) =>
      shown?.comment
        ? shows(quiet)
        : {
            // What another device changed meanwhile is not undone by it.
            to: 'saving',
            context: { saved: quiet, shown: quieter, sent: quieter },
            calls: { saveChoices: { choices: { comment: false } } },
          },
    'saving + saved, both off': shows(quieter),
    'saving + refusal': fallsBack(unavailable),
    'saving + silence': fallsBack(offline),

    'failed + closing off': chooses,
    'failed + again': loadsAgain,
  },
  claims: {
    loading: hasExactTags('busy'),
    unseen: hasExactTags('failed'),
    idle: hasExactTags(),
    refreshing: hasExactTags(),
    saving: hasExactTags('busy'),
    failed: hasExactTags('failed'),
  },
  unpaired: 8,
};
