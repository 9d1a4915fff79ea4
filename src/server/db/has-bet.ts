import { sql, type RawBuilder } from 'kysely';

/** SQL: the member has a bet on item `i`. As in the view item_bettors, which, joined, would be computed of every bet there is. */
export const hasBet = (member: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
  (select count(*) from bets b where b.item_id = i.id and b.member_id = ${member})
    >= case i.layout when 'home/away' then 2 else 1 end)`;
