import { openSession } from '#server/auth/sessions.ts';
import type { Message, Group, Item, ItemRule, ItemType, League, Option, Post } from '#contract/models.ts';
import { api } from './api-client.ts';
import {
  createMember,
  createStaff,
  postBets,
  makeGame,
  makeLeague,
  makeOptions,
} from './leagues-and-games.ts';
import type { ApiMember } from './members.ts';
import type { TestServer } from './server.ts';

/** The roles in one custom league, in the order of the columns of policies.test.ts. */
export const roles = [
  'guest',
  'outsider',
  'removed',
  'otherOwner',
  'inside',
  'owner',
  'staff',
  'superuser',
] as const;
export type Role = (typeof roles)[number];
export type Caller = ReturnType<typeof api>;

/** A league of `owner` with `inside` as a member, an official league with both, and an object of every model. */
export type PolicyFixture = {
  server: TestServer;
  callers: Record<Role, Caller>;
  people: Record<Exclude<Role, 'guest'>, ApiMember>;
  /** The API client of each role. */
  tokens: Record<Role, string | null>;
  league: League;
  official: League;
  group: Group;
  game: Post;
  officialGame: Post;
  item: Item;
  vote: Item;
  officialItem: Item;
  type: ItemType;
  rule: ItemRule;
  /** Create unused objects, in the custom league by default; messages, bets and options belong to `inside`. */
  unused: {
    /** Call after a request that was not refused: its objects may be used up, so new ones are created. */
    used(): void;
    league(): Promise<number>;
    official(): Promise<number>;
    group(): Promise<number>;
    game(): Promise<Post>;
    officialGame(): Promise<Post>;
    comment(): Promise<number>;
    bet(): Promise<number>;
    option(): Promise<number>;
    /** Options without a league: of staff, and of `inside`. */
    catalogued(): Promise<number>;
    own(): Promise<number>;
    notification(): Promise<number>;
    type(): Promise<number>;
    rule(): Promise<number>;
    /** The role's caller in a new session. */
    session(role: Role): Promise<Caller>;
    /** A new member, who may be removed or deleted. */
    somebody(role: Role): Promise<Caller>;
  };
};

const first = <T>(list: readonly T[]): T => {
  const [one] = list;
  if (one === undefined) throw new Error('an empty list');
  return one;
};

/** Creates a fixture; with `mine`, both `owner` and `inside` are that member. */
export async function createPolicyFixture(server: TestServer, mine?: ApiMember): Promise<PolicyFixture> {
  const [outsider, removed, otherOwner, inside, owner] = [
    await createMember(server, 'מבחוץ'),
    await createMember(server, 'הוסרה'),
    await createMember(server, 'אחרת'),
    mine ?? (await createMember(server, 'בפנים')),
    mine ?? (await createMember(server, 'בעלת הליגה')),
  ];
  const staff = await createStaff(server, 'צוות');
  const superuser = await createMember(server, 'על');
  const { db } = server.platform;
  await db.updateTable('members').set({ is_superuser: true }).where('id', '=', superuser.id).execute();
  const people = { outsider, removed, otherOwner, inside, owner, staff, superuser };

  const { id: leagueId } = await makeLeague(owner, [inside, removed]);
  await owner.del('membership/', { section: leagueId, member: removed.id });
  // Read again: removing a member has renewed its code.
  const league = (await owner.get<League>(`section/${leagueId}/`)).body;
  await makeLeague(otherOwner, []);
  const official = (await staff.post<League>('section/', { name: 'רשמית', custom: false })).body;
  for (const person of [inside, owner]) await person.post('membership/', { section: official.id });
  const group = (await owner.post<Group>('clan/', { name: 'קבוצה' })).body;
  await inside.get('joinAClan/', { code: group.code ?? '' });

  const pair = await makeOptions(owner, league.id, ['בית', 'חוץ']);
  const officialPair = await makeOptions(inside, official.id, ['א', 'ב']);
  const newGame = () => makeGame(owner, league.id, 'home/away', [pair], { joker: true });
  const game = await newGame();
  const vote = await makeGame(owner, league.id, 'vote', [pair]);
  const newOfficialGame = () => makeGame(staff, official.id, 'home/away', [officialPair]);
  const officialGame = await newOfficialGame();
  let rules = 0;
  const type = (await staff.post<ItemType>('itemtype/', { name: 'סוג', type: 'vote' })).body;
  const rule = (await staff.post<ItemRule>('itemrule/', { name: 'כלל', key: 'some_rule', itemType: type.id }))
    .body;
  const guest = api(server.url);
  const tokens = Object.fromEntries(Object.entries(people).map(([role, { token }]) => [role, token]));

  const spares: (() => void)[] = [];
  /** Creates an object on first use, and a new one after `used`; after a refusal the next caller can use the same object. */
  const spare = <T>(make: () => Promise<T>) => {
    let created: Promise<T> | undefined;
    spares.push(() => (created = undefined));
    return () => (created ??= make());
  };

  return {
    server,
    callers: { guest, ...people },
    people,
    tokens: { guest: null, ...tokens } as PolicyFixture['tokens'],
    league,
    official,
    group,
    game,
    officialGame,
    item: first(game.items_data),
    vote: first(vote.items_data),
    officialItem: first(officialGame.items_data),
    type,
    rule,
    unused: {
      used() {
        for (const drop of spares) drop();
      },
      league: spare(async () => (await makeLeague(owner, [inside], 'חדשה')).id),
      official: spare(
        async () => (await staff.post<League>('section/', { name: 'חדשה', custom: false })).body.id,
      ),
      group: spare(async () => {
        const { id, code } = (await owner.post<Group>('clan/', { name: 'חדשה' })).body;
        await inside.get('joinAClan/', { code: code ?? '' });
        return id;
      }),
      game: spare(newGame),
      officialGame: spare(newOfficialGame),
      comment: spare(
        async () =>
          (await inside.post<Message>('postcomment/', { comment_post: game.id, description: 'שלום' })).body
            .id,
      ),
      bet: spare(async () => {
        const { items_data } = await newGame();
        const { body } = (await postBets(inside, first(items_data), 1, 0)) as { body: { id: number }[] };
        return first(body).id;
      }),
      option: spare(async () => first(await makeOptions(inside, league.id, ['אפשרות']))),
      catalogued: spare(async () => (await staff.post<Option>('option/', { name: 'של כולם' })).body.id),
      own: spare(async () => (await inside.post<Option>('option/', { name: 'של בפנים' })).body.id),
      notification: spare(async () => {
        const values = {
          member_id: inside.id,
          kind: 'joined',
          league_id: league.id,
          link: `section/${league.id}`,
          data: '{"group":null}',
        };
        return (await db.insertInto('notifications').values(values).returning('id').executeTakeFirstOrThrow())
          .id;
      }),
      type: spare(
        async () => (await staff.post<ItemType>('itemtype/', { name: 'חדש', type: 'vote' })).body.id,
      ),
      rule: spare(async () => {
        rules += 1;
        const input = { name: 'חדש', key: `new_rule_${rules}`, itemType: type.id };
        return (await staff.post<ItemRule>('itemrule/', input)).body.id;
      }),
      session: async (role) =>
        role === 'guest'
          ? guest
          : api(server.url, await openSession(db, people[role].id, { userAgent: 'test' })),
      somebody: async (role) => (role === 'guest' ? guest : createMember(server, 'מישהי')),
    },
  };
}
