-- A browser's subscription is a push id as well: its endpoint, and the keys that its messages are encrypted to.
alter table push_ids add column p256dh text, add column auth text,
  add constraint push_ids_keys check (num_nulls(p256dh, auth) <> 1);

-- In its member's quiet time a push is held until the end of that; what was not held: -infinity.
alter table push_outbox add column held_until timestamptz not null default '-infinity';

-- Its member is told nothing of what happens in the league.
alter table league_members add column muted boolean not null default false;
