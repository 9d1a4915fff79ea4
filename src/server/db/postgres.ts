import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool, TypeOverrides, type ClientConfig } from 'pg';
import { errorCode } from './errors.ts';
import type { Log } from '#server/boot/log.ts';
import type { Database } from './open.ts';
import { PostgresListener } from './postgres-listener.ts';
import type { Tables } from './tables.ts';
import { parsers } from './values.ts';

const types = new TypeOverrides();
for (const [id, parse] of Object.entries(parsers)) types.setTypeParser(Number(id), parse);

/** Connection settings of PostgreSQL. */
function connectionConfig(url: string): ClientConfig {
  return {
    connectionString: url,
    types,
    application_name: 'hevre',
    options: '-c TimeZone=UTC -c DateStyle=ISO',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  };
}

/** A pool on PostgreSQL, and one more connection that listens. */
export function openPostgres(url: string, log: Log): Database {
  const pool = new Pool({
    ...connectionConfig(url),
    max: 10,
    idleTimeoutMillis: 30_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
  });
  // Without listeners these events would end the process. The pool itself hears only its idle connections; one that
  // breaks in use, between two statements of a transaction, makes the next statement fail, and is discarded.
  pool.on('error', () => {});
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ code: errorCode(error) }, 'connection lost')),
  );
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const listener = new PostgresListener(() => new Client(connectionConfig(url)), log);
  return {
    kind: 'postgres',
    db,
    listen: (channel, onMessage, onGap) => listener.listen(channel, onMessage, onGap),
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await listener.close();
      await db.destroy();
    },
  };
}
