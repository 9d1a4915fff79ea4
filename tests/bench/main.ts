import { performance } from 'node:perf_hooks';
import { sql, type Kysely } from 'kysely';
import { Client } from 'pg';
import pino from 'pino';
import { ruleDefaults } from '#contract/layouts.ts';
import { migrate } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/postgres.ts';
import type { Tables } from '#server/db/tables.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { settleItem } from '#server/commands/settle-item.ts';
import { startCluster } from '#tests/support/database/postgres-cluster.ts';

/**
 * `npm run bench [bets]`: the time of settling an item in one statement, against a plain UPDATE of as many rows in the
 * same run, on a PostgreSQL of its own. Only the ratios can be compared between machines.
 */

const bets = Number(process.argv[2] ?? 100_000);
const rounds = 7;
/** The highest allowed ratio of settling to the UPDATE. */
const maxRatio = 3;

type Db = Kysely<Tables>;
type Row = { what: string; median: number; min: number; max: number };

/** Times the works in turn, round by round, so that other load slows all of them alike. Milliseconds. */
async function measure(works: Readonly<Record<string, () => Promise<unknown>>>): Promise<Row[]> {
  const times = Object.entries(works).map(([what, once]) => ({ what, once, took: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { once, took } of times) {
      const began = performance.now();
      await once();
      took.push(performance.now() - began);
    }
  }
  return times.map(({ what, took }) => {
    took.sort((one, other) => one - other);
    return { what, median: took[rounds >> 1] ?? 0, min: took[0] ?? 0, max: took.at(-1) ?? 0 };
  });
}

/** An item with this many bets: two a member on a match, one on a vote. Answers its id. */
async function crowdedItem(pool: Db, layout: 'home/away' | 'vote'): Promise<number> {
  return pool.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db);
    return fill(db, layout);
  });
}

async function fill(db: Db, layout: 'home/away' | 'vote'): Promise<number> {
  const each = layout === 'vote' ? 1 : 2;
  const { rows } = await sql<{ item: number }>`
    with crowd as (
      insert into members (name) select 'חבר ' || n from generate_series(1, ${bets / each}::integer) n returning id
    ),
    league as (insert into leagues (name, code) values ('bench', ${layout}::text) returning id),
    post as (insert into posts (league_id, layout) select id, ${layout}::text from league returning id),
    item as (
      insert into items (post_id, layout, status, version) select id, ${layout}::text, 'ended', 1 from post returning id
    ),
    sides as (
      insert into item_options (item_id, position, name, result)
      select id, side, 'side ' || side, 1 - side from item cross join generate_series(0, 1) side
      returning id, item_id, position
    ),
    placed as (
      insert into bets (item_id, item_option_id, member_id, value)
      select sides.item_id, sides.id, crowd.id, case ${each}::integer when 1 then 1 else (crowd.id * 7 + sides.id * 3) % 4 end
      from crowd join sides on ${each}::integer = 2 or sides.position = crowd.id % 2
    )
    select id as item from item`.execute(db);
  await sql`vacuum analyze`.execute(db);
  return rows[0]?.item ?? 0;
}

async function withDatabase(server: string, name: string, run: (db: Db) => Promise<void>): Promise<void> {
  const admin = new Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = openPostgres(url.href, pino({ level: 'silent' }));
  try {
    await migrate(database.withoutDeadlines);
    await run(database.db);
  } finally {
    await database.close();
  }
}

/** Runs the work in a transaction that is rolled back, so that every round has the same data. */
const rolledBack = (db: Db, work: (trx: Db) => Promise<unknown>) => async () => {
  const done = new Error('rolled back');
  await db
    .transaction()
    .execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx);
      await work(trx);
      throw done;
    })
    .catch((error: unknown) => {
      if (error !== done) throw error;
    });
};

const cluster = await startCluster();
try {
  for (const layout of ['home/away', 'vote'] as const) {
    await withDatabase(cluster.url, `bench_${layout === 'vote' ? 'vote' : 'match'}`, async (db) => {
      const item = await crowdedItem(db, layout);
      const settled = { id: item, layout, rules: ruleDefaults[layout] };
      const [reference, settling] = await measure({
        [`UPDATE of ${bets} rows`]: rolledBack(db, (trx) =>
          sql`update bets set value = value + 1 where item_id = ${item}::integer`.execute(trx),
        ),
        [`settle a ${layout} item with ${bets} bets`]: rolledBack(db, (trx) => settleItem(trx, settled)),
      });
      if (!reference || !settling) throw new Error('nothing measured');
      print(reference);
      print(settling, reference);
    });
  }
  await withDatabase(cluster.url, 'bench_demo', async (db) => {
    const [seeding] = await measure({
      'the demo: 104 matches, 12 members, settled': rolledBack(db, (trx) => seedDemo(trx, new Date())),
    });
    if (seeding) print(seeding);
  });
} finally {
  await cluster.stop();
}

function print({ what, median, min, max }: Row, reference?: Row): void {
  const ratio = reference ? median / reference.median : 0;
  const beside = reference ? `  ${ratio.toFixed(2)}× the reference, at most ${maxRatio}×` : '';
  console.log(`${what}: median ${median.toFixed(0)} ms (${min.toFixed(0)}–${max.toFixed(0)})${beside}`);
  if (ratio > maxRatio) process.exitCode = 1;
}
