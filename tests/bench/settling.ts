import { sql } from 'kysely';
import { ruleDefaults } from '#contract/layouts.ts';
import { settleItem } from '#server/commands/settle-item.ts';
import type { Db } from '#server/db/tables.ts';
import { median, type Figure } from './figures.ts';

/** Settling an item is one statement: its time beside a plain UPDATE of as many rows. */

type SettledLayout = 'home/away' | 'vote';
const rounds = 7;

/** An item with this many bets: two a member on a match, one on a vote. Answers its id. */

async function crowdedItem(db: Db, layout: SettledLayout, bets: number): Promise<number> {
  const each = layout === 'vote' ? 1 : 2;
  const { rows } = await sql<{ item: number }>`
    with crowd as (
      insert into members (name) select 'חבר ' || n from generate_series(1, ${bets / each}::integer) n returning id
    ),
    league as (insert into leagues (name, code) values ('bench', 'crowd ' || ${layout}::text) returning id),
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

/** Runs the work in a transaction that is rolled back, so that every round has the same data. */
const rolledBack = (db: Db, work: (trx: Db) => Promise<unknown>) => async () => {
  const done = new Error('rolled back');
  await db
    .transaction()
    .execute(async (trx) => {
      await work(trx);
      throw done;
    })
    .catch((error: unknown) => {
      if (error !== done) throw error;
    });
};

/** Milliseconds that each of the works takes: medians of rounds in which they take turns. */
async function measure<K extends string>(
  works: Readonly<Record<K, () => Promise<unknown>>>,
): Promise<Record<K, number>> {
  const times = Object.entries<() => Promise<unknown>>(works).map(([name, work]) => ({
    name,
    work,
    took: [] as number[],
  }));
  for (let round = 0; round < rounds; round += 1) {
    for (const { work, took } of times) {
      const began = performance.now();
      await work();
      took.push(performance.now() - began);
    }
  }
  return Object.fromEntries(times.map(({ name, took }) => [name, median(took)])) as Record<K, number>;
}

export async function measureSettling(db: Db, bets: number, report: (figure: Figure) => void): Promise<void> {
  for (const layout of ['home/away', 'vote'] as const) {
    const item = await crowdedItem(db, layout, bets);
    const { update, settle } = await measure({
      update: rolledBack(db, (trx) =>
        sql`update bets set value = value + 1 where item_id = ${item}::integer`.execute(trx),
      ),
      settle: rolledBack(db, (trx) => settleItem(trx, { id: item, layout, rules: ruleDefaults[layout] })),
    });
    report({
      name: `a ${layout} item with ${bets.toLocaleString('en')} bets`,
      value: settle,
      unit: 'ms',
      reference: { name: 'a plain UPDATE of as many rows', value: update },
      bound: { of: 'ratio', atMost: 1.5 },
    });
  }
}
