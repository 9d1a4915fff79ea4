import { sql } from 'kysely';
import type { ResultStanding } from '#contract/objections.ts';
import { lockClause } from '#server/db/locks.ts';
import type { Db } from '#server/db/tables.ts';
import { transaction } from '#server/db/transaction.ts';
import { emit, itemEvent } from '#server/live/emit.ts';
import { notifyOfObjection } from '#server/notifications/objection-notifications.ts';
import { votesOnResult } from '#server/queries/objections.ts';

type EndedVote = {
  readonly id: number;
  readonly name: string;
  readonly post: number;
  readonly league: number;
  readonly version: number;
  readonly standing: Exclude<ResultStanding, 'provisional'>;
};

/** SQL on item `i`: its provisional result is due to become final or contested, by the database's clock. */
const isDue = sql`i.standing = 'provisional' and i.final_at <= clock_timestamp()`;

/**
 * Ends the votes on these results, which are due; the caller holds the locks of their leagues, so that memberships do not
 * change while votes are counted, and of the items. A result becomes contested if more members of its league vote for the
 * objections than against, and at least two do (one in a league of up to three); else final. Returns the ended votes.
 */
export async function endVotesOn(db: Db, items: readonly number[]): Promise<readonly EndedVote[]> {
  // A statement of its own, so that it sees every vote stored before the items were locked.
  const { rows: ended } = await sql<EndedVote>`
    with ended as (
      update items set final_at = null, updated = clock_timestamp(), standing = case
        when tally.yes > tally.no and tally.yes >= case when tally.members < 4 then 1 else 2 end then 'contested'
        else 'final' end
      from (
        select i.id, (select count(*) from ${votesOnResult} and v.agrees) as yes,
          (select count(*) from ${votesOnResult} and not v.agrees) as no,
          (select count(*) from league_members lm where lm.league_id = i.league_id and lm.active) as members
        from items i where i.id = any(${[...items]}::integer[])
      ) tally
      where items.id = tally.id
      returning items.id, items.name, items.post_id as post, items.league_id as league, items.version, items.standing
    ),
    steps as (
      insert into item_steps (item_id, kind, version) select id, standing, version from ended order by id
    )
    select * from ended order by id`.execute(db);
  await emit(db, ...ended.map(itemEvent));
  const contested = ended.filter(({ standing }) => standing === 'contested');
  await notifyOfObjection(db, null, contested, 'contested');
  return ended;
}

/** Ends the votes that are due; returns them. */
export function endVotes(db: Db): Promise<readonly EndedVote[]> {
  return transaction(db, async (trx) => {
    const { rows: due } = await sql<{ league: number }>`
      select distinct i.league_id as league from items i where ${isDue}`.execute(trx);
    if (due.length === 0) return [];
    await sql`
      select from leagues where id = any(${due.map(({ league }) => league)}::integer[])
      order by id ${lockClause.share}`.execute(trx);
    // Items locked by an objection or vote are left to the next run.
    const { rows: held } = await sql<{ id: number }>`
      select i.id from items i
      where ${isDue} and i.league_id = any(${due.map(({ league }) => league)}::integer[])
      order by i.id ${lockClause.change} skip locked`.execute(trx);
    return endVotesOn(
      trx,
      held.map(({ id }) => id),
    );
  });
}
