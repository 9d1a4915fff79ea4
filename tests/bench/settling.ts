import { sql } from 'kysely';
import { ruleDefaults } from '#contract/layouts.ts';
import { settleItem } from '#server/commands/settle-item.ts';
import type { Db } from '#server/db/tables.ts';
import { median, type Figure } from './figures.ts';

/** Settling an item is one statement: its time beside a plain UPDATE of as many rows. */

const rounds = 5;
/** The number of bets of a member on an item. */
const betsEach = { 'home/away': 2, vote: 1 } as const;
type SettledLayout = keyof typeof betsEach;

/** Creates an ended item with this many bets, of as many members as it takes. Returns its id. */
async function crowdedItem(db: Db, layout: SettledLayout, bets: number): Promise<number> {
  const each = betsEach[layout];
  const { rows } = await sql<{ item: number }>`
    with crowd as (select id from members order by id limit ${bets / each}::integer),
    league as (insert into leagues (name, code) values ('bench', gen_random_uuid()::text) returning id),
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

/** Milliseconds of the work on a fresh item. */
async function timeOn(item: number, work: (item: number) => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work(item);
  return performance.now() - began;
}

export async function measureSettling(db: Db, bets: number, report: (figure: Figure) => void): Promise<void> {
  await sql`insert into members (name) select 'חבר ' || n from generate_series(1, ${bets}::integer) n`.execute(
    db,
  );
  for (const layout of ['home/away', 'vote'] as const) {
    const updates: number[] = [];
    const settlements: number[] = [];
    // Each in turn on an item of its own, since dead rows of an earlier round would slow it down.
    for (let round = 0; round < rounds; round += 1) {
      updates.push(
        await timeOn(await crowdedItem(db, layout, bets), (item) =>
          sql`update bets set value = value + 1 where item_id = ${item}::integer`.execute(db),
        ),
      );
      settlements.push(
        await timeOn(await crowdedItem(db, layout, bets), (id) =>
          settleItem(db, { id, layout, rules: ruleDefaults[layout] }),
        ),
      );
    }
    report({
      name: `a ${layout} item with ${bets.toLocaleString('en')} bets`,
      value: median(settlements),
      unit: 'ms',
      reference: { name: 'a plain UPDATE of as many rows', value: median(updates) },
      bound: { of: 'ratio', atMost: 1.5 },
    });
  }
}
