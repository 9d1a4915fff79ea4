import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { isStalePlan } from './errors.ts';
import type { OwnChanges } from './own-changes.ts';
import { inTransaction } from './transaction.ts';

/** A connection keeps no more: each costs it memory. */
const maxStatements = 500;
/** A list longer than this is planned for: what is best for a few rows takes minutes for thousands. */
const longestPlannedList = 100;

const isLongList = (parameter: unknown) => Array.isArray(parameter) && parameter.length > longestPlannedList;

/**
 * Names of statements by their text: a named one is parsed and planned once a connection, not each time. A text gets its
 * name when it comes for the second time, so that what is said only once takes no place.
 */
class StatementNames {
  readonly #names = new Map<string, string | null>();
  #generation = 0;

  /** Undefined: not to be prepared. Without parameters a statement takes one message as it is, `begin` for one. */
  of(text: string, parameters: readonly unknown[]): string | undefined {
    if (parameters.length === 0 || parameters.some(isLongList)) return undefined;
    const known = this.#names.get(text);
    if (known === undefined) {
      if (this.#names.size < maxStatements) this.#names.set(text, null);
      return undefined;
    }
    const name = known ?? `${this.#generation}-${createHash('sha256').update(text).digest('base64url')}`;
    this.#names.set(text, name);
    return name;
  }

  /** Every statement is prepared anew. */
  renew(): void {
    this.#generation += 1;
    this.#names.clear();
  }
}

/** The pool's connections as Kysely uses them, with prepared statements, telling of what they changed. */
export function preparingPool(pool: Pool, ownChanges: OwnChanges): PostgresPool {
  const names = new StatementNames();
  return {
    connect: async () => preparingClient(await pool.connect(), names, ownChanges),
    end: () => pool.end(),
  };
}

function preparingClient(
  client: PoolClient,
  names: StatementNames,
  ownChanges: OwnChanges,
): PostgresPoolClient {
  const run = (text: string, parameters: readonly unknown[]) => {
    const name = names.of(text, parameters);
    const config = { text, values: [...parameters], ...(name !== undefined && { name }) };
    return ownChanges.of(client, text, () => client.query(config));
  };
  const query = async (text: string, parameters: readonly unknown[]) => {
    try {
      return await run(text, parameters);
    } catch (error) {
      // Another process has changed the tables. Nothing was done yet; a transaction is run again as a whole.
      if (!isStalePlan(error)) throw error;
      names.renew();
      if (inTransaction()) throw error;
      return run(text, parameters);
    }
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without its other form, for cursors, which nothing here uses
  return { query, release: () => client.release() } as unknown as PostgresPoolClient;
}
