import type { PGlite } from '@electric-sql/pglite';
import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import type { Mutex } from '#contract/mutex.ts';
import { inTransaction } from './transaction.ts';
import { parsers, toParameter } from './values.ts';

// The driver's serializer builds an array of hex pairs, which is slow for pictures.
const serializers = {
  17: (bytes: string | Uint8Array) =>
    typeof bytes === 'string' ? bytes : `\\x${Buffer.from(bytes).toString('hex')}`,
};

class Connection implements DatabaseConnection {
  readonly #pglite: PGlite;

  constructor(pglite: PGlite) {
    this.#pglite = pglite;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // Without parameters a text may contain several statements, as in PostgreSQL.
    const result =
      parameters.length === 0
        ? (await this.#pglite.exec(sql, { parsers })).at(-1)
        : await this.#pglite.query(sql, parameters.map(toParameter), { parsers, serializers });
    const changed = result?.affectedRows;
    return {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the driver cannot know a statement's columns
      rows: (result?.rows ?? []) as R[],
      ...(changed === undefined ? {} : { numAffectedRows: BigInt(changed) }),
    };
  }

  // eslint-disable-next-line require-yield -- the interface asks for a generator
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the embedded database does not stream');
  }
}

class PgliteDriver implements Driver {
  readonly #pglite: PGlite;
  readonly #mutex: Mutex;
  readonly #connection: Connection;
  #release = () => {};

  constructor(pglite: PGlite, mutex: Mutex) {
    this.#pglite = pglite;
    this.#mutex = mutex;
    this.#connection = new Connection(pglite);
  }

  async init(): Promise<void> {
    await this.#pglite.waitReady;
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    // The surrounding transaction holds the only connection: waiting for it would deadlock.
    if (inTransaction()) throw new Error('a query went around its transaction: use the handle it was given');
    this.#release = await this.#mutex.acquire();
    return this.#connection;
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  async destroy(): Promise<void> {
    await this.#mutex.run(() => this.#pglite.close());
  }
}

/** Kysely dialect of the embedded database: one connection, held by a mutex during a transaction. */
export function pgliteDialect(pglite: PGlite, mutex: Mutex): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PgliteDriver(pglite, mutex),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}
