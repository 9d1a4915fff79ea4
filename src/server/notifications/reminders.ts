import { sql, type RawBuilder } from 'kysely';
import { isLiveSession } from '#server/db/live-sessions.ts';
import type { Db } from '#server/db/tables.ts';
import { lockClause } from '#server/db/locks.ts';
import { transaction } from '#server/db/transaction.ts';
import type { Job } from '#server/boot/job-scheduler.ts';
import { notify } from './notify.ts';
import { choseQuiet, readQuietTimes, type ChosenQuiet } from './quiet-members.ts';

/**
 * Reminders: members who have not bet on an item that closes within the hour are notified once. A date that is moved by
 * an hour or more has a reminder of its own; of a smaller move they are notified as it is made. Who has a device and
 * would be reminded in their quiet time is reminded in the hour before that begins.
 */

/** One notification: a game's closing items, and the members without a bet on them. */
type Reminder = {
  league: number;
  post: number;
  items: number[];
  item: string;
  /** When the first of them closes, if that is more than an hour away. */
  closes: string | null;
  members: number[];
};

/** SQL: whether the member of `m` has a device for pushes. */
const hasDevice = sql`exists (
  select from push_ids d join sessions s on s.id = d.session_id and ${isLiveSession}
  where d.member_id = m.id)`;

/** SQL: whether the reminder of `i` would fall into the quiet time that is about to start for the league's member `lm`. */
function closesInQuiet({ now, times }: { now: Date; times: readonly ChosenQuiet[] }): RawBuilder<unknown> {
  const anHourAfter = (moment: Date) => sql`${moment.toISOString()}::timestamptz + interval '1 hour'`;
  const cases = times
    .filter(({ from }) => from > now)
    .map(
      ({ choice, from, until }) =>
        sql`(${choseQuiet(choice)} and i.date >= ${anHourAfter(from)} and i.date < ${anHourAfter(until)})`,
    );
  if (cases.length === 0) return sql`false`;
  return sql`exists (
    select from members m where m.id = lm.member_id and ${hasDevice} and (${sql.join(cases, sql` or `)}))`;
}

/** SQL: member `lm` has a bet on item `i`. As in the view item_bettors, which, joined, would be computed of every bet there is. */
const hasBet = sql`(
  (select count(*) from bets b where b.item_id = i.id and b.member_id = lm.member_id)
    >= case i.layout when 'home/away' then 2 else 1 end)`;

// SQL: item `i` of league `l` closes soon and member `lm` has no bet on it.
const closingWithoutBet = (early: RawBuilder<unknown>) => sql`
  items i join posts p on p.id = i.post_id and p.active
  join leagues l on l.id = p.league_id and l.active and l.removed_at is null
  join league_members lm on lm.league_id = l.id and lm.active
  where i.status = 'open' and i.closed_at is null and i.date > clock_timestamp()
    and (i.date <= clock_timestamp() + interval '1 hour' or ${early})
    and not exists (
      select from reminders r
      where r.item_id = i.id and r.member_id = lm.member_id and r.date > i.date - interval '1 hour')
    and not ${hasBet}`;

/**
 * Notifies members of the closing items that they were not notified of yet, one notification per game. Returns how many
 * members were notified.
 */
export function sendReminders(db: Db): Promise<number> {
  return transaction(db, async (trx) => {
    const withoutBet = closingWithoutBet(closesInQuiet(await readQuietTimes(trx, 60)));
    const { rows: closingItems } = await sql<{ item: number }>`
      select distinct i.id as item from ${withoutBet} order by 1`.execute(trx);
    if (closingItems.length === 0) return 0;
    const items = sql`any(${closingItems.map(({ item }) => item)}::integer[])`;
    await sql`
      select from leagues
      where id in (select p.league_id from items i join posts p on p.id = i.post_id where i.id = ${items})
      order by id ${lockClause.share}`.execute(trx);
    // Locks the items: waits for bets in progress and blocks later ones, so that nobody who has bet is notified.
    await sql`select from items where id = ${items} order by id for no key update`.execute(trx);
    const { rows } = await sql<Reminder>`
      with new_reminders as (
        insert into reminders (item_id, member_id, date)
        select i.id, lm.member_id, i.date from ${withoutBet} and i.id = ${items} order by 1, 2
        on conflict (item_id, member_id) do update set date = excluded.date
        returning item_id, member_id
      ),
      without_bet as (
        select p.league_id, i.post_id, new_reminders.member_id, array_agg(i.id order by i.date, i.position, i.id) as items,
          (array_agg(i.name order by i.date, i.position, i.id))[1] as item,
          case when min(i.date) > clock_timestamp() + interval '1 hour' then min(i.date) end as closes
        from new_reminders join items i on i.id = new_reminders.item_id join posts p on p.id = i.post_id
        group by p.league_id, i.post_id, new_reminders.member_id
      )
      select league_id as league, post_id as post, items, item, closes, array_agg(member_id order by member_id) as members
      from without_bet group by league_id, post_id, items, item, closes order by post_id, items`.execute(trx);
    for (const { league, post, items: ids, item, closes, members } of rows) {
      const [firstItem] = ids;
      await notify(trx, members, {
        kind: 'closing',
        league,
        actor: null,
        link: ids.length === 1 ? `item?id=${firstItem}` : `post/${post}`,
        data: { item, items: ids.length, ...(closes !== null && { closes: new Date(closes).toISOString() }) },
      });
    }
    return rows.reduce((sum, { members }) => sum + members.length, 0);
  });
}

/** Runs every minute, on one server at a time. */
export function reminderJob(db: Db): Job {
  return {
    name: 'remind',
    intervalMs: 60_000,
    async run() {
      await sendReminders(db);
      // These items can never be reopened.
      await sql`
        delete from reminders r using items i
        where i.id = r.item_id and (i.status <> 'open' or i.closed_at is not null or i.date <= clock_timestamp())`.execute(
        db,
      );
    },
  };
}
