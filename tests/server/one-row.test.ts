import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isoInDays, optionIdsOf, postBets } from '#tests/support/server/leagues-and-games.ts';
import { createPolicyFixture, type PolicyFixture } from '#tests/support/server/policy-fixture.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

/** A write of one object changes its own rows, of every table, and leaves all others as they are. */

/** Rows of a table that were there and are no more, or not as they were, and rows that are new or changed. */
type Changes = Record<string, readonly [before: number, after: number]>;

const changed = [1, 1] as const;
const made = (count: number) => [0, count] as const;

type Write = (w: PolicyFixture) => Promise<() => Promise<{ status: number }>>;

/** What each call changes; `live_events` are what is told of it. */
const writes: Record<string, [Write, Changes]> = {
  'a member’s name': [
    async ({ people: { inside } }) =>
      () =>
        inside.put(`member/${inside.id}/`, { name: 'בשם אחר' }),
    { members: changed, live_events: made(1) },
  ],
  'a league’s words': [
    async ({ people: { owner }, league }) =>
      () =>
        owner.put(`section/${league.id}/`, { description: 'מילים' }),
    { leagues: changed, live_events: made(1) },
  ],
  'a league that is deleted, with two members': [
    async ({ people: { owner }, fresh }) => {
      const ids = await fresh.league();
      return () => owner.del('section/', { ids });
    },
    { leagues: changed, league_members: [2, 2], live_events: made(2) },
  ],
  'a group’s name, with two members': [
    async ({ people: { owner }, group }) =>
      () =>
        owner.put(`clan/${group.id}/`, { name: 'בשם אחר' }),
    { groups: changed, live_events: made(2) },
  ],
  'a group that is deleted, with two members': [
    async ({ people: { owner }, fresh }) => {
      const ids = await fresh.group();
      return () => owner.del('clan/', { ids });
    },
    { groups: changed, group_members: [2, 2], live_events: made(2) },
  ],
  'a post’s words': [
    async ({ people: { owner }, game }) =>
      () =>
        owner.put(`post/${game.id}/`, { description: 'מילים' }),
    { posts: changed, item_steps: made(1), live_events: made(1) },
  ],
  'a post that is deleted': [
    async ({ people: { owner }, fresh }) => {
      const { id } = await fresh.game();
      return () => owner.del('post/', { ids: id });
    },
    { posts: changed, live_events: made(1) },
  ],
  'an item’s words': [
    async ({ people: { owner }, item }) =>
      () =>
        owner.put(`item/${item.id}/`, { description: 'מי?', shortStatusText: 'הארכה' }),
    { items: changed, item_steps: made(1), live_events: made(1) },
  ],
  'an item’s date': [
    async ({ people: { owner }, item }) =>
      () =>
        owner.put(`item/${item.id}/`, { date: isoInDays(2) }),
    { items: changed, item_steps: made(1), live_events: made(1) },
  ],
  'a question by itself': [
    async ({ people: { owner }, league, game }) =>
      () =>
        owner.post('item/', {
          section: league.id,
          description: 'מי?',
          type: 'vote',
          options: game.options.map(({ id }) => id),
        }),
    {
      posts: made(1),
      items: made(1),
      item_options: made(2),
      item_steps: made(1),
      notifications: made(1),
      live_events: made(2),
    },
  ],
  'an option that gives no points': [
    async ({ people: { owner }, vote }) =>
      () =>
        owner.put(`itemoption/${optionIdsOf(vote)[1]}/`, { no_points: true }),
    { item_options: changed, item_steps: made(1), live_events: made(1) },
  ],
  'an option’s name': [
    async ({ people: { inside }, fresh }) => {
      const id = await fresh.option();
      return () => inside.put(`option/${id}/`, { name: 'בשם אחר' });
    },
    { options: changed },
  ],
  'an option that is deleted': [
    async ({ people: { inside }, fresh }) => {
      const ids = await fresh.option();
      return () => inside.del('option/', { ids });
    },
    { options: changed },
  ],
  'a type’s name': [
    async ({ people: { staff }, type }) =>
      () =>
        staff.put(`itemtype/${type.id}/`, { name: 'בשם אחר' }),
    { item_types: changed },
  ],
  'a type that is deleted': [
    async ({ people: { staff }, fresh }) => {
      const ids = await fresh.type();
      return () => staff.del('itemtype/', { ids });
    },
    { item_types: changed },
  ],
  'a rule’s name': [
    async ({ people: { staff }, rule }) =>
      () =>
        staff.put(`itemrule/${rule.id}/`, { name: 'בשם אחר' }),
    { item_rules: changed },
  ],
  'a rule that is deleted': [
    async ({ people: { staff }, fresh }) => {
      const ids = await fresh.rule();
      return () => staff.del('itemrule/', { ids });
    },
    { item_rules: changed },
  ],
  'a notification that is read': [
    async ({ people: { inside }, fresh }) => {
      const id = await fresh.notification();
      return () => inside.put(`notification/${id}/`, { new: false });
    },
    { notifications: changed, live_events: made(1) },
  ],
  'a message that is deleted': [
    async ({ people: { inside }, fresh }) => {
      const id = await fresh.comment();
      return () => inside.put(`postcomment/${id}/`, { active: false });
    },
    { comments: changed, notifications: changed, live_events: made(2) },
  ],
  'a bet’s value': [
    async ({ people: { inside }, fresh }) => {
      const id = await fresh.bet();
      return () => inside.put(`bet/${id}/`, { value: 7 });
    },
    { bets: changed, seals: changed, live_events: made(1) },
  ],
  'a bet that is taken back': [
    async ({ people: { inside }, fresh }) => {
      const ids = await fresh.bet();
      return () => inside.del('bet/', { ids });
    },
    { bets: [1, 0], seals: changed, live_events: made(1) },
  ],
};

/** What any request may change beside. */
const beside = new Set(['counters', 'sessions', 'jobs', 'idempotency', 'push_outbox']);

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let world: PolicyFixture;
  let tables: string[];
  beforeAll(async () => {
    server = await startServer({ database });
    const other = await createPolicyFixture(server);
    world = await createPolicyFixture(server);
    for (const { people, item, vote, fresh } of [other, world]) {
      await postBets(people.owner, item, 2, 1);
      await postBets(people.owner, vote, 1);
      await Promise.all([fresh.league(), fresh.group(), fresh.bet(), fresh.comment(), fresh.notification()]);
      fresh.used();
    }
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(server.platform.db);
    tables = rows.map(({ name }) => name).filter((name) => !beside.has(name));
  });
  afterAll(() => server.close());

  /** The rows of all tables, as text. */
  const stored = async () => {
    const each = tables.map(
      (name) => sql`select ${name}::text as name, array(select t::text from ${sql.table(name)} t) as rows`,
    );
    const { rows } = await sql<{ name: string; rows: string[] }>`${sql.join(each, sql` union all `)}`.execute(
      server.platform.db,
    );
    return new Map(rows.map(({ name, rows: of }) => [name, new Set(of)]));
  };

  test.each(Object.entries(writes))('%s', async (_, [write, expected]) => {
    const ask = await write(world);
    world.fresh.used();
    const before = await stored();
    expect([200, 201]).toContain((await ask()).status);
    const after = await stored();
    const none = new Set<string>();
    const changes = tables.flatMap((name) => {
      const [was, is] = [before.get(name) ?? none, after.get(name) ?? none];
      const gone = [...was].filter((row) => !is.has(row)).length;
      const come = [...is].filter((row) => !was.has(row)).length;
      return gone + come > 0 ? [[name, [gone, come]] as const] : [];
    });
    expect(Object.fromEntries(changes)).toEqual(expected);
  });
});
