-- How many notifications a member has is remembered: whatever adds, reads or takes back one emits `notification`, and the
-- process that does it is told before its caller, as of posts.
create or replace function notify_of(event live_events) returns void language plpgsql as $$
begin
  perform pg_notify('live', json_build_object('event', json_build_object('id', event.id, 'type', event.type,
    'league', event.league_id, 'member', event.member_id, 'post', event.post_id, 'item', event.item_id,
    'version', event.version))::text);
  if event.member_id is null and event.post_id is not null then
    perform notice_change('post', event.post_id);
  elsif event.type = 'notification' and event.member_id is not null then
    perform notice_change('notified', event.member_id);
  end if;
end $$;
