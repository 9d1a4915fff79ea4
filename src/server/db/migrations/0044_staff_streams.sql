-- Staff run the official leagues without being in them: their streams hear of these too, so each event says whether its
-- league is one.
create or replace function notify_of(event live_events) returns void language plpgsql as $$
begin
  perform pg_notify('live', json_build_object('event', json_build_object('id', event.id, 'type', event.type,
    'league', event.league_id, 'official', exists (select from leagues where id = event.league_id and not custom),
    'member', event.member_id, 'post', event.post_id, 'item', event.item_id, 'version', event.version))::text);
  if event.member_id is null and event.post_id is not null then
    perform notice_change('post', event.post_id);
  elsif event.type = 'notification' and event.member_id is not null then
    perform notice_change('notified', event.member_id);
  end if;
end $$;

create function tell_role() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', json_build_object('role', json_build_object('member', new.id,
    'staff', new.is_staff or new.is_superuser))::text);
  return null;
end $$;
create trigger role_changed after update on members for each row
  when ((old.is_staff or old.is_superuser) is distinct from (new.is_staff or new.is_superuser))
  execute function tell_role();
