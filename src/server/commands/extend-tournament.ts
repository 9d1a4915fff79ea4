import { sql } from 'kysely';
import type { Language } from '#contract/language.ts';
import type { Competition } from '#server/competitions/competition-format.ts';
import { matchesToMake } from '#server/competitions/schedule.ts';
import type { Db } from '#server/db/tables.ts';
import { transaction } from '#server/db/transaction.ts';
import { makeMatches, readMade, type OpenTournament } from './tournament-games.ts';

/** Ids of a competition's tournaments that follow its source; replays on other dates do not. */
export async function followingTournaments(db: Db, competition: string): Promise<number[]> {
  const rows = await db
    .selectFrom('tournaments')
    .select('id')
    .where('competition', '=', competition)
    .where('undone_at', 'is', null)
    .where('shift_days', '=', 0)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Creates the matches of a followed tournament that became known since its import (knockout pairs, added rounds), in a
 * transaction of its own. Their posts belong to the league's owner, in that member's language; in a league without an owner,
 * such as an official one, to the author of the tournament's first game.
 */
export async function extendTournament(pool: Db, competition: Competition, id: number): Promise<void> {
  await transaction(pool, async (db) => {
    const { rows } = await sql<
      OpenTournament & { league: number; author: number | null; language: Language | null }
    >`
      select t.id, t.created, t.shift_days, t.item_type_id, t.rules, l.id as league, author.id as author,
        author.preferences ->> 'language' as language
      from tournaments t
      join leagues l on l.id = t.league_id and l.active
      left join members author on author.id = coalesce(l.owner_id, (
        select p.author_id from tournament_games g join posts p on p.id = g.post_id
        where g.tournament_id = t.id order by p.id limit 1))
      where t.id = ${id}::integer and t.undone_at is null
      for share of l for update of t`.execute(db);
    const [tournament] = rows;
    if (!tournament) return;
    const { league, author, language } = tournament;
    const made = await readMade(db, id);
    const matches = matchesToMake(competition, {
      made: made.matches,
      removed: made.removed,
      shiftDays: tournament.shift_days,
      now: new Date(),
    });
    if (matches.length === 0) return;
    await makeMatches(
      { db, language, me: { id: author } },
      competition,
      league,
      tournament,
      made,
      matches,
      null,
    );
  });
}
