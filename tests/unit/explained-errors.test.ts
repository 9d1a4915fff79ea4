import { expect, test } from 'vitest';
import { explainDatabaseError } from '#server/boot/explain-database-error.ts';
import { logSerializers } from '#server/boot/log.ts';
import { StartError } from '#server/boot/start-error.ts';
import { transaction } from '#server/db/transaction.ts';
import { standInDatabase } from '#tests/support/database/stand-in.ts';

/** What an operator reads of an error: at a start or a command, and in the log. */

const failure = (properties: object, message = '') => Object.assign(new Error(message), properties);

test.each([
  [
    'postgres://dana:secret@db.example:5433/hevre',
    failure({ code: '42501' }, 'permission denied for schema public'),
    'the database of DATABASE_URL (db.example:5433/hevre) cannot be opened: permission denied for schema public' +
      '. Its role must own it: alter database hevre owner to dana',
  ],
  [
    'postgres://db.example/hevre',
    failure({ code: '42501' }, 'permission denied'),
    'the database of DATABASE_URL (db.example/hevre) cannot be opened: permission denied' +
      '. Its role must own it: alter database hevre owner to ROLE',
  ],
  [
    'postgres://dana:secret@db.example/hevre',
    failure({ code: '3D000' }, 'database "hevre" does not exist'),
    'the database of DATABASE_URL (db.example/hevre) cannot be opened: database "hevre" does not exist',
  ],
  [
    'postgres://dana:secret@db.example/hevre',
    failure({ code: 'ECONNREFUSED' }),
    'the database of DATABASE_URL (db.example/hevre) cannot be opened: ECONNREFUSED',
  ],
])('an error of %s is explained without the password', async (databaseUrl, error, message) => {
  const explained = await explainDatabaseError(error, { databaseUrl, dataDir: '' });
  expect(explained).toEqual(new StartError(message));
});

test('a defect is not explained away, on either database', async () => {
  const defect = failure({ code: '42601' }, 'syntax error');
  for (const databaseUrl of ['postgres://db.example/hevre', null])
    expect(await explainDatabaseError(defect, { databaseUrl, dataDir: '' })).toBe(defect);
});

test('a logged error of the database has its codes and names, and no message', () => {
  const error = failure(
    {
      code: '23505',
      constraint: 'members_phone_key',
      table: 'members',
      column: 'phone',
      routine: '_bt_check_unique',
      detail: 'Key (phone)=(+972501234567) already exists.',
    },
    'duplicate key',
  );
  error.stack = 'error: duplicate key\nKey (phone)=(+972501234567)\n    at parse (parser.js:1:2)\n';
  expect(logSerializers.error(error)).toEqual({
    name: 'DatabaseError',
    code: '23505',
    constraint: 'members_phone_key',
    table: 'members',
    column: 'phone',
    routine: '_bt_check_unique',
    frames: ['    at parse (parser.js:1:2)'],
  });
});

test('another logged error has its message, in which long numbers are masked', () => {
  const error = failure({ code: 'ENOENT' }, 'no file 12345 of 1234');
  error.stack = 'Error: no file 12345 of 1234\n    at open (fs.js:1:2)';
  const frames = ['    at open (fs.js:1:2)'];
  const logged = { name: 'Error', message: 'no file # of 1234', frames };
  expect(logSerializers.error(error)).toEqual({ ...logged, code: 'ENOENT' });
  const plain = failure({}, 'no file 12345 of 1234');
  plain.stack = error.stack;
  expect(logSerializers.error(plain)).toEqual({ ...logged, code: undefined });
  expect(logSerializers.error('05012345678')).toEqual({ name: 'string' });
});

test('a transaction that collides is tried five times, one that fails otherwise once', async () => {
  const db = standInDatabase(() => []);
  const triesUntil = async (code: string) => {
    let tries = 0;
    const error = failure({ code }, `failed: ${code}`);
    const tried = transaction(db, async () => {
      tries += 1;
      throw error;
    });
    await expect(tried).rejects.toThrow(`failed: ${code}`);
    return tries;
  };
  expect([await triesUntil('40001'), await triesUntil('23505')]).toEqual([5, 1]);
});
