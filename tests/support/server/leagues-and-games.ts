import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { sha256 } from '#server/auth/sessions.ts';
import { newJoinCode } from '#server/commands/join-code.ts';
import type { GameInput } from '#contract/make-game-calls.ts';
import type { Item, ItemType, League, Post } from '#contract/models.ts';
import type { Layout } from '#contract/layouts.ts';
import { api } from './api-client.ts';
import { newPhone, type ApiMember } from './members.ts';
import type { Db } from '#server/db/tables.ts';

/** A server, and its database. */
export type ServerWithDb = { readonly url: string; readonly platform: { readonly db: Db } };

/** Stops the server's reminder job, so that only the test sends reminders. */
export async function stopReminders({ platform: { db } }: ServerWithDb): Promise<void> {
  // Claims the job as another server would, for ten minutes.
  const never = { last_run: isoInDays(0), held_until: new Date(Date.now() + 9.5 * 60_000).toISOString() };
  await db
    .insertInto('jobs')
    .values({ name: 'remind', ...never })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(never))
    .execute();
}

/** Signed-in members, inserted in one statement. */
async function insertMembers(server: ServerWithDb, names: readonly string[]): Promise<ApiMember[]> {
  const people = names.map((name) => ({
    name,
    phone: newPhone(),
    token: randomBytes(32).toString('base64url'),
  }));
  const column = <Key extends 'name' | 'phone' | 'token'>(key: Key) => people.map((one) => one[key]);
  const { rows } = await sql<{ id: number; phone: string }>`
    with people as (
      select * from unnest(${column('name')}::text[], ${column('phone')}::text[], ${column('token').map(sha256)}::text[])
        with ordinality as person (name, phone, token_hash, nth)
    ),
    made as (
      insert into members (name, phone) select name, phone from people order by nth returning id, phone
    ),
    opened as (
      insert into sessions (member_id, token_hash, agent, expires_at)
      select made.id, people.token_hash, 'test', now() + interval '1 day' from made join people using (phone)
    )
    select id, phone from made`.execute(server.platform.db);
  const ids = new Map(rows.map(({ id, phone }) => [phone, id]));
  return people.map((one) => ({ ...api(server.url, one.token), ...one, id: ids.get(one.phone) ?? 0 }));
}

/** A signed-in member, inserted by SQL. */
export async function createMember(server: ServerWithDb, name: string): Promise<ApiMember> {
  const [person] = await insertMembers(server, [name]);
  if (!person) throw new Error('nobody was made');
  return person;
}

type MemberEach<Names extends readonly string[]> = { [Nth in keyof Names]: ApiMember };

/** Creates a league of the first member, with the others in it and its own options, by SQL: without live events. */
export async function leagueWithMembers<const People extends readonly [string, ...string[]]>(
  server: ServerWithDb,
  names: People,
  options: readonly string[] = [],
): Promise<{ section: number; members: MemberEach<People>; options: number[] }> {
  const members = await insertMembers(server, names);
  const ids = members.map(({ id }) => id);
  const { rows } = await sql<{ section: number; options: number[] }>`
    with league as (
      insert into leagues (name, code, owner_id) values ('חבורה', ${await newJoinCode(server.platform.db)}, ${ids[0]}::int) returning id
    ),
    joined as (
      insert into league_members (league_id, member_id)
      select league.id, member from league, unnest(${ids}::int[]) as member
    ),
    choices as (
      insert into options (league_id, name, maker_id)
      select league.id, name, ${ids[0]}::int from league, unnest(${[...options]}::text[]) with ordinality as one (name, nth) order by nth
      returning id
    )
    select id as section, array(select id from choices order by id) as options from league`.execute(
    server.platform.db,
  );
  const [league] = rows;
  if (!league) throw new Error('no league was made');
  return { ...league, members: members as MemberEach<People> };
}

export async function createStaff(server: ServerWithDb, name: string): Promise<ApiMember> {
  const person = await createMember(server, name);
  await server.platform.db
    .updateTable('members')
    .set({ is_staff: true })
    .where('id', '=', person.id)
    .execute();
  return person;
}

/** Creates a league of `owner`, which `friends` join by its code. */
export async function makeLeague(
  owner: ApiMember,
  friends: readonly ApiMember[],
  name = 'חבורה',
  more: Record<string, unknown> = {},
): Promise<League> {
  const { body, status } = await owner.post<League>('section/', { name, ...more });
  if (status !== 201) throw new Error(`no league: ${JSON.stringify(body)}`);
  for (const friend of friends) {
    const joined = await friend.get<{ res: unknown }>('joinAClan/', { code: body.code ?? '' });
    if (joined.status !== 200 || joined.body.res === 0) throw new Error('could not join');
  }
  return body;
}

/** Inserts members of a league by SQL. */
export async function createMembers(
  server: ServerWithDb,
  section: number,
  count: number,
): Promise<ApiMember[]> {
  const people = await insertMembers(
    server,
    Array.from({ length: count }, (_, at) => `חבר ${at}`),
  );
  await server.platform.db
    .insertInto('league_members')
    .values(people.map(({ id }) => ({ league_id: section, member_id: id })))
    .execute();
  return people;
}

/** Creates options of a league with these names; returns their ids. */
export async function makeOptions(
  owner: ApiMember,
  section: number,
  names: readonly string[],
): Promise<number[]> {
  const { body, status } = await owner.post<{ id: number }[]>(
    'option/',
    names.map((name) => ({ name, section })),
  );
  if (status !== 201) throw new Error(`no options: ${JSON.stringify(body)}`);
  return body.map(({ id }) => id);
}

/** The id of a leaf type with this layout. */
export async function itemTypeIdFor(person: ApiMember, layout: Layout): Promise<number> {
  const { body } = await person.get<{ results: ItemType[] }>('itemtype/', { limit: 100 });
  const type = body.results.find((one) => one.type === layout);
  if (!type) throw new Error(`no type for ${layout}`);
  return type.id;
}

type Rules = GameInput['rules'];
export const isoInDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Creates a game with these option groups; bets close in three days by default. */
export async function makeGame(
  owner: ApiMember,
  section: number,
  layout: Layout,
  groups: readonly (readonly (number | number[])[])[],
  rules: Rules = {},
): Promise<Post> {
  const { body, status } = await owner.post<Post>('createPostV3/', {
    section,
    itemType: await itemTypeIdFor(owner, layout),
    rules: { due_date: isoInDays(3), ...rules },
    groups: groups.map((options) => ({ options })),
  });
  if (status !== 201) throw new Error(`no game: ${JSON.stringify(body)}`);
  return body;
}

/** The ids of an item's options, in the item's order: home before away. */
export const optionIdsOf = (item: Item): number[] => Object.values(item.options).map(({ id }) => id);

/** Bets values on an item's options, in its order; undefined leaves one out. */
export function postBets(person: ApiMember, item: Item, ...values: (number | undefined)[]) {
  const bets = optionIdsOf(item).flatMap((itemOption, at) => {
    const value = values[at];
    return value === undefined ? [] : [{ itemOption, post: item.post, value }];
  });
  return person.post('bet/', bets);
}

/** The item as this person sees it now. */
export async function readItem(person: ApiMember, item: { id: number }): Promise<Item> {
  return (await person.get<Item>(`item/${item.id}/`)).body;
}
