import { sql } from 'kysely';
import { Client } from 'pg';
import { startServer, type ServerOptions, type TestServer } from './server.ts';

/** A server on a PostgreSQL whose clock the test can advance. */
export type ServerWithClock = TestServer & {
  /** Advances the database's `clock_timestamp()` for all later statements. */
  passMinutes(minutes: number): Promise<void>;
};

/** Creates a schema with its own `clock_timestamp()`, and puts it before PostgreSQL's in the search path. */
async function prepareClock({ DATABASE_URL: url = '' }: Readonly<Record<string, string>>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`
      create schema test_clock;
      create table test_clock.ahead as select interval '0' as by;
      create function test_clock.clock_timestamp() returns timestamptz language sql volatile
        as 'select pg_catalog.clock_timestamp() + by from test_clock.ahead';
      do $$ begin
        execute format('alter database %I set search_path = test_clock, public, pg_catalog', current_database());
      end $$`);
  } finally {
    await client.end();
  }
}

export async function startServerWithClock(
  options: Omit<ServerOptions, 'database' | 'prepare'> = {},
): Promise<ServerWithClock> {
  const server = await startServer({ ...options, database: 'postgres', prepare: prepareClock });
  return {
    ...server,
    async passMinutes(minutes) {
      await sql`update test_clock.ahead set by = by + ${minutes}::int * interval '1 minute'`.execute(
        server.platform.db,
      );
    },
  };
}
