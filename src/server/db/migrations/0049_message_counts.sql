-- The number of a chat's messages that are shown, which cards and chats then need not count.
alter table chats add column messages integer;
update chats set messages = (select count(*) from comments c where c.post_id = chats.post_id and c.active);
alter table chats alter column messages set not null;

create or replace function place_chats() returns trigger language plpgsql as $$
begin
  insert into chats (post_id, league_id, newest, messages)
  select c.post_id, p.league_id, max(c.id), count(*) from added c join posts p on p.id = c.post_id
  where c.active and p.league_id is not null group by c.post_id, p.league_id order by c.post_id
  on conflict (post_id) do update
  set newest = greatest(chats.newest, excluded.newest), messages = chats.messages + excluded.messages;
  return null;
end $$;

create or replace function place_chats_again() returns trigger language plpgsql as $$
declare
  changed integer[] := array(
    select later.post_id from updated later join outdated earlier on earlier.id = later.id
    where later.active <> earlier.active);
begin
  -- Locked before the messages are read: one that is being written is then either read, or placed after this.
  perform from chats where post_id = any(changed) order by post_id for update;
  delete from chats where post_id = any(changed)
    and not exists (select from comments c where c.post_id = chats.post_id and c.active);
  insert into chats (post_id, league_id, newest, messages)
  select c.post_id, p.league_id, max(c.id), count(*) from comments c join posts p on p.id = c.post_id
  where c.post_id = any(changed) and c.active and p.league_id is not null
  group by c.post_id, p.league_id order by c.post_id
  on conflict (post_id) do update set newest = excluded.newest, messages = excluded.messages;
  return null;
end $$;
