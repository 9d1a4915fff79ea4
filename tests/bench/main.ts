import { performance } from 'node:perf_hooks';
import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import pino from 'pino';
import { ruleDefaults } from '#contract/item-types.ts';
import { migrate } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/postgres.ts';
import type { Tables } from '#server/db/tables.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { settle } from '#server/queries/settle.ts';
import { startCluster } from '#tests/support/cluster.ts';

/**
 * `npm run bench [members]`: what settling costs, beside a plain UPDATE of as many rows in the same run, on a real
 * PostgreSQL of its own. Ratios hold; times are this machine's, at this moment.
 */

const members = Number(process.argv[2] ?? 50_000);
const rounds = 5;

type Db = Kysely<Tables>;
type Row = { what: string; median: number; min: number; max: number };

async function measure(what: string, once: () => Promise<unknown>): Promise<Row> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await once();
    times.push(performance.now() - began);
  }
  times.sort((one, other) => one - other);
  return { what, median: times[rounds >> 1] ?? 0, min: times[0] ?? 0, max: times.at(-1) ?? 0 };
}

/** An item of one league with `members` scores on it: two bets each. */
async function crowdedItem(db: Db): Promise<number> {
  const { rows } = await sql<{ item: number }>`
    with crowd as (
      insert into members (name) select 'חבר ' || n from generate_series(1, ${members}::integer) n returning id
    ),
    league as (insert into leagues (name, code) values ('bench', 'BENCH00000') returning id),
    post as (insert into posts (league_id, layout) select id, 'home/away' from league returning id),
    item as (
      insert into items (post_id, layout, status, version) select id, 'home/away', 'ended', 1 from post returning id
    ),
    sides as (
      insert into item_options (item_id, position, name, result)
      select id, side, 'side ' || side, 2 - side from item cross join generate_series(0, 1) side returning id, item_id
    ),
    placed as (
      insert into bets (item_id, item_option_id, member_id, value)
      select sides.item_id, sides.id, crowd.id, (crowd.id * 7 + sides.id * 3) % 4 from crowd cross join sides
    )
    select id as item from item`.execute(db);
  await sql`analyze`.execute(db);
  return rows[0]?.item ?? 0;
}

async function withDatabase(server: string, name: string, run: (db: Db) => Promise<void>): Promise<void> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  const database = openPostgres(url.href, pino({ level: 'silent' }));
  try {
    await migrate(database.db);
    await run(database.db);
  } finally {
    await database.close();
  }
}

/** Runs within a transaction that leaves nothing, so that every round finds the same. */
const leavingNothing = (db: Db, work: (trx: Db) => Promise<unknown>) => async () => {
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
  await withDatabase(cluster.url, 'bench_settle', async (db) => {
    const item = await crowdedItem(db);
    const bets = members * 2;
    const reference = await measure(
      `UPDATE of ${bets} rows`,
      leavingNothing(db, (trx) =>
        sql`update bets set value = value + 1 where item_id = ${item}::integer`.execute(trx),
      ),
    );
    const settling = await measure(
      `settle ${bets} bets of ${members} members`,
      leavingNothing(db, (trx) =>
        settle(trx, { id: item, layout: 'home/away', rules: ruleDefaults['home/away'] }),
      ),
    );
    print([reference, settling], reference);
  });
  await withDatabase(cluster.url, 'bench_demo', async (db) => {
    const seeding = await measure(
      'the demo: 104 matches, 12 members, settled',
      leavingNothing(db, (trx) => seedDemo(trx, new Date())),
    );
    print([seeding], null);
  });
} finally {
  await cluster.stop();
}

function print(rows: Row[], reference: Row | null): void {
  for (const { what, median, min, max } of rows) {
    const ratio = reference === null ? '' : `  ${(median / reference.median).toFixed(2)}× the reference`;
    console.log(`${what}: median ${median.toFixed(0)} ms (${min.toFixed(0)}–${max.toFixed(0)})${ratio}`);
  }
}
