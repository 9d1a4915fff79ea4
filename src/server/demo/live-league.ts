import { sql } from 'kysely';
import * as v from 'valibot';
import { Tournament } from '#contract/make-game-calls.ts';
import { callAs } from '#server/admin/operator-api.ts';
import type { Caller } from '#server/auth/sessions.ts';
import type { Job } from '#server/boot/job-scheduler.ts';
import type { Platform } from '#server/boot/platform.ts';
import { visitSource } from '#server/boot/sources-job.ts';
import type { Source } from '#server/competitions/sources/source.ts';
import type { Db } from '#server/db/tables.ts';
import { guess, seededRandom } from './bets.ts';
import { demoMembers } from './demo-members.ts';
import { finalScores, matchesAt } from './season.ts';
import { makeLeague } from './seed.ts';

/** A league with a match every five minutes; its results come from a source of the demo, through the usual code. */

export type LiveLeague = {
  readonly league: number;
  readonly members: readonly number[];
  readonly first: Date;
};

const minute = 60_000;
const competition = 'demo-season';

const named = { name: 'ליגת הדקות', description: 'משחק כל חמש דקות: מנחשים, רואים גולים, עולים בטבלה.' };
/** The kick-off of the first match: three minutes after the league was made. */
const firstKickoff = (made: Date) => new Date(Math.ceil(made.getTime() / minute) * minute + 3 * minute);

/** The league without games yet. */
export async function makeLiveLeague(db: Db, members: readonly number[], now: Date): Promise<LiveLeague> {
  const league = await makeLeague(db, named, members, now);
  return { league, members, first: firstKickoff(now) };
}

/** The league as an earlier start made it, so that its season goes on; null if this database has none. */
export async function findLiveLeague(db: Db): Promise<LiveLeague | null> {
  const [{ phone: owner }] = demoMembers;
  const { rows } = await sql<{ league: number; made: string; members: number[] }>`
    select l.id as league, l.created as made, array_agg(m.id order by m.id) as members
    from leagues l
    join members owner on owner.id = l.owner_id and owner.phone = ${owner}
    join league_members lm on lm.league_id = l.id
    join members m on m.id = lm.member_id and m.phone = any(${demoMembers.map(({ phone }) => phone)}::text[])
    where l.name = ${named.name} and l.active and l.removed_at is null
    group by l.id order by l.id limit 1`.execute(db);
  const [found] = rows;
  if (!found) return null;
  return { league: found.league, members: found.members, first: firstKickoff(new Date(found.made)) };
}

const sourceOf = ({ first }: LiveLeague, now: () => Date): Source => ({
  competition,
  url: 'https://demo.invalid/season',
  adapter: {
    name: 'Hevre Demo',
    pace: { live: 5, idle: 15 },
    takesToken: false,
    read: () => ({ name: 'ליגת הדקות', matches: matchesAt(first, now()), skipped: 0 }),
  },
});

const callerOf = (id: number): Caller => ({ id, sessionId: 0, isStaff: false, isSuperuser: false });

/** Places bets on every open match for all but the owner, who is the account that newcomers sign in with first. */
async function placeBets(platform: Platform, { league, members }: LiveLeague): Promise<void> {
  const random = seededRandom(league);
  type OpenItem = { readonly match: string; readonly options: readonly number[] };
  const { rows: games } = await sql<{ post: number; items: readonly OpenItem[] }>`
    select i.post_id as post, jsonb_agg(jsonb_build_object('match', ti.match, 'options',
      (select jsonb_agg(o.id order by o.position) from item_options o where o.item_id = i.id)) order by i.id) as items
    from tournament_items ti
    join tournaments t on t.id = ti.tournament_id and t.league_id = ${league}::integer
    join items i on i.id = ti.item_id
    where i.status = 'open' group by i.post_id order by i.post_id`.execute(platform.db);
  for (const [at, { skill }] of demoMembers.entries()) {
    const member = members[at];
    if (member === undefined || at === 0) continue;
    for (const { post, items } of games) {
      const bets = items.flatMap(({ match, options }) => {
        const { home, away } = finalScores.get(match) ?? { home: 0, away: 0 };
        const score = guess(random, skill, home, away);
        return options.map((itemOption, side) => ({ itemOption, post, value: score[side] ?? 0 }));
      });
      await callAs(platform, callerOf(member), v.unknown(), 'POST', 'bet/', { body: bets });
    }
  }
}

/** The job of the league: asks its source every five seconds, and once, after the first answer, creates its games and the bets. */
export function liveLeagueJob(platform: Platform, liveLeague: LiveLeague, now = () => new Date()): Job {
  const { league, members } = liveLeague;
  const [owner = 0] = members;
  const source = sourceOf(liveLeague, now);
  const demo = { ...platform, io: { ...platform.io, fetch: async () => Response.json({}) } };
  let hasGames = false;
  return {
    name: competition,
    intervalMs: 5_000,
    async run(stopping) {
      await visitSource(demo, source, stopping);
      if (hasGames) return;
      const body = { section: league, competition, rules: {}, startBy: 'kick_off' };
      await callAs(platform, callerOf(owner), Tournament, 'POST', 'importCompetition/', { body });
      await placeBets(platform, liveLeague);
      hasGames = true;
    },
  };
}
