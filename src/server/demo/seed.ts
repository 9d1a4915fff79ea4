import { sql } from 'kysely';
import { ruleDefaults } from '#contract/layouts.ts';
import { newJoinCode } from '#server/commands/join-code.ts';
import type { Db } from '#server/db/tables.ts';
import { settleItem } from '#server/commands/settle-item.ts';
import { guess, seededRandom } from './bets.ts';
import { chatMessages, demoMembers } from './demo-members.ts';
import { groupName } from '#server/texts/group-name.ts';
import { worldCup, type Match } from './worldcup.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Duration of a match with its break and added time. */
const matchDuration = 115 * minute;

type Team = { id: number; name: string };
type Status = 'ended' | 'started' | 'open';
type Played = Match & { status: Status };

/** Moves the tournament so that its 33rd match started half an hour before `now`: some days are over, one match is live. */
function shiftToNow(matches: Match[], now: Date): Played[] {
  const live = matches[32];
  if (!live) throw new Error('the tournament is too short');
  const shift = now.getTime() - 32 * minute - live.kickoff.getTime();
  return matches.map((match) => {
    const kickoff = new Date(match.kickoff.getTime() + shift);
    const status =
      kickoff > now ? 'open' : kickoff.getTime() + matchDuration < now.getTime() ? 'ended' : 'started';
    return { ...match, kickoff, status };
  });
}

async function makeMembers(db: Db): Promise<number[]> {
  const rows = demoMembers.map(({ name, phone }) => ({ name, phone, new_member: false }));
  const made = await db.insertInto('members').values(rows).returning('id').execute();
  return made.map(({ id }) => id);
}

/** Creates a league of these members; the first one owns it. */
export async function makeLeague(
  db: Db,
  { name, description }: { name: string; description: string },
  members: readonly number[],
  began: Date,
): Promise<number> {
  const [owner_id] = members;
  const code = await newJoinCode(db);
  const { id } = await db
    .insertInto('leagues')
    .values({ name, description, code, owner_id, created: began })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('league_members')
    .values(
      members.map((member) => ({
        league_id: id,
        member_id: member,
        joined_at: began,
        first_joined_at: began,
      })),
    )
    .execute();
  return id;
}

async function makeGroups(db: Db, league: number, members: readonly number[], began: Date): Promise<void> {
  const [owner] = members;
  const groups = [
    { name: 'החבר׳ה מהמילואים', of: members.slice(0, 7) },
    { name: 'המשרד', of: [members[0], ...members.slice(7)].filter((member) => member !== undefined) },
  ];
  for (const { name, of } of groups) {
    const group = await db
      .insertInto('groups')
      .values({ name, code: await newJoinCode(db), owner_id: owner, created: began })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('group_members')
      .values(of.map((member) => ({ group_id: group.id, member_id: member })))
      .execute();
    await db
      .insertInto('league_groups')
      .values({ league_id: league, group_id: group.id, invited_by: owner })
      .execute();
  }
}

async function teamsByName(db: Db): Promise<Map<string, Team>> {
  const rows = await db
    .selectFrom('options')
    .select(['id', 'name', 'value'])
    .where('league_id', 'is', null)
    .execute();
  return new Map(rows.map(({ id, name, value }) => [value ?? name, { id, name }]));
}

type SeedContext = {
  now: Date;
  league: number;
  members: number[];
  teams: Map<string, Team>;
  itemType: number;
  rules: Record<string, string | number | boolean>;
};

/** Creates one item with its steps so far; one that has ended is settled by its owner's results. */
async function makeItem(
  db: Db,
  context: SeedContext,
  post: number,
  match: Played,
  position: number,
  random: () => number,
) {
  const { members, rules } = context;
  const [home, away] = [match.home, match.away].map((name) => context.teams.get(name));
  if (!home || !away) throw new Error(`no team ${match.home} or ${match.away} in the catalogue`);
  const hasStarted = match.status !== 'open';
  const ended = match.status === 'ended';
  const version = ended ? 3 : hasStarted ? 2 : 1;
  const end = new Date(match.kickoff.getTime() + matchDuration);
  const { id } = await db
    .insertInto('items')
    .values({
      post_id: post,
      position,
      name: `${home.name} · ${away.name}`,
      layout: 'home/away',
      date: match.kickoff,
      status: match.status,
      started_at: hasStarted ? match.kickoff : null,
      ended_at: ended ? end : null,
      version,
      rules: JSON.stringify(rules),
      details: JSON.stringify({
        groupName: groupName(match.group),
        roundName: match.round,
        roundNum: null,
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const sides = await db
    .insertInto('item_options')
    .values(
      [home, away].map((team, place) => ({
        item_id: id,
        option_id: team.id,
        position: place,
        name: team.name,
        data: JSON.stringify([team.name]),
        result: ended ? (place === 0 ? match.homeGoals : match.awayGoals) : null,
      })),
    )
    .returning('id')
    .execute();
  const score = Object.fromEntries(
    sides.map((side, place) => [side.id, place === 0 ? match.homeGoals : match.awayGoals]),
  );
  const published = Math.min(match.kickoff.getTime() - 2 * day, context.now.getTime() - hour);
  const made = { kind: 'made' as const, at: new Date(published), version: 1 };
  const started = { kind: 'started' as const, at: match.kickoff, version: 2 };
  const result = { kind: 'result' as const, at: end, version: 3, became: JSON.stringify(score) };
  await db
    .insertInto('item_steps')
    .values(
      [made, started, result]
        .slice(0, version)
        .map((step) => ({ item_id: id, member_id: members[0], ...step })),
    )
    .execute();

  // Fewer bets on later matches; the first member has none on open ones.
  const ahead = match.kickoff.getTime() - context.now.getTime();
  const betRate = hasStarted ? 0.93 : ahead < 2 * day ? 0.6 : 0.15;
  const bets = demoMembers.flatMap(({ skill }, at) => {
    const member_id = members[at];
    const hasBet = random() < betRate && (hasStarted || at > 0);
    const values = guess(random, skill, match.homeGoals, match.awayGoals);
    if (member_id === undefined || !hasBet) return [];
    return sides.map((side, place) => {
      const value = values[place] ?? 0;
      return { item_id: id, item_option_id: side.id, member_id, value, created: made.at };
    });
  });
  if (bets.length > 0) await db.insertInto('bets').values(bets).execute();
  if (ended) await settleItem(db, { id, layout: 'home/away', rules });
}

/**
 * Fills an empty database with a league of friends in the middle of the World Cup: all 104 matches with dates moved
 * around `now`, a dozen members with guesses, points and chat. Returns the members' ids, in the order of `demoMembers`.
 */
export async function seedDemo(db: Db, now: Date): Promise<number[]> {
  const random = seededRandom(2026);
  const matches = shiftToNow(worldCup(), now);
  const members = await makeMembers(db);
  const began = new Date(now.getTime() - 30 * day);
  const worldCupLeague = { name: 'מונדיאל של החבר׳ה', description: 'מי שמפסיד מביא פיצה לגמר.' };
  const league = await makeLeague(db, worldCupLeague, members, began);
  await makeGroups(db, league, members, began);
  const { id: itemType } = await db
    .selectFrom('item_types')
    .select('id')
    .where('name', '=', 'מחזור משחקים')
    .executeTakeFirstOrThrow();
  const rules = {
    ...ruleDefaults['home/away'],
    rounds: 1,
    ordering_type: 'as_chosen',
    hide_options: true,
  };
  const context: SeedContext = { now, league, members, teams: await teamsByName(db), itemType, rules };

  const rounds = new Map<string, Played[]>();
  for (const match of matches) rounds.set(match.round, [...(rounds.get(match.round) ?? []), match]);
  // Created from the last round to the next one, so that the next one is on top of the feed.
  const order = [...rounds].toSorted(([, one], [, other]) => {
    const ahead = (round: Played[]) => (round.every(({ status }) => status === 'open') ? 1 : 0);
    const first = (round: Played[]) => round[0]?.kickoff.getTime() ?? 0;
    const [a, b] = [ahead(one), ahead(other)];
    if (a !== b) return b - a;
    return a === 1 ? first(other) - first(one) : first(one) - first(other);
  });
  for (const [round, games] of order) {
    const live = games.some(({ status }) => status === 'started');
    const first = games[0]?.kickoff ?? now;
    const post = await db
      .insertInto('posts')
      .values({
        league_id: league,
        author_id: members[0],
        item_type_id: itemType,
        layout: 'home/away',
        description: round,
        pinned: live,
        created: new Date(Math.min(first.getTime() - 2 * day, now.getTime() - hour)),
        group_size: 2,
        rules: JSON.stringify(rules),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [position, match] of games.entries())
      await makeItem(db, context, post.id, match, position, random);
    if (live) await chat(db, post.id, members, now);
  }
  await sql`
    insert into seals (item_id, member_id, random, seal)
    select item_id, member_id, random, seal_of(${league}, item_id, member_id, picks, random)
    from (
      select item_id, member_id, array_agg(item_option_id || ':' || value order by item_option_id) as picks, seal_random() as random
      from bets group by item_id, member_id
    ) bet`.execute(db);
  await insertNotifications(db, league);
  await sql`analyze`.execute(db);
  return members;
}

async function chat(db: Db, post: number, members: number[], now: Date): Promise<void> {
  const lines = chatMessages.map(([author, description], at) => ({
    post_id: post,
    member_id: members[author] ?? 0,
    description,
    created: new Date(now.getTime() - (chatMessages.length - at) * 3 * minute),
  }));
  await db.insertInto('comments').values(lines).execute();
}

/** Notifications of past days: points, the pinned round and the chat. Only the last day's are unread. */
async function insertNotifications(db: Db, league: number): Promise<void> {
  const toRead = sql`at > now() - interval '1 day'`;
  await sql`
    insert into notifications (member_id, kind, league_id, actor_id, link, data, created, is_new)
    select member, kind, ${league}::int, actor, link, data, at, ${toRead} from (
      select b.member_id, 'results', i.author_id, 'item?id=' || i.id,
        jsonb_build_object('item', i.name, 'points', coalesce(l.total, 0)), i.ended_at
      from (select it.*, p.author_id from items it join posts p on p.id = it.post_id) i
      join (select distinct item_id, member_id from bets) b on b.item_id = i.id
      left join ledger l on l.item_id = i.id and l.member_id = b.member_id
      where i.status = 'ended'
      union all
      select m.member_id, 'pinned', p.author_id, 'post/' || p.id, jsonb_build_object('game', p.description), p.created
      from posts p join league_members m on m.league_id = p.league_id
      where p.pinned
      union all
      select m.member_id, 'comment', c.member_id, 'post/' || p.id || '?sheet=chat&of=' || p.id,
        jsonb_build_object('game', p.description, 'text', c.description, 'comment', c.id), c.created
      from (select distinct on (post_id) * from comments order by post_id, id desc) c
      join posts p on p.id = c.post_id
      join (select distinct post_id, member_id from comments) m on m.post_id = p.id
    ) notification (member, kind, actor, link, data, at)
    where member is distinct from actor
    order by at, member`.execute(db);
}
