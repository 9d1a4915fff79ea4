import { EventEmitter } from 'node:events';
import type { PoolClient } from 'pg';
import { expect, test } from 'vitest';
import { OwnChanges } from '#server/db/own-changes.ts';

/** A server's own changes, as the notices of its connections report them. */

const open = () => {
  const changes = new OwnChanges();
  const reportedChanges: string[] = [];
  changes.follow((what) => reportedChanges.push(what));
  const connect = () => {
    const client = new EventEmitter() as PoolClient & EventEmitter;
    changes.watch(client);
    const run = (text: string, ...notices: { code?: string; message?: string }[]) =>
      changes.run(client, text, async () => {
        await Promise.resolve();
        for (const notice of notices) client.emit('notice', notice);
        return text;
      });
    return { client, run };
  };
  return { changes, reportedChanges, connect };
};
const change = (message: string) => ({ code: 'LIVE1', message });

test('a change is announced once, when its statement has completed, and other notices are ignored', async () => {
  const { reportedChanges, connect } = open();
  const { run } = connect();
  const notices = [
    change('post:7'),
    { code: '00000', message: 'the table is there already' },
    { message: 'without a code' },
    { code: 'LIVE1' },
    change('league:2'),
    change('post:7'),
  ];
  expect(await run('update posts', ...notices)).toBe('update posts');
  expect(reportedChanges.splice(0)).toEqual(['post:7', 'league:2']);
  await run('select 1');
  expect(reportedChanges).toEqual([]);
});

test.each(['commit', 'rollback'])(
  'the changes of a transaction are announced at its %s, and those of other connections at once',
  async (end) => {
    const { reportedChanges, connect } = open();
    const [one, other] = [connect(), connect()];
    await one.run('begin isolation level read committed');
    await one.run('update posts', change('post:7'));
    await other.run('update posts', change('post:8'));
    expect(reportedChanges.splice(0)).toEqual(['post:8']);
    await one.run(end);
    expect(reportedChanges.splice(0)).toEqual(['post:7']);
    // The connection is in no transaction any more.
    await one.run('update posts', change('post:9'));
    expect(reportedChanges).toEqual(['post:9']);
  },
);

test('the changes of a failed statement are announced too, since it may have been committed', async () => {
  const { changes, reportedChanges, connect } = open();
  const { client } = connect();
  const failed = changes.run(client, 'update posts', async () => {
    client.emit('notice', change('post:7'));
    await Promise.reject(new Error('cut'));
  });
  await expect(failed).rejects.toThrow('cut');
  expect(reportedChanges).toEqual(['post:7']);
});
