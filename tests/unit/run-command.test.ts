import { expect, test } from 'vitest';
import type { Api } from '#actors/api.ts';
import { runCommand } from '#app/run-command.ts';
import { FailureError } from '#contract/failures.ts';
import type { AppActor } from '#machines/app.ts';
import type { Command } from '#machines/command.ts';

/** What a command that succeeds, or fails, sends to the app's own actors: [who, the event]. */
type Sent = [string, unknown];

async function sentBy(command: Command, isAnswered = true): Promise<Sent[]> {
  const sent: Sent[] = [];
  const actor = (name: string) => ({ send: (event: unknown) => void sent.push([name, event]) });
  const app = {
    ...actor('app'),
    getSnapshot: () => ({ children: { session: actor('session'), toasts: actor('toasts') } }),
  };
  const answer = () =>
    isAnswered ? Promise.resolve({ results: [] }) : Promise.reject(new FailureError({ kind: 'offline' }));
  const http = { call: answer, update: answer, remove: answer };
  await Promise.allSettled([runCommand(http as unknown as Api, app as unknown as AppActor, command)]);
  return sent;
}

const toast = (message: string, values?: object): Sent => [
  'toasts',
  { type: 'toast.show', toast: { kind: 'success', message, ...(values && { values }) } },
];
const refresh: Sent = ['app', { type: 'data.refresh' }];
const deleting: Sent = ['session', { type: 'account.deleting' }];

const league = { section: 4 };
const joining: Command = { name: 'join', league: 4, title: 'השכונה' };
const reported: [Command, Sent[]][] = [
  [joining, [toast('joined', { name: 'השכונה' }), refresh]],
  [{ name: 'leave', target: league }, [toast('saved'), refresh]],
  [{ name: 'leave', target: { clan: 9 } }, [toast('saved'), refresh]],
  [{ name: 'renewJoinCode', target: league }, [toast('saved'), refresh]],
  [{ name: 'archiveLeague', league: 4 }, [toast('saved'), refresh]],
  [{ name: 'reopenLeague', league: 4 }, [toast('saved'), refresh]],
  [{ name: 'deleteAccount' }, [deleting, ['session', { type: 'auth.signOut' }]]],
  // The others change what one screen shows, and that screen alone.
  [{ name: 'removeMember', target: league, member: 3 }, []],
  [{ name: 'revokeSession', id: 5 }, []],
  [{ name: 'deleteMessage', id: 6 }, []],
  [{ name: 'exportMyData' }, []],
  [{ name: 'setLanguage', member: 3, language: 'en' }, []],
];

test.each(reported)('%j is reported to the whole app', async (command, expected) => {
  expect(await sentBy(command)).toEqual(expected);
});

test('a command that failed is reported by the screen that asked for it', async () => {
  expect(await sentBy(joining, false)).toEqual([]);
  expect(await sentBy({ name: 'leave', target: league }, false)).toEqual([]);
});

test('an account whose deletion failed stays signed in', async () => {
  expect(await sentBy({ name: 'deleteAccount' }, false)).toEqual([
    deleting,
    ['session', { type: 'account.kept' }],
  ]);
});
