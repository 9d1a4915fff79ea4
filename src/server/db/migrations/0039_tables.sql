-- Tables of leagues are remembered: whatever changes one is told. Members of a league, their names and the league itself
-- are told already (0023_changes.sql, 0030_cards.sql).
create function tell_grown_ledger() returns trigger language plpgsql as $$
begin
  perform tell_change('table', line.league_id) from (select distinct league_id from lines) line;
  return null;
end $$;
create trigger ledger_grew after insert on ledger referencing new table as lines
  for each statement execute function tell_grown_ledger();

-- Which items have ended, and which are played with a known score; a new item is in no table.
create trigger item_of_table_changed after update on items for each row
  when (new.league_id is not null and (old.status, old.ended_at, old.details) is distinct from (new.status, new.ended_at, new.details))
  execute function tell_changed_row('table', 'league_id');
create trigger post_of_table_changed after update on posts for each row
  when (new.league_id is not null and old.active is distinct from new.active)
  execute function tell_changed_row('table', 'league_id');

-- A vote that had no result was a poll, which nobody has won or missed.
create function tell_changed_result() returns trigger language plpgsql as $$
begin
  perform tell_change('table', league_id) from items where id = new.item_id and league_id is not null;
  return null;
end $$;
create trigger result_changed after update on item_options for each row when (old.result is distinct from new.result)
  execute function tell_changed_result();
