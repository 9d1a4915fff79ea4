import { expect, test } from 'vitest';
import type { LiveEvent } from '#contract/live-events.ts';
import { affects, type LiveSubject } from '#domain/affects.ts';
import { feedChanges, type FeedScope } from '#domain/feed-changes.ts';

/** Games 11 and 12 are of league 1, 21 of league 2, 31 of no league; an item's id begins with that of its game. */
const event = (
  type: LiveEvent['type'],
  section: number | null = null,
  post: number | null = null,
  item: number | null = null,
  version: number | null = null,
): LiveEvent => ({ id: 1, type, section, post, item, version });

const events = {
  reset: event('reset'),
  notification: event('notification'),
  'own profile or groups': event('member'),
  'joined 1': event('member', 1),
  'joined 2': event('member', 2),
  // The league was edited, or a member has left it.
  'league 1': event('league', 1),
  'league 2': event('league', 2),
  'standings of item 111': event('standings', 1, 11, 111),
  'standings of item 121': event('standings', 1, 12, 121),
  'standings of item 211': event('standings', 2, 21, 211),
  'game 11': event('post', 1, 11),
  'game 12': event('post', 1, 12),
  'game 21': event('post', 2, 21),
  'game 31': event('post', null, 31),
  'item 111': event('item', 1, 11, 111),
  'item 112': event('item', 1, 11, 112),
  'item 121': event('item', 1, 12, 121),
  'item 211': event('item', 2, 21, 211),
  'votes 111': event('votes', 1, 11, 111),
  'votes 121': event('votes', 1, 12, 121),
  'message in 11': event('comment', 1, 11),
  'message in 12': event('comment', 1, 12),
};
type EventName = keyof typeof events;

const game11: EventName[] = ['standings of item 111', 'game 11', 'item 111', 'item 112', 'votes 111'];
const item111: EventName[] = ['standings of item 111', 'item 111', 'votes 111'];

const table: readonly (readonly [LiveSubject, readonly EventName[]])[] = [
  [
    { kind: 'appData' },
    ['notification', 'own profile or groups', 'joined 1', 'joined 2', 'league 1', 'league 2'],
  ],
  [{ kind: 'me' }, ['own profile or groups']],
  [
    { kind: 'profile' },
    [
      ...(['own profile or groups', 'joined 1', 'joined 2', 'league 1', 'league 2'] as const),
      ...(['standings of item 111', 'standings of item 121', 'standings of item 211'] as const),
    ],
  ],
  [{ kind: 'notifications' }, ['notification', 'game 11', 'game 12', 'game 21', 'game 31']],
  [{ kind: 'leagues' }, ['own profile or groups', 'joined 1', 'joined 2']],
  [
    { kind: 'leagueInvitations' },
    ['notification', 'own profile or groups', 'joined 1', 'joined 2', 'league 1', 'league 2'],
  ],
  [{ kind: 'groupMembers' }, ['own profile or groups']],
  [{ kind: 'league', league: 1 }, ['joined 1', 'league 1']],
  [{ kind: 'leagueMembers', league: 1 }, ['joined 1', 'league 1']],
  [{ kind: 'latestGame', league: 1 }, ['game 11', 'game 12']],
  [{ kind: 'invitableGroups', league: 1 }, ['own profile or groups', 'joined 1', 'league 1']],
  [
    { kind: 'standings', league: 1 },
    ['joined 1', 'league 1', 'standings of item 111', 'standings of item 121'],
  ],
  [
    { kind: 'points', league: 1 },
    [
      ...(['joined 1', 'league 1', 'standings of item 111', 'standings of item 121'] as const),
      ...(['item 111', 'item 112', 'item 121'] as const),
    ],
  ],
  [{ kind: 'game', game: 11 }, [...game11, 'message in 11']],
  [{ kind: 'gameHeader', game: 11 }, game11],
  [{ kind: 'chat', game: 11 }, ['message in 11']],
  [{ kind: 'missingBettors', game: 11, league: 1 }, [...game11, 'joined 1', 'league 1']],
  // A game without a league: the caller's own profile is not affected.
  [{ kind: 'missingBettors', game: 31, league: null }, ['game 31']],
  [{ kind: 'item', item: 111, game: 11 }, [...item111, 'game 11']],
  // Before the item is loaded its game is unknown.
  [{ kind: 'item', item: 111, game: null }, item111],
  [{ kind: 'itemBets', item: 111 }, item111],
  [{ kind: 'bettors', item: 111, league: 1 }, [...item111, 'joined 1', 'league 1']],
  [{ kind: 'bettors', item: 311, league: null }, []],
];

const names = Object.keys(events).filter((name): name is EventName => name in events);

test.each(table)(
  '%o is affected by its listed events and by a reset, and by no other',
  (subject, concerning) => {
    for (const name of names)
      expect([name, affects(events[name], subject)]).toEqual([
        name,
        name === 'reset' || concerning.includes(name),
      ]);
  },
);

const everything: FeedScope = { league: undefined, state: undefined, isMine: (league) => league === 1 };
const added = event('post', 1, 11, null, 1);
const addedElsewhere = event('post', 3, 31, null, 1);
const addedForEveryone = event('post', null, 41, null, 1);
const knowsAll = () => true;
const knowsNone = () => false;
const refresh = { type: 'list.refresh' };
const arrived = { type: 'rows.arrived', ids: [11] };
const changed = { type: 'rows.changed', ids: [11] };

test.each<[string, LiveEvent, Partial<FeedScope>, (game: number) => boolean, readonly object[]]>([
  ['a reset refetches', events.reset, {}, knowsAll, [refresh]],
  ['a reset refetches one league', events.reset, { league: 1 }, knowsAll, [refresh]],
  ['an event without a game is ignored', events['league 1'], {}, knowsAll, []],
  ['another league is ignored', events['item 111'], { league: 2 }, knowsAll, []],
  ['a new game of another league is ignored', added, { league: 2 }, knowsAll, []],
  ['a new game waits to be shown', added, {}, knowsNone, [arrived]],
  ['a new game of a league that is not the caller’s is ignored', addedElsewhere, {}, knowsNone, []],
  [
    'a new game waits in the league that is looked at',
    addedElsewhere,
    { league: 3 },
    knowsNone,
    [{ type: 'rows.arrived', ids: [31] }],
  ],
  [
    'a post for everyone waits to be shown',
    addedForEveryone,
    {},
    knowsNone,
    [{ type: 'rows.arrived', ids: [41] }],
  ],
  ['a new game waits in its league', added, { league: 1 }, knowsNone, [arrived]],
  ['a new game is open', added, { state: 'open' }, knowsNone, [arrived]],
  ['a new game is not live', added, { state: 'live' }, knowsNone, []],
  ['a new game is not over', added, { state: 'ended' }, knowsNone, []],
  ['a changed game', events['game 11'], {}, knowsAll, [changed]],
  ['a changed item', events['item 111'], {}, knowsAll, [changed]],
  ['the first change of an item', event('item', 1, 11, 111, 1), {}, knowsAll, [changed]],
  ['votes', events['votes 111'], {}, knowsAll, [changed]],
  ['a message', events['message in 11'], {}, knowsAll, [changed]],
  ['points are not shown', events['standings of item 111'], {}, knowsAll, []],
  ['an unknown game of an unfiltered feed is on a later page', events['item 111'], {}, knowsNone, [changed]],
  ['a known game in a state', events['item 111'], { state: 'live' }, knowsAll, [changed]],
  [
    'an unknown game may have this state now',
    events['item 111'],
    { state: 'live' },
    knowsNone,
    [changed, refresh],
  ],
  [
    'a changed game that is unknown may have this state now',
    events['game 11'],
    { state: 'live' },
    knowsNone,
    [changed, refresh],
  ],
  [
    'a game of a league that is not the caller’s is in none of their states',
    event('item', 3, 31, 311),
    { state: 'live' },
    knowsNone,
    [{ type: 'rows.changed', ids: [31] }],
  ],
  ['votes move no game into a state', events['votes 111'], { state: 'live' }, knowsNone, [changed]],
  ['a message moves no game into a state', events['message in 11'], { state: 'live' }, knowsNone, [changed]],
])('feed: %s', (_, live, scope, isKnown, changes) => {
  expect(feedChanges(live, { ...everything, ...scope }, isKnown)).toEqual(changes);
});
