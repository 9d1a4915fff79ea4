import { sql } from 'kysely';
import { undoUntil } from '#server/competitions/tournaments.ts';
import type { MemberContext } from '#server/http/context.ts';
import { emit } from '#server/live/emit.ts';

type UndoOutcome = 'undone' | 'too_late' | 'has_bets' | 'has_started';

/**
 * Undoes an import, within ten minutes and only while nobody has bet and nothing has started. Removes its games, the
 * notifications about them, and the team names stored with it. The caller has locked its posts, so that bets in progress,
 * which share that lock, are seen, and later ones find no game.
 */
export async function undoImportFromLeague(
  { db }: MemberContext,
  tournament: { readonly id: number; readonly created: string; readonly league_id: number },
  now: Date,
): Promise<UndoOutcome> {
  if (now.toISOString() > undoUntil(tournament.created)) return 'too_late';
  const items = sql`
    select i.id from items i join tournament_games g on g.post_id = i.post_id
    where g.tournament_id = ${tournament.id}::integer`;
  const { rows } = await sql<{ bets: boolean; started: boolean }>`
    select exists (select from bets where item_id in (${items})) as bets,
      exists (select from items where id in (${items}) and (status <> 'open' or date <= clock_timestamp())) as started`.execute(
    db,
  );
  if (rows[0]?.bets) return 'has_bets';
  if (rows[0]?.started) return 'has_started';
  const posts = await sql<{ post: number }>`
    update posts set active = false, updated = now()
    where id in (select post_id from tournament_games where tournament_id = ${tournament.id}::integer)
    returning id as post`.execute(db);
  await db
    .updateTable('tournaments')
    .set({ undone_at: sql<string>`clock_timestamp()` })
    .where('id', '=', tournament.id)
    .execute();
  await db.deleteFrom('team_names').where('tournament_id', '=', tournament.id).execute();
  const withdrawn = await sql<{ member: number }>`
    delete from notifications where league_id = ${tournament.league_id}::integer
      and dedupe like ${`tournament:${tournament.id}:%`}
    returning member_id as member`.execute(db);
  await emit(
    db,
    ...posts.rows.map(({ post }) => ({ type: 'post' as const, league: tournament.league_id, post })),
    ...withdrawn.rows.map(({ member }) => ({ type: 'notification' as const, member })),
  );
  return 'undone';
}
