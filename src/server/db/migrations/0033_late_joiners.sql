-- What somebody who joins late has of the rounds that they missed: nothing, or the median of each. A league's choice, which
-- a game copies into its rules when it is made.
alter table leagues add column late_joiner text not null default 'zero' check (late_joiner in ('zero', 'median'));

-- A median is a line of a game and of none of its items. Written by commands/late-joiners.ts alone.
alter table ledger
  alter column item_id drop not null,
  alter column item_version drop not null,
  add check (case when item_id is null then item_version is null and reason ->> 'code' = 'late'
      and (exact, difference, outcome, played) = (0, 0, 0, 0)
    else item_version is not null and reason ->> 'code' <> 'late' end);
create index items_of_late on items (league_id, post_id) where rules ->> 'late_joiner' = 'median';
