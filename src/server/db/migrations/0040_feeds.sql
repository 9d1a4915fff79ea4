-- The order of a league's posts is remembered: whatever changes it is told. What is in no league is told as of league 0.
create function tell_changed_feed() returns trigger language plpgsql as $$
begin
  perform tell_change('feed', coalesce(new.league_id, 0));
  return null;
end $$;
create trigger post_of_feed_made after insert on posts for each row execute function tell_changed_feed();
create trigger post_of_feed_changed after update on posts for each row
  when ((old.active, old.pinned, old.slug) is distinct from (new.active, new.pinned, new.slug)) execute function tell_changed_feed();
create trigger item_of_feed_made after insert on items for each row execute function tell_changed_feed();
create trigger item_of_feed_changed after update on items for each row
  when ((old.status, old.date, old.started_at, old.ended_at, old.closed_at)
      is distinct from (new.status, new.date, new.started_at, new.ended_at, new.closed_at))
  execute function tell_changed_feed();

-- So is which leagues a member is in, and with which of their groups.
create function tell_changed_group_member() returns trigger language plpgsql as $$
begin
  perform tell_change('viewer', coalesce(new.member_id, old.member_id));
  return null;
end $$;
create trigger group_membership_changed after insert or update or delete on group_members for each row
  execute function tell_changed_group_member();
create function tell_changed_league_group() returns trigger language plpgsql as $$
begin
  perform tell_change('league', coalesce(new.league_id, old.league_id));
  return null;
end $$;
create trigger league_group_changed after insert or delete on league_groups for each row
  execute function tell_changed_league_group();

create or replace function tell_membership() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', json_build_object('membership', json_build_object('league', coalesce(new.league_id, old.league_id),
    'member', coalesce(new.member_id, old.member_id), 'active', coalesce(new.active, false)))::text);
  perform notice_change('league', coalesce(new.league_id, old.league_id));
  perform tell_change('viewer', coalesce(new.member_id, old.member_id));
  return null;
end $$;
