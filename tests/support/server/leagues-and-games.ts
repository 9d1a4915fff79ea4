import { openSession } from '#server/auth/sessions.ts';
import type { GameInput, Item, ItemType, League, Post } from '#contract/models.ts';
import type { Layout } from '#contract/layouts.ts';
import { api } from './api-client.ts';
import { newPhone, type ApiMember } from './members.ts';
import type { Db } from '#server/db/tables.ts';

/** A server, and a way past it into its database. */
export type ServerWithDb = { readonly url: string; readonly platform: { readonly db: Db } };

/** The server's own round of reminders would come in between: from now on only the test reminds. */
export async function stopReminders({ platform: { db } }: ServerWithDb): Promise<void> {
  const never = { last_run: isoInDays(1) };
  await db
    .insertInto('jobs')
    .values({ name: 'remind', ...never })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(never))
    .execute();
}

/** Somebody who is signed in already: for tests that are about something else. */
export async function createMember(server: ServerWithDb, name: string): Promise<ApiMember> {
  const { db } = server.platform;
  const phone = newPhone();
  const { id } = await db
    .insertInto('members')
    .values({ name, phone })
    .returning('id')
    .executeTakeFirstOrThrow();
  const token = await openSession(db, id, { userAgent: 'test' });
  return { ...api(server.url, token), id, name, phone, token };
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

/** A league of the first one's, which the others have joined by its code. */
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

/** Many at once, in the league already. */
export async function createMembers(
  server: ServerWithDb,
  section: number,
  count: number,
): Promise<ApiMember[]> {
  const people: ApiMember[] = [];
  for (let at = 0; at < count; at += 1) people.push(await createMember(server, `חבר ${at}`));
  await server.platform.db
    .insertInto('league_members')
    .values(people.map(({ id }) => ({ league_id: section, member_id: id })))
    .execute();
  return people;
}

/** Options of the league's own, by these names. */
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

/** A game with these groups of options; bets close in three days unless the rules say otherwise. */
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

/** The ids of an item's options, in its order: home before away. */
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
