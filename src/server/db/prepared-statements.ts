import { createHash } from 'node:crypto';
import { sql, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { isStalePlan } from './errors.ts';
import type { OwnChanges } from './own-changes.ts';
import { inTransaction } from './transaction.ts';

/** Maximum prepared statements: each connection keeps each of them in memory. */
const maxStatements = 500;
/** Maximum length of an array parameter of a prepared statement: a plan for a few rows can take minutes for thousands. */
const longestPlannedList = 100;

/** The text of `plannedEachTime`. */
const planMark = '/* planned each time */';
/**
 * SQL: begins a statement that is planned for its values each time, not prepared. For queries over all bets of a league:
 * the plan for any values, which PostgreSQL may choose from the sixth use on, joins them row by row.
 */
export const plannedEachTime = sql`/* planned each time */`;

const isLongList = (parameter: unknown) => Array.isArray(parameter) && parameter.length > longestPlannedList;

/**
 * Names of prepared statements by text, so that each is parsed and planned once a connection. A text gets a name at its second
 * use, so that statements used once take no space.
 */
class StatementNames {
  readonly #names = new Map<string, string | null>();
  #generation = 0;

  /** Undefined: do not prepare it. A statement without parameters, such as `begin`, is sent as one message. */
  nameOf(text: string, parameters: readonly unknown[]): string | undefined {
    if (parameters.length === 0 || parameters.some(isLongList) || text.startsWith(planMark)) return undefined;
    const known = this.#names.get(text);
    if (known === undefined) {
      if (this.#names.size < maxStatements) this.#names.set(text, null);
      return undefined;
    }
    const name = known ?? `${this.#generation}-${createHash('sha256').update(text).digest('base64url')}`;
    this.#names.set(text, name);
    return name;
  }

  /** Forgets all names, so that every statement is prepared again. */
  renew(): void {
    this.#generation += 1;
    this.#names.clear();
  }
}

/** A pool for Kysely whose connections use prepared statements and report their changes. */
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
    const name = names.nameOf(text, parameters);
    const config = { text, values: [...parameters], ...(name !== undefined && { name }) };
    return ownChanges.run(client, text, () => client.query(config));
  };
  const query = async (text: string, parameters: readonly unknown[]) => {
    try {
      return await run(text, parameters);
    } catch (error) {
      // Another process has altered the tables. The statement did nothing; a transaction must be retried as a whole.
      if (!isStalePlan(error)) throw error;
      names.renew();
      if (inTransaction()) throw error;
      return run(text, parameters);
    }
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without its other form, for cursors, which nothing here uses
  return { query, release: () => client.release() } as unknown as PostgresPoolClient;
}
