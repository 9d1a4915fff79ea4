import { expect, test } from 'vitest';
import type { Preferences } from '#contract/notification-preferences.ts';
import { leagueSwitch, preferencesInput, switchesOf } from '#domain/notification-switches.ts';

const preferences: Preferences = {
  notifications: {
    new_game: true,
    closing: false,
    results: true,
    correction: true,
    comment: false,
    invited: true,
    joined: true,
    pinned: true,
  },
  quiet: { night: false, holidays: true, from: '22:00', until: '06:30' },
  mutedLeagues: [12, 7],
  language: 'en',
};

test('preferences become one row of switches, with one that is off for each muted league and none for others', () => {
  expect(switchesOf(preferences)).toEqual({
    new_game: true,
    closing: false,
    results: true,
    correction: true,
    comment: false,
    invited: true,
    joined: true,
    pinned: true,
    'quiet.night': false,
    'quiet.holidays': true,
    'quiet.from': '22:00',
    'quiet.until': '06:30',
    'league.12': false,
    'league.7': false,
  });
});

test.each([
  [{ closing: true }, { notifications: { closing: true } }],
  [{ 'quiet.night': true }, { quiet: { night: true } }],
  [{ 'quiet.until': '08:00', 'quiet.from': '00:30' }, { quiet: { until: '08:00', from: '00:30' } }],
  [{ [leagueSwitch(12)]: true, [leagueSwitch(30)]: false }, { muteLeagues: { 12: false, 30: true } }],
  [
    { pinned: false, 'quiet.holidays': false, 'league.7': false, comment: true },
    { notifications: { pinned: false, comment: true }, quiet: { holidays: false }, muteLeagues: { 7: true } },
  ],
  [{}, {}],
])('%o is sent as %o', (changes, input) => {
  expect(preferencesInput(changes)).toEqual(input);
});
