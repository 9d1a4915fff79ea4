-- Leagues in which a result is provisional for a day, with objections and a vote, before it is final.
alter table leagues add column provisional_results boolean not null default false;

-- How a result that was entered in such a league stands; null of every other item, and until there is a result. A
-- provisional one becomes final, or contested, once `final_at` has passed.
alter table items
  add column standing text check (standing in ('provisional', 'contested', 'final')),
  add column final_at timestamptz,
  add constraint item_standing check (
    (standing is null or status = 'ended') and ((standing is not distinct from 'provisional') = (final_at is not null)));
create index items_provisional on items (final_at) where standing = 'provisional';

create or replace function guard_item_life() returns trigger language plpgsql as $$
begin
  if old.closed_at is distinct from new.closed_at and old.closed_at is not null then
    raise exception 'betting never reopens' using errcode = 'check_violation', constraint = 'item_stays_closed';
  end if;
  if new.date is distinct from old.date
    and (old.status <> 'open' or old.closed_at is not null or old.date <= clock_timestamp() or new.date <= clock_timestamp()) then
    raise exception 'a date moves only while it is ahead' using errcode = 'check_violation', constraint = 'item_date_ahead';
  end if;
  if (old.status, new.status) in (('started','open'), ('ended','open'), ('ended','started'), ('void','open'), ('void','started'), ('void','ended')) then
    raise exception 'an item''s life runs one way' using errcode = 'check_violation', constraint = 'item_life_one_way';
  end if;
  if old.standing = 'final' and new.standing is distinct from old.standing and new.version = old.version then
    raise exception 'a final result stays final' using errcode = 'check_violation', constraint = 'item_stays_final';
  end if;
  return new;
end $$;

-- Of the result of the same version: an objection with its words in `became`, that it is contested, and that it is final.
alter table item_steps drop constraint item_steps_kind_check;
alter table item_steps add constraint item_steps_kind_check check (
  kind in ('made', 'moved', 'started', 'result', 'corrected', 'void', 'edited', 'no_points', 'points',
    'objected', 'contested', 'final'));
create unique index item_steps_objections on item_steps (item_id, version, member_id) where kind = 'objected';

-- Members' votes on the objections to the result of a version; who objects agrees.
create table objection_votes (
  item_id integer not null references items (id) on delete cascade,
  version integer not null,
  member_id integer not null references members (id),
  agrees boolean not null,
  voted timestamptz not null default clock_timestamp(),
  primary key (item_id, version, member_id)
);
