import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { Client, Pool, TypeOverrides, type ClientConfig, type PoolConfig } from 'pg';
import { errorCode, silenceError } from './errors.ts';
import type { Log } from '#server/boot/log.ts';
import type { Database } from './open.ts';
import { OwnChanges } from './own-changes.ts';
import { PostgresListener } from './postgres-listener.ts';
import { preparingPool } from './prepared-statements.ts';
import type { Tables } from './tables.ts';
import { parsers } from './values.ts';

const types = new TypeOverrides();
for (const [id, parse] of Object.entries(parsers)) types.setTypeParser(Number(id), parse);

/** Maximum time of a statement in ms. The socket timeout is a little longer, the idle timeout a little shorter. */
const statementTimeout = 10_000;
const silenceOfStatements = 11_000;
/** Socket timeout in ms of the listener, which sends heartbeats more often than this. */
const silenceOfListener = 8_000;
/** Milliseconds after which `close` destroys sockets that are still open. */
const closeTimeout = 2_000;

/** Connection settings of PostgreSQL. */
function connectionConfig(url: string): ClientConfig {
  return {
    connectionString: url,
    types,
    application_name: 'hevre',
    // Without JIT: compiling takes longer than running these statements.
    options: '-c TimeZone=UTC -c DateStyle=ISO -c client_min_messages=notice -c jit=off',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  };
}

/**
 * Sockets to the database. A socket on which no byte moves for a time is destroyed, so that queries on it fail and a new one
 * is opened: a dead peer is not reported otherwise.
 */
class Sockets {
  readonly #open = new Set<Socket>();

  open(maxSilence: number): Socket {
    const socket = new Socket();
    socket.setTimeout(maxSilence, () => socket.destroy(silenceError()));
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    return socket;
  }

  destroyAll(): void {
    for (const socket of this.#open) socket.destroy();
  }
}

function openPool(config: PoolConfig, log: Log): Pool {
  const pool = new Pool(config);
  // Without listeners these events would end the process. The pool listens to idle connections only; one that breaks in
  // use fails at its next statement and is discarded.
  pool.on('error', () => {});
  pool.on('connect', (client) =>
    client.on('error', (error) => log.warn({ code: errorCode(error) }, 'connection lost')),
  );
  return pool;
}

/** A connection pool of PostgreSQL, and one more connection for LISTEN. */
export function openPostgres(url: string, log: Log): Database {
  const sockets = new Sockets();
  const config = connectionConfig(url);
  const pool = openPool(
    {
      ...config,
      stream: () => sockets.open(silenceOfStatements),
      max: 10,
      idleTimeoutMillis: statementTimeout,
      statement_timeout: statementTimeout,
      idle_in_transaction_session_timeout: 15_000,
    },
    log,
  );
  const ownChanges = new OwnChanges();
  pool.on('connect', (client) => ownChanges.watch(client));
  const patientPool = openPool({ ...config, max: 1 }, log);
  const listener = new PostgresListener(
    () => new Client({ ...config, stream: () => sockets.open(silenceOfListener) }),
    log,
  );
  return {
    kind: 'postgres',
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparingPool(pool, ownChanges) }) }),
    withoutDeadlines: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: patientPool }) }),
    listen: (channel, onMessage, onGap) => listener.listen(channel, onMessage, onGap),
    follow(channel, follower) {
      ownChanges.follow(follower.onOwnChange);
      listener.follow(channel, follower);
    },
    isCurrent: () => listener.isCurrent(),
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      // Not `destroy`, which does not end a pool that was never used.
      const pools = [pool, patientPool].filter(({ ending }) => !ending);
      const closed = Promise.all([listener.close(), ...pools.map((open) => open.end())]);
      await Promise.race([closed, sleep(closeTimeout, undefined, { ref: false })]);
      sockets.destroyAll();
    },
  };
}
