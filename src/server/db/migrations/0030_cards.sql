-- The feed reads the items in play and the posts of the leagues that its reader is in, each from an index: neither grows
-- with what is over, nor with what is others'. A post stays in its league.
alter table items add column league_id integer;
update items i set league_id = p.league_id from posts p where p.id = i.post_id;
create function place_item() returns trigger language plpgsql as $$
begin
  new.league_id := (select league_id from posts where id = new.post_id);
  return new;
end $$;
create trigger item_placed before insert on items for each row execute function place_item();

-- When an item was over; an item in play ends never.
create function over_at(status text, ended_at timestamptz, updated timestamptz) returns timestamptz immutable language sql
return case status when 'void' then updated when 'ended' then coalesce(ended_at, updated) else 'infinity' end;
create index items_in_play on items (league_id, over_at(status, ended_at, updated));
drop index items_by_end;

drop index posts_feed;
create index posts_feed on posts (league_id, pinned desc, id desc) include (created, slug) where active;
create index posts_removed on posts (league_id, pinned desc, id desc) where not active;

-- What a post's card shows is remembered too: its changes are told as those of callers are (0023_changes.sql). A post's
-- items are made with it, before anybody has read it.
create trigger league_changed after update on leagues for each row when (old.* is distinct from new.*)
  execute function tell_changed_row('league', 'id');
create trigger option_changed after update on options for each row when (old.* is distinct from new.*)
  execute function tell_changed_row('option', 'id');
create trigger post_changed after update on posts for each row when (old.* is distinct from new.*)
  execute function tell_changed_row('post', 'id');
create trigger item_changed after update on items for each row when (old.* is distinct from new.*)
  execute function tell_changed_row('post', 'post_id');
create function tell_changed_option() returns trigger language plpgsql as $$
begin
  perform tell_change('post', post_id) from items where id = new.item_id;
  return null;
end $$;
create trigger item_option_changed after update on item_options for each row when (old.* is distinct from new.*)
  execute function tell_changed_option();

-- Bets, messages and points are told by their live events; who is in a league by its own. What an event for a member
-- alone tells of, others do not see.
create or replace function notify_of(event live_events) returns void language plpgsql as $$
begin
  perform pg_notify('live', json_build_object('event', json_build_object('id', event.id, 'type', event.type,
    'league', event.league_id, 'member', event.member_id, 'post', event.post_id, 'item', event.item_id,
    'version', event.version))::text);
  if event.member_id is null and event.post_id is not null then
    perform notice_change('post', event.post_id);
  end if;
end $$;

create or replace function tell_membership() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', json_build_object('membership', json_build_object('league', coalesce(new.league_id, old.league_id),
    'member', coalesce(new.member_id, old.member_id), 'active', coalesce(new.active, false)))::text);
  perform notice_change('league', coalesce(new.league_id, old.league_id));
  return null;
end $$;
