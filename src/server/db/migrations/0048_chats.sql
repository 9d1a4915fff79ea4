-- Games by their newest message, in a time that does not grow with the games of a league. A post that has no message that is
-- shown has no row.
create table chats (
  post_id integer primary key references posts (id),
  league_id integer not null references leagues (id),
  newest integer not null references comments (id)
);
create index chats_of_league on chats (league_id, newest desc);
create index posts_of_league on posts (league_id, id desc) where active;
insert into chats (post_id, league_id, newest)
select c.post_id, p.league_id, max(c.id) from comments c join posts p on p.id = c.post_id
where c.active and p.league_id is not null group by c.post_id, p.league_id;

create function place_chats() returns trigger language plpgsql as $$
begin
  insert into chats (post_id, league_id, newest)
  select c.post_id, p.league_id, max(c.id) from added c join posts p on p.id = c.post_id
  where c.active and p.league_id is not null group by c.post_id, p.league_id order by c.post_id
  on conflict (post_id) do update set newest = greatest(chats.newest, excluded.newest);
  return null;
end $$;
create trigger message_placed after insert on comments referencing new table as added
  for each statement execute function place_chats();

create function place_chats_again() returns trigger language plpgsql as $$
declare
  changed integer[] := array(
    select later.post_id from updated later join outdated earlier on earlier.id = later.id
    where later.active <> earlier.active);
begin
  -- Locked before the messages are read: one that is being written is then either read, or placed after this.
  perform from chats where post_id = any(changed) order by post_id for update;
  delete from chats where post_id = any(changed)
    and not exists (select from comments c where c.post_id = chats.post_id and c.active);
  insert into chats (post_id, league_id, newest)
  select c.post_id, p.league_id, max(c.id) from comments c join posts p on p.id = c.post_id
  where c.post_id = any(changed) and c.active and p.league_id is not null
  group by c.post_id, p.league_id order by c.post_id
  on conflict (post_id) do update set newest = excluded.newest;
  return null;
end $$;
create trigger message_changed after update on comments referencing old table as outdated new table as updated
  for each statement execute function place_chats_again();
