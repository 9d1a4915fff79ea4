import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Group, Item, League } from '#contract/models.ts';
import type { CompetitionFile } from '#contract/make-game-calls.ts';
import { api } from '#tests/support/server/api-client.ts';
import { fileOfMatches } from '#tests/support/server/competitions.ts';
import {
  createMember,
  isoInDays,
  makeGame,
  makeLeague,
  makeOptions,
  optionIdsOf,
  postBets,
} from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { createPolicyFixture, type PolicyFixture } from '#tests/support/server/policy-fixture.ts';
import { onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

/** A write changes only its own rows, in every table. */

/** By table: how many rows were deleted or changed, and how many are new or changed. */
type Changes = Record<string, readonly [before: number, after: number]>;

const changed = [1, 1] as const;
const deleted = [1, 0] as const;
const created = (count: number) => [0, count] as const;

/** Makes a game with bets of these members; returns its item. */
async function playedBy(unused: PolicyFixture['unused'], ...members: readonly ApiMember[]): Promise<number> {
  const { items_data } = await unused.game();
  const [item] = items_data as [Item];
  for (const [at, member] of members.entries()) await postBets(member, item, 2 + at, 1);
  return item.id;
}

/** A provisional result in a league of three, of which `noa` and `dana` have bet. */
async function provisional({ server, people: { owner } }: PolicyFixture) {
  const [noa, dana] = [await createMember(server, 'נועה'), await createMember(server, 'דנה')];
  const { id } = await makeLeague(owner, [noa, dana]);
  await owner.put(`section/${id}/`, { provisional_results: true });
  const options = await makeOptions(owner, id, ['הפועל', 'מכבי']);
  const [item] = (await makeGame(owner, id, 'home/away', [options])).items_data as [Item];
  for (const member of [noa, dana]) await postBets(member, item, 2, 1);
  const { body } = await owner.post<Item>('setItemResults/', { item: item.id, value: { home: 2, away: 1 } });
  return { item: item.id, version: body.version, noa, dana, owner };
}

/** Stores a file of matches; returns the input of its import. */
async function storedCup(owner: ApiMember, section: number) {
  const { body } = await owner.post<CompetitionFile>(
    'competitionFile/',
    fileOfMatches(section, { store: true }),
  );
  return { section, competition: body.competition?.id ?? '' };
}

/** Stores rows of a member besides their memberships, bets and messages. */
async function leaveTraces(
  { platform: { db } }: TestServer,
  { id, phone }: ApiMember,
  post: number,
): Promise<void> {
  const hash = `of ${id}`;
  const session = sql<number>`(select min(id) from sessions where member_id = ${id}::int)`;
  await sql`insert into known_devices (phone, device_hash) values (${phone}, ${hash})`.execute(db);
  await sql`insert into pins (phone, pin_hash, expires_at) values (${phone}, ${hash}, now() + interval '1 hour')`.execute(
    db,
  );
  await sql`insert into identities (issuer, subject, member_id) values ('https://issuer', ${hash}, ${id}::int)`.execute(
    db,
  );
  await sql`insert into push_ids (push_id, member_id, session_id) values (${hash}, ${id}::int, ${session})`.execute(
    db,
  );
  await sql`insert into talk_reads (member_id, post_id, last) values (${id}::int, ${post}::int, 0)
    on conflict do nothing`.execute(db);
  await sql`insert into images (name, maker_id, model, width, height, large, small)
    values (${hash}, ${id}::int, 'member', 1, 1, '', '')`.execute(db);
}

type Write = (w: PolicyFixture) => Promise<() => Promise<{ status: number }>>;

/** What each call changes; `live_events` are the events of the change. */
const writes: Record<string, [Write, Changes]> = {
  'a member’s name': [
    async ({ people: { inside } }) =>
      () =>
        inside.put(`member/${inside.id}/`, { name: 'בשם אחר' }),
    { members: changed, live_events: created(1) },
  ],
  'a league’s words': [
    async ({ people: { owner }, league }) =>
      () =>
        owner.put(`section/${league.id}/`, { description: 'מילים' }),
    { leagues: changed, live_events: created(1) },
  ],
  'a league that is deleted, with two members': [
    async ({ people: { owner }, unused }) => {
      const ids = await unused.league();
      return () => owner.del('section/', { ids });
    },
    { leagues: changed, league_members: [2, 2], live_events: created(2) },
  ],
  'a group’s name, with two members': [
    async ({ people: { owner }, group }) =>
      () =>
        owner.put(`clan/${group.id}/`, { name: 'בשם אחר' }),
    { groups: changed, live_events: created(2) },
  ],
  'a group that is deleted, with two members': [
    async ({ people: { owner }, unused }) => {
      const ids = await unused.group();
      return () => owner.del('clan/', { ids });
    },
    { groups: changed, group_members: [2, 2], live_events: created(2) },
  ],
  'a post’s words': [
    async ({ people: { owner }, game }) =>
      () =>
        owner.put(`post/${game.id}/`, { description: 'מילים' }),
    { posts: changed, item_steps: created(1), live_events: created(1) },
  ],
  'a game’s date, which its match has too': [
    async ({ people: { owner }, unused }) => {
      const { id } = await unused.game();
      return () => owner.put(`post/${id}/`, { due_date: isoInDays(2) });
    },
    {
      posts: changed,
      items: changed,
      item_steps: created(1),
      notifications: created(1),
      live_events: created(3),
    },
  ],
  'a post that is deleted': [
    async ({ people: { owner }, unused }) => {
      const { id } = await unused.game();
      return () => owner.del('post/', { ids: id });
    },
    { posts: changed, live_events: created(1) },
  ],
  'a pin': [
    async ({ people: { owner }, unused }) => {
      const { id } = await unused.game();
      return () => owner.put(`post/${id}/`, { pinned: true });
    },
    { posts: changed, notifications: created(1), live_events: created(2) },
  ],
  'a pin of what is pinned': [
    async ({ people: { owner }, unused }) => {
      const { id } = await unused.game();
      await owner.put(`post/${id}/`, { pinned: true });
      return () => owner.put(`post/${id}/`, { pinned: true });
    },
    { posts: changed, live_events: created(1) },
  ],
  'an item’s words': [
    async ({ people: { owner }, item }) =>
      () =>
        owner.put(`item/${item.id}/`, { description: 'מי?', shortStatusText: 'הארכה' }),
    { items: changed, item_steps: created(1), live_events: created(1) },
  ],
  'an item’s date': [
    async ({ people: { owner }, item }) =>
      () =>
        owner.put(`item/${item.id}/`, { date: isoInDays(2) }),
    { items: changed, item_steps: created(1), live_events: created(2), notifications: created(1) },
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
      posts: created(1),
      items: created(1),
      item_options: created(2),
      item_steps: created(1),
      notifications: created(1),
      live_events: created(2),
    },
  ],
  'an option that gives no points': [
    async ({ people: { owner }, vote }) =>
      () =>
        owner.put(`itemoption/${optionIdsOf(vote)[1]}/`, { no_points: true }),
    { item_options: changed, item_steps: created(1), live_events: created(1) },
  ],
  'an option’s name': [
    async ({ people: { inside }, unused }) => {
      const id = await unused.option();
      return () => inside.put(`option/${id}/`, { name: 'בשם אחר' });
    },
    { options: changed },
  ],
  'an option that is deleted': [
    async ({ people: { inside }, unused }) => {
      const ids = await unused.option();
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
    async ({ people: { staff }, unused }) => {
      const ids = await unused.type();
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
    async ({ people: { staff }, unused }) => {
      const ids = await unused.rule();
      return () => staff.del('itemrule/', { ids });
    },
    { item_rules: changed },
  ],
  'a notification that is read': [
    async ({ people: { inside }, unused }) => {
      const id = await unused.notification();
      return () => inside.put(`notification/${id}/`, { new: false });
    },
    { notifications: changed, live_events: created(1) },
  ],
  'a message that is deleted': [
    async ({ people: { inside }, unused }) => {
      const id = await unused.comment();
      return () => inside.put(`postcomment/${id}/`, { active: false });
    },
    { chats: changed, comments: changed, notifications: changed, live_events: created(2) },
  ],
  'a bet’s value': [
    async ({ people: { inside }, unused }) => {
      const id = await unused.bet();
      return () => inside.put(`bet/${id}/`, { value: 7 });
    },
    { bets: changed, seals: changed, live_events: created(1) },
  ],
  'a bet that is taken back': [
    async ({ people: { inside }, unused }) => {
      const ids = await unused.bet();
      return () => inside.del('bet/', { ids });
    },
    { bets: [1, 0], seals: changed, live_events: created(1) },
  ],
  'a game’s bets, one of two members’': [
    async ({ people: { inside }, unused }) => {
      const { items_data } = await unused.game();
      const [item] = items_data as [Item];
      return () => postBets(inside, item, 2, 1);
    },
    { bets: created(2), seals: created(1), live_events: created(1) },
  ],
  'a game that starts': [
    async ({ people: { owner, inside }, unused }) => {
      const item = await playedBy(unused, inside, owner);
      return () => owner.post('setItemResults/', { item, value: 'start' });
    },
    { items: changed, item_steps: created(1), live_events: created(1) },
  ],
  'a result': [
    async ({ people: { owner, inside }, unused }) => {
      const item = await playedBy(unused, inside, owner);
      return () => owner.post('setItemResults/', { item, value: { home: 2, away: 1 } });
    },
    {
      items: changed,
      item_options: [2, 2],
      item_steps: created(1),
      ledger: created(2),
      notifications: created(1),
      live_events: created(3),
    },
  ],
  'a corrected result': [
    async ({ people: { owner, inside }, unused }) => {
      const item = await playedBy(unused, inside, owner);
      await owner.post('setItemResults/', { item, value: { home: 2, away: 1 } });
      return () => owner.post('setItemResults/', { item, value: { home: 0, away: 1 }, version: 2 });
    },
    {
      items: changed,
      // The away side’s goals stay as they were.
      item_options: changed,
      item_steps: created(1),
      ledger: created(2),
      notifications: created(1),
      live_events: created(3),
    },
  ],
  'a void match': [
    async ({ people: { owner, inside }, unused }) => {
      const item = await playedBy(unused, inside, owner);
      await owner.post('setItemResults/', { item, value: { home: 2, away: 1 } });
      return () => owner.post('setItemResults/', { item, value: 'void', version: 2 });
    },
    {
      items: changed,
      item_options: [2, 2],
      item_steps: created(1),
      ledger: created(2),
      notifications: created(1),
      live_events: created(3),
    },
  ],
  'a joker that moves': [
    async ({ people: { owner, inside }, league, game }) => {
      const pair = game.options.map(({ id }) => id);
      const { items_data } = await makeGame(owner, league.id, 'home/away', [pair, pair], { joker: true });
      const [first, second] = items_data as [Item, Item];
      for (const { call, item } of [
        { call: owner, item: second },
        { call: inside, item: first },
      ])
        await call.post('joker/', { item: item.id });
      return () => inside.post('joker/', { item: second.id });
    },
    { jokers: changed, live_events: created(2) },
  ],
  'a message': [
    async ({ people: { inside }, unused }) => {
      const { id } = await unused.game();
      return () => inside.post('postcomment/', { comment_post: id, description: 'שלום' });
    },
    { chats: created(1), comments: created(1), notifications: created(1), live_events: created(2) },
  ],
  'a chat that is read': [
    async ({ people: { owner }, game }) => {
      const { body } = await owner.post<{ id: number }>('postcomment/', {
        comment_post: game.id,
        description: 'מה?',
      });
      return () => owner.put('talk/', { post: game.id, last: body.id });
    },
    { talk_reads: changed },
  ],
  'notifications that are read': [
    async ({ people: { inside }, unused }) => {
      await inside.put('notification/', { new: false });
      await unused.notification();
      return () => inside.put('notification/', { new: false });
    },
    { notifications: changed, live_events: created(1) },
  ],
  'a league’s new code': [
    async ({ people: { owner }, league }) =>
      () =>
        owner.post('code/', { section: league.id }),
    { leagues: changed, live_events: created(1) },
  ],
  'a group’s new code': [
    async ({ people: { owner }, group }) =>
      () =>
        owner.post('code/', { clan: group.id }),
    { groups: changed, live_events: created(2) },
  ],
  'a league that is joined': [
    async ({ server, people: { owner }, unused }) => {
      const { body } = await owner.get<League>(`section/${await unused.league()}/`);
      const newcomer = await createMember(server, 'חדשה');
      return () => newcomer.get('joinAClan/', { code: body.code ?? '' });
    },
    { league_members: created(1), notifications: created(1), live_events: created(2) },
  ],
  'a group that is joined': [
    async ({ server, people: { owner }, unused }) => {
      const { body } = await owner.get<Group>(`clan/${await unused.group()}/`);
      const newcomer = await createMember(server, 'חדשה');
      return () => newcomer.get('joinAClan/', { code: body.code ?? '' });
    },
    { group_members: created(1), notifications: created(1), live_events: created(4) },
  ],
  'an official league that is entered': [
    async ({ people: { outsider }, unused }) => {
      const section = await unused.official();
      return () => outsider.post('membership/', { section });
    },
    { league_members: created(1), live_events: created(1) },
  ],
  'a league that is left': [
    async ({ people: { inside }, unused }) => {
      const section = await unused.league();
      return () => inside.del('membership/', { section });
    },
    { league_members: changed, live_events: created(2) },
  ],
  'a league that its owner leaves to its other member': [
    async ({ people: { owner }, unused }) => {
      const section = await unused.league();
      return () => owner.del('membership/', { section });
    },
    { leagues: changed, league_members: changed, live_events: created(2) },
  ],
  'a league that is handed over': [
    async ({ people: { owner, inside }, unused }) => {
      const section = await unused.league();
      return () => owner.put(`section/${section}/`, { owner: inside.id });
    },
    { leagues: changed, live_events: created(1) },
  ],
  'a member who is put out of a league': [
    async ({ people: { owner, inside }, unused }) => {
      const section = await unused.league();
      return () => owner.del('membership/', { section, member: inside.id });
    },
    { leagues: changed, league_members: changed, live_events: created(2) },
  ],
  'a group that is left': [
    async ({ people: { inside }, unused }) => {
      const clan = await unused.group();
      return () => inside.del('membership/', { clan });
    },
    { group_members: changed, live_events: created(2) },
  ],
  'a member who is put out of a group': [
    async ({ people: { owner, inside }, unused }) => {
      const clan = await unused.group();
      return () => owner.del('membership/', { clan, member: inside.id });
    },
    { groups: changed, group_members: changed, live_events: created(2) },
  ],
  'a group that is invited to a league': [
    async ({ server, people: { owner }, league }) => {
      const clan = (await owner.post<Group>('clan/', { name: 'מוזמנת' })).body;
      const friend = await createMember(server, 'חברה');
      await friend.get('joinAClan/', { code: clan.code ?? '' });
      return () => owner.get('inviteClanToSection/', { section: league.id, clan: clan.id });
    },
    {
      league_groups: created(1),
      league_grants: created(1),
      notifications: created(1),
      live_events: created(2),
    },
  ],
  'a role': [
    async ({ server, people: { superuser } }) => {
      const { id } = await createMember(server, 'עוזרת');
      return () => superuser.put('role/', { member: id, role: 'staff' });
    },
    { members: changed, live_events: created(1) },
  ],
  'a joker that is taken back': [
    async ({ people: { owner, inside }, item }) => {
      for (const call of [owner, inside]) await call.post('joker/', { item: item.id });
      return () => inside.del('joker/', { item: item.id });
    },
    { jokers: deleted, live_events: created(1) },
  ],
  'a grant that is taken': [
    async ({ server, people: { owner }, league, unused }) => {
      const clan = (await owner.get<Group>(`clan/${await unused.group()}/`)).body;
      const friend = await createMember(server, 'חברה');
      await friend.get('joinAClan/', { code: clan.code ?? '' });
      await owner.get('inviteClanToSection/', { section: league.id, clan: clan.id });
      return () => friend.post('membership/', { section: league.id });
    },
    {
      league_grants: deleted,
      league_members: created(1),
      notifications: created(1),
      live_events: created(2),
    },
  ],
  'an objection': [
    async (fixture) => {
      const { item, version, noa } = await provisional(fixture);
      return () => noa.post('objections/', { item, version, words: 'היה 2:2' });
    },
    {
      item_steps: created(1),
      objection_votes: created(1),
      notifications: created(1),
      live_events: created(2),
    },
  ],
  'a vote on an objection': [
    async (fixture) => {
      const { item, version, noa, dana } = await provisional(fixture);
      await noa.post('objections/', { item, version, words: 'היה 2:2' });
      return () => dana.put('objections/', { item, version, agrees: true });
    },
    { objection_votes: created(1), live_events: created(1) },
  ],
  'a result that is confirmed': [
    async (fixture) => {
      const { item, version, owner } = await provisional(fixture);
      await sql`update items set standing = 'contested', final_at = null where id = ${item}::int`.execute(
        fixture.server.platform.db,
      );
      return () => owner.post('confirmResult/', { item, version });
    },
    { items: changed, item_steps: created(1), live_events: created(1) },
  ],
  'a file of matches': [
    async ({ people: { owner }, unused }) => {
      const section = await unused.league();
      return () => owner.post('competitionFile/', fileOfMatches(section, { store: true }));
    },
    { league_competitions: created(1) },
  ],
  'a tournament': [
    async ({ people: { owner }, unused }) => {
      const cup = await storedCup(owner, await unused.league());
      return () => owner.post('importCompetition/', { ...cup, rules: {} });
    },
    {
      tournaments: created(1),
      tournament_games: created(2),
      tournament_items: created(4),
      posts: created(2),
      items: created(4),
      item_options: created(8),
      item_steps: created(4),
      // The fourth team, Brazil, is in the catalogue already.
      options: created(3),
      notifications: created(1),
      live_events: created(3),
    },
  ],
  'a tournament that is taken back': [
    async ({ server, people: { owner }, unused }) => {
      const cup = await storedCup(owner, await unused.league());
      await owner.post('importCompetition/', { ...cup, rules: {} });
      // A team's name that the league remembers.
      await sql`insert into team_names (league_id, name, option_id, tournament_id)
        select t.league_id, 'האריות', (select min(id) from options), t.id from tournaments t
        on conflict do nothing`.execute(server.platform.db);
      return () => owner.del('importCompetition/', cup);
    },
    {
      tournaments: changed,
      team_names: deleted,
      posts: [2, 2],
      notifications: deleted,
      live_events: created(3),
    },
  ],
  'two accounts that become one': [
    async ({ server, people: { owner }, unused }) => {
      const { code } = (await owner.get<League>(`section/${await unused.league()}/`)).body;
      const [social, holder] = [
        await createMember(server, 'בלי טלפון'),
        await createMember(server, 'עם טלפון'),
      ];
      const { db } = server.platform;
      await sql`update members set phone = null where id = ${social.id}::int`.execute(db);
      await sql`insert into identities (issuer, subject, member_id) values ('https://issuer', 'social', ${social.id}::int)`.execute(
        db,
      );
      await social.get('joinAClan/', { code: code ?? '' });
      await api(server.url).get('sendPinCode/', { cellphone: holder.phone });
      const pincode = server.pin(holder.phone);
      return () => social.post('linkPhone/', { cellphone: holder.phone, pincode });
    },
    {
      members: changed,
      identities: changed,
      pins: changed,
      // One leaves and the other joins; one session ends and another begins.
      league_members: [1, 2],
      sessions: [1, 2],
      notifications: created(1),
      live_events: created(4),
    },
  ],
  'a session that is ended from another': [
    async ({ people: { inside }, unused }) => {
      await unused.session('inside');
      await unused.session('inside');
      const { body } = await inside.get<{ results: readonly { id: number; current: boolean }[] }>('session/');
      const other = body.results.find(({ current }) => !current);
      return () => inside.del('session/', { ids: other?.id ?? 0 });
    },
    { sessions: changed },
  ],
  'a sign-out': [
    async ({ server, people: { inside }, unused }) => {
      await unused.session('inside');
      const leaver = await unused.session('inside');
      await sql`insert into push_ids (push_id, member_id, session_id)
        select 'of who signs out', member_id, max(id) from sessions where member_id = ${inside.id}::int
        group by member_id`.execute(server.platform.db);
      return () => leaver.post('logout/', {});
    },
    { sessions: changed, push_ids: deleted },
  ],
  'an account that is closed': [
    async ({ server, league, game, people: { owner }, unused }) => {
      const leaver = await createMember(server, 'עוזבת');
      const clan = (await owner.get<Group>(`clan/${await unused.group()}/`)).body;
      const section = (await owner.get<League>(`section/${await unused.league()}/`)).body;
      for (const { code } of [clan, section]) await leaver.get('joinAClan/', { code: code ?? '' });
      // With a grant and its notification.
      await owner.get('inviteClanToSection/', { section: league.id, clan: clan.id });
      await leaveTraces(server, leaver, game.id);
      return () => leaver.del('member/', { ids: 'me' });
    },
    {
      members: changed,
      sessions: changed,
      league_members: changed,
      group_members: changed,
      known_devices: deleted,
      pins: deleted,
      identities: deleted,
      push_ids: deleted,
      talk_reads: deleted,
      images: deleted,
      league_grants: deleted,
      notifications: deleted,
      live_events: created(5),
    },
  ],
};

/** Tables that any request may change. */
const incidentalTables = new Set(['counters', 'jobs', 'idempotency', 'push_outbox']);

onOneDatabase('postgres', (database) => {
  let server: TestServer;
  let fixture: PolicyFixture;
  let tables: string[];
  beforeAll(async () => {
    server = await startServer({ database });
    const other = await createPolicyFixture(server);
    fixture = await createPolicyFixture(server);
    for (const { people, game, item, vote, unused } of [other, fixture]) {
      await postBets(people.owner, item, 2, 1);
      await postBets(people.owner, vote, 1);
      for (const member of [people.inside, people.owner]) await leaveTraces(server, member, game.id);
      await Promise.all([
        unused.league(),
        unused.group(),
        unused.bet(),
        unused.comment(),
        unused.notification(),
      ]);
      unused.used();
    }
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(server.platform.db);
    tables = rows.map(({ name }) => name).filter((name) => !incidentalTables.has(name));
  });
  afterAll(() => server.close());

  /** The rows of all tables, as text. */
  const stored = async () => {
    const each = tables.map(
      (name) =>
        sql`select ${name}::text as name, array(select (to_jsonb(t) - 'last_seen')::text from ${sql.table(name)} t) as rows`,
    );
    const { rows } = await sql<{ name: string; rows: string[] }>`${sql.join(each, sql` union all `)}`.execute(
      server.platform.db,
    );
    return new Map(rows.map(({ name, rows: of }) => [name, new Set(of)]));
  };

  test.each(Object.entries(writes))('%s', async (_, [write, expected]) => {
    const sendWrite = await write(fixture);
    fixture.unused.used();
    const before = await stored();
    expect([200, 201]).toContain((await sendWrite()).status);
    const after = await stored();
    const none = new Set<string>();
    const changes = tables.flatMap((name) => {
      const [was, is] = [before.get(name) ?? none, after.get(name) ?? none];
      const dropped = [...was].filter((row) => !is.has(row)).length;
      const added = [...is].filter((row) => !was.has(row)).length;
      return dropped + added > 0 ? [[name, [dropped, added]] as const] : [];
    });
    expect(Object.fromEntries(changes)).toEqual(expected);
  });
});
