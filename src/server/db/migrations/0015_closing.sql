-- When a process first saw that an item's date had passed: its betting stays closed, whatever the clock says later.
alter table items add column closed_at timestamptz;
update items set closed_at = clock_timestamp() where status = 'open' and date <= clock_timestamp();
drop index items_closing;
create index items_closing on items (date) where status = 'open' and closed_at is null;

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
  return new;
end $$;
