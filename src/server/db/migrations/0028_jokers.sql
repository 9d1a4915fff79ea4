-- A member's joker of a game: the item whose points it doubles. Written by commands/place-joker.ts alone.
create table jokers (
  post_id integer not null references posts (id) on delete cascade,
  member_id integer not null references members (id),
  item_id integer not null references items (id) on delete cascade,
  placed timestamptz not null default clock_timestamp(),
  primary key (post_id, member_id)
);
create index jokers_of_item on jokers (item_id, member_id);

insert into item_rules (layout, name, key, value, type, details, required, position)
select layout, 'ג׳וקר: כל אחד מכפיל משחק אחד', 'joker', 'null'::jsonb, 'boolean', '{}'::jsonb, false, 12
from (values ('home/away'), ('vote'), ('balance'), ('bets')) as l (layout);
