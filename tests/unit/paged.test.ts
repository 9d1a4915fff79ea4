import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { limited } from '#server/queries/paged.ts';

const db = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const textOf = (limit: number, offset: number) => {
  const { sql, parameters } = limited({ limit, offset }).compile(db);
  return [sql, ...parameters];
};

test('a first page has the app’s usual limits in the text of its statement, and others as parameters', () => {
  const usual = [1, 4, 10, 20, 50, 100];
  expect(usual).toEqual(expect.arrayContaining([limits.chat.page, limits.page.size, limits.page.max]));
  expect(usual.map((limit) => textOf(limit, 0))).toEqual(usual.map((limit) => [`limit ${limit}`]));
  // As text, each would be a statement of its own.
  expect([textOf(7, 0), textOf(20, 20)]).toEqual([
    ['limit $1::int offset $2::int', 7, 0],
    ['limit $1::int offset $2::int', 20, 20],
  ]);
});
