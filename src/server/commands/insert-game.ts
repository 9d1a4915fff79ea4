import { sql } from 'kysely';
import type { Layout } from '#contract/layouts.ts';
import type { RuleValue } from '#contract/scoring.ts';
import type { Db } from '#server/db/tables.ts';
import type { GameGroup, PlannedItem } from './game-plan.ts';
import type { DisplayRule } from './game-rules.ts';

export type NewGame = {
  readonly league: number;
  /** Id of the author; null for none. */
  readonly author: number | null;
  readonly itemType: number;
  readonly layout: Layout;
  readonly rules: Readonly<Record<string, RuleValue>>;
  /** Rules that are only displayed. */
  readonly displayRules: readonly DisplayRule[];
  readonly groups: readonly GameGroup[];
  readonly items: readonly PlannedItem[];
  /** Option names by id. */
  readonly names: ReadonlyMap<number, string>;
};

const textOrNull = (rule: RuleValue | undefined) => (typeof rule === 'string' ? rule : null);

/** Inserts the post of a game, without items. */
export async function insertPost(db: Db, game: NewGame): Promise<number> {
  const { description, due_date, ...rules } = game.rules;
  const largestGroup = Math.max(...game.groups.map(({ entries }) => entries.length));
  const post = await db
    .insertInto('posts')
    .values({
      league_id: game.league,
      author_id: game.author,
      item_type_id: game.itemType,
      layout: game.layout,
      description: textOrNull(description) ?? '',
      due_date: textOrNull(due_date),
      rounds: Number(rules.rounds ?? 1),
      group_size: Number(rules.players ?? largestGroup),
      even_breakpoint: Number(rules.even_breakpoint ?? 0),
      hide_options: rules.hide_options !== false,
      rules: JSON.stringify(rules),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return post.id;
}

/** Appends items with their first steps and options to a post, from position `from`, in one statement. */
export async function insertItems(db: Db, post: number, game: NewGame, from = 0): Promise<void> {
  const { description: _, due_date: __, ...rules } = game.rules;
  const namesOf = (entry: readonly number[]) => entry.map((id) => game.names.get(id) ?? '');
  const nameOf = (entry: readonly number[]) => namesOf(entry).join(' + ');
  const items = game.items.map(({ group, leg, entries, date, words }, at) => {
    const groupName = game.groups[group]?.name ?? '';
    return {
      position: from + at,
      leg,
      date,
      name: groupName || entries.map(nameOf).join(' · '),
      details: {
        group,
        groupName,
        roundName: '',
        roundNum: game.rules.rounds === 1 ? null : leg,
        rules: game.displayRules,
        ...words,
      },
    };
  });
  const options = game.items.flatMap(({ entries }, at) =>
    entries.map((entry, place) => ({
      item: from + at,
      place,
      option: entry[0],
      partner: entry[1] ?? null,
      name: nameOf(entry),
      data: namesOf(entry),
    })),
  );
  await sql`
    with plan as (
      select * from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
        as item (position integer, leg integer, date timestamptz, name text, details jsonb)
    ),
    made as (
      insert into items (post_id, position, leg, name, date, layout, rules, details)
      select ${post}::integer, position, leg, name, date, ${game.layout}::text, ${JSON.stringify(rules)}::jsonb, details
      from plan order by position
      returning id, position
    ),
    steps as (
      insert into item_steps (item_id, kind, member_id, version)
      select id, 'made', ${game.author}::integer, 1 from made order by id
    )
    insert into item_options (item_id, option_id, partner_id, position, name, data)
    select made.id, entry.option, entry.partner, entry.place, entry.name, entry.data
    from made
    join jsonb_to_recordset(${JSON.stringify(options)}::jsonb)
      as entry (item integer, place integer, option integer, partner integer, name text, data jsonb)
      on entry.item = made.position
    -- An item's options are keyed by id on the wire: home has the smaller one.
    order by made.position, entry.place`.execute(db);
}

/** Inserts a game's post, items, first steps and options in two statements; returns the post id. */
export async function insertGame(db: Db, game: NewGame): Promise<number> {
  const post = await insertPost(db, game);
  await insertItems(db, post, game);
  return post;
}
