import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWorld, type World } from '#tests/bench/world.ts';
import { api } from '#tests/support/server/api-client.ts';
import { startServer, type TestServer } from '#tests/support/server/server.ts';

/** PostgreSQL may choose another plan from the sixth use of a prepared statement on: statistics answer however often they are asked. */

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startServer({ database: 'postgres' });
  const { db } = server.platform;
  world = await makeWorld(db, { members: 50, games: 200, messages: 1 });
  // With many small leagues the plan for any league expects a small one.
  await sql`
    with league as (
      insert into leagues (name, code) select 'ליגה ' || n, 'S' || lpad(n::text, 9, '0') from generate_series(1, 1000) n
      returning id
    ),
    post as (insert into posts (league_id, layout) select id, 'vote' from league returning id)
    insert into items (post_id, layout, name, status, started_at, ended_at)
    select id, 'vote', 'שאלה', 'ended', now(), now() from post`.execute(db);
  await sql`analyze`.execute(db);
});
afterAll(() => server.close());

test('statistics of ten members, and of the league ten times, are answered in a league of 50 members and 200 games', async () => {
  const call = api(server.url, world.tokens[0] ?? null);
  const { body } = await call.get<{ results: { member: { id: number } }[] }>('standings/', {
    section: world.league,
    limit: 10,
  });
  const statuses: number[] = [];
  for (const { member } of body.results) {
    server.platform.caches.leagueHistories.clear();
    const query = { section: world.league, member: member.id };
    statuses.push((await call.get('memberStatistics/', query)).status);
    statuses.push((await call.get('statistics/', { section: world.league })).status);
  }
  expect(statuses).toEqual(Array.from({ length: 20 }, () => 200));
});
