import { expect, test } from 'vitest';
import type { Api } from '#actors/api.ts';
import { runCommand } from '#app/run-command.ts';
import { FailureError, type Failure } from '#contract/failures.ts';
import { resetEvent } from '#contract/reset-event.ts';
import type { AppActor } from '#machines/app.ts';
import type { Command } from '#machines/command.ts';

/** The events that a command sends to the app's own actors: [actor, event]. */
type Sent = [string, unknown];

/** The signals of a command whose screen waits for it, was left, or has shown that it took too long. */
const waiting = new AbortController().signal;
const abandoned = AbortSignal.abort();
const timedOut = AbortSignal.abort(new FailureError({ kind: 'offline' }));
const offline: Failure = { kind: 'offline' };

async function sentBy(command: Command, fails?: Failure, signal = waiting): Promise<Sent[]> {
  const sent: Sent[] = [];
  const actor = (name: string) => ({ send: (event: unknown) => void sent.push([name, event]) });
  const app = {
    ...actor('app'),
    getSnapshot: () => ({ children: { session: actor('session'), toasts: actor('toasts') } }),
  };
  const answer = () => (fails ? Promise.reject(new FailureError(fails)) : Promise.resolve({ results: [] }));
  const http = { call: answer, update: answer, remove: answer };
  await Promise.allSettled([runCommand(http as unknown as Api, app as unknown as AppActor, command, signal)]);
  return sent;
}

const toast = (message: string, values?: object): Sent => [
  'toasts',
  { type: 'toast.show', toast: { kind: 'success', message, ...(values && { values }) } },
];
const refresh: Sent = ['app', { type: 'data.refresh' }];
/** Everything that is shown is read anew, since a member of the league may do more there. */
const readAgain: Sent = ['app', { type: 'live.event', event: resetEvent(0) }];
const deleting: Sent = ['session', { type: 'account.deleting' }];

const league = { section: 4 };
const joining: Command = { name: 'join', league: 4, title: 'השכונה' };
const reported: [Command, Sent[]][] = [
  [joining, [toast('joined', { name: 'השכונה' }), readAgain]],
  [{ name: 'leave', target: league }, [toast('saved'), refresh]],
  [{ name: 'leave', target: { clan: 9 } }, [toast('saved'), refresh]],
  [{ name: 'renewJoinCode', target: league }, [toast('saved'), refresh]],
  [{ name: 'archiveLeague', league: 4 }, [toast('saved'), refresh]],
  [{ name: 'reopenLeague', league: 4 }, [toast('saved'), refresh]],
  [{ name: 'deleteAccount' }, [deleting, ['session', { type: 'auth.signOut' }]]],
  // The others change what one screen shows.
  [{ name: 'removeMember', target: league, member: 3 }, []],
  [{ name: 'revokeSession', id: 5 }, []],
  [{ name: 'deleteMessage', id: 6 }, []],
  [{ name: 'exportMyData' }, []],
  [{ name: 'setLanguage', member: 3, language: 'en' }, []],
];

test.each(reported)('a successful %j sends its events to the app', async (command, expected) => {
  expect(await sentBy(command)).toEqual(expected);
});

test('a failed command sends nothing to the app, since its screen reports it', async () => {
  expect(await sentBy(joining, offline)).toEqual([]);
  expect(await sentBy({ name: 'leave', target: league }, offline)).toEqual([]);
  expect(await sentBy(joining, offline, timedOut)).toEqual([]);
});

test('a command that fails after its screen was left is reported by a toast', async () => {
  const unconfirmed: Sent = [
    'toasts',
    { type: 'toast.show', toast: { kind: 'failure', message: 'commandUnconfirmed' } },
  ];
  expect(await sentBy(joining, offline, abandoned)).toEqual([unconfirmed]);
  expect(await sentBy({ name: 'revokeSession', id: 5 }, { kind: 'unavailable' }, abandoned)).toEqual([
    unconfirmed,
  ]);
  // The sign-in page that follows shows the reason.
  expect(await sentBy(joining, { kind: 'unauthenticated' }, abandoned)).toEqual([]);
  expect(await sentBy(joining, undefined, abandoned)).toEqual([
    toast('joined', { name: 'השכונה' }),
    readAgain,
  ]);
});

test('an account whose deletion fails stays signed in', async () => {
  expect(await sentBy({ name: 'deleteAccount' }, offline)).toEqual([
    deleting,
    ['session', { type: 'account.kept' }],
  ]);
});

/** The requests that a command sends to the server. */
async function askedBy(command: Command): Promise<unknown[]> {
  const requests: unknown[] = [];
  const answered = (...request: unknown[]) => {
    requests.push(request);
    return Promise.resolve({ results: [], count: 0 });
  };
  const http = {
    call: ({ method, path }: { method: string; path: string }, parts: object) =>
      answered(`${method} ${path}`, parts),
    update: (model: string, id: number, body: object) => answered(`PUT ${model}/${id}`, body),
    remove: (model: string, ids: readonly number[]) => answered(`DELETE ${model}`, ids),
  };
  const app = { send: () => {}, getSnapshot: () => ({ children: {} }) };
  await runCommand(http as unknown as Api, app as unknown as AppActor, command, waiting);
  return requests;
}

test.each<[Command, string, unknown]>([
  [joining, 'POST membership/', { body: { section: 4 } }],
  [{ name: 'leave', target: league }, 'DELETE membership/', { query: { section: 4 } }],
  [{ name: 'leave', target: { clan: 9 } }, 'DELETE membership/', { query: { clan: 9 } }],
  [
    { name: 'removeMember', target: league, member: 3 },
    'DELETE membership/',
    { query: { section: 4, member: 3 } },
  ],
  [{ name: 'renewJoinCode', target: { clan: 9 } }, 'POST code/', { body: { clan: 9 } }],
  [{ name: 'setNoPoints', id: 31, noPoints: true }, 'PUT itemoption/31', { no_points: true }],
  [{ name: 'setNoPoints', id: 31, noPoints: false }, 'PUT itemoption/31', { no_points: false }],
  [{ name: 'placeJoker', item: 7 }, 'POST joker/', { body: { item: 7 } }],
  [{ name: 'takeJoker', item: 7 }, 'DELETE joker/', { query: { item: 7 } }],
  [{ name: 'handBack', item: 7 }, 'POST handBack/', { body: { item: 7 } }],
  [
    { name: 'voteOnObjections', item: 7, version: 2, agrees: false },
    'PUT objections/',
    { body: { item: 7, version: 2, agrees: false } },
  ],
  [{ name: 'confirmResult', item: 7, version: 2 }, 'POST confirmResult/', { body: { item: 7, version: 2 } }],
  [{ name: 'archiveLeague', league: 4 }, 'PUT section/4', { active: false }],
  [{ name: 'reopenLeague', league: 4 }, 'PUT section/4', { active: true }],
  [{ name: 'archivePost', id: 11 }, 'PUT post/11', { active: false }],
  [{ name: 'archiveGameType', id: 12 }, 'DELETE itemtype', [12]],
  [{ name: 'archiveRule', id: 13 }, 'DELETE itemrule', [13]],
  [{ name: 'setRole', member: 3, role: 'staff' }, 'PUT role/', { body: { member: 3, role: 'staff' } }],
  [{ name: 'deleteMessage', id: 6 }, 'DELETE postcomment', [6]],
  [{ name: 'revokeSession', id: 5 }, 'DELETE session/', { query: { ids: '5' } }],
  [{ name: 'exportMyData' }, 'GET export/', {}],
  [
    { name: 'exportBets', league: 4 },
    'GET seals/',
    { query: { section: 4, limit: 100, offset: 0 }, signal: undefined },
  ],
  [{ name: 'setLanguage', member: 3, language: 'en' }, 'PUT member/3', { preferences: { language: 'en' } }],
  [{ name: 'deleteAccount' }, 'DELETE member/', { query: { ids: 'me' } }],
])('%j requests %s with %j', async (command, request, parts) => {
  expect(await askedBy(command)).toEqual([[request, parts]]);
});
