import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Tables } from '#server/db/tables.ts';

/** A stub database: `answer` returns the rows of each statement. */
export function standInDatabase(answer: (statement: string) => readonly object[]): Kysely<Tables> {
  class Driver extends DummyDriver {
    override async acquireConnection() {
      const connection = await super.acquireConnection();
      const executeQuery = async <R>({ sql }: { sql: string }) => ({
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rows that the statement asks for
        rows: [...answer(sql)] as R[],
      });
      return Object.assign(connection, { executeQuery });
    }
  }
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}
