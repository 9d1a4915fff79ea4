-- The whole of Hevre's data. Names are the glossary's: league, group, game (a post with items), item, bet.
-- Nothing newer than PostgreSQL 15, so that one text serves Debian's server and the embedded one alike.

create table images (
  id integer generated always as identity primary key,
  name text not null unique,                    -- random, unguessable: the address is the permission
  created timestamptz not null default now(),
  maker_id integer,
  model text not null,
  attached boolean not null default false,
  width integer not null,
  height integer not null,
  large bytea not null,
  small bytea not null
);

create table members (
  id integer generated always as identity primary key,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  name text not null default '',
  phone text unique,                            -- E.164; null for social accounts without one and for the deleted
  email text,
  image_id integer references images (id) on delete set null,
  is_staff boolean not null default false,
  is_superuser boolean not null default false,
  new_member boolean not null default true,
  deleted_at timestamptz,
  preferences jsonb not null default '{}'
);

create table identities (
  issuer text not null,
  subject text not null,
  member_id integer not null references members (id) on delete cascade,
  provider text not null default '',
  created timestamptz not null default now(),
  primary key (issuer, subject)
);

create table sessions (
  id integer generated always as identity primary key,
  member_id integer not null references members (id) on delete cascade,
  token_hash text not null unique,
  device_hash text,
  agent text not null default '',
  created timestamptz not null default now(),
  last_seen timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_of_member on sessions (member_id) where revoked_at is null;

create table push_ids (
  push_id text primary key,
  member_id integer not null references members (id) on delete cascade,
  session_id integer not null references sessions (id) on delete cascade,
  created timestamptz not null default now()
);

create table known_devices (
  phone text not null,
  device_hash text not null,
  created timestamptz not null default now(),
  primary key (phone, device_hash)
);

create table pins (
  id integer generated always as identity primary key,
  phone text not null,
  pin_hash text not null,
  created timestamptz not null default now(),
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz
);
create index pins_newest on pins (phone, id desc);

-- Rate limits: one counter a bucket, whose window opens with its first use, so that a restart forgets nothing.
create table counters (
  bucket text primary key,
  used integer not null,
  expires_at timestamptz not null
);
create index counters_expired on counters (expires_at);

-- Keys that every server process shares, made when first needed.
create table secrets (
  name text primary key,
  value text not null
);

create table idempotency (
  member_id integer not null,
  key text not null,
  request_hash text not null,
  status integer,
  body text,
  created timestamptz not null default now(),
  primary key (member_id, key)
);
create index idempotency_old on idempotency (created);

create table leagues (
  id integer generated always as identity primary key,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  name text not null,
  description text not null default '',
  active boolean not null default true,
  custom boolean not null default true,          -- made by a member; false: an official one, public
  rounds integer not null default 1 check (rounds between 1 and 3),
  group_members integer not null default 1 check (group_members between 1 and 2),
  code text not null unique,
  owner_id integer references members (id),
  image_id integer references images (id) on delete set null,
  removed_at timestamptz                         -- gone for everyone; its ledger stays
);

create table league_members (
  league_id integer not null references leagues (id) on delete cascade,
  member_id integer not null references members (id) on delete cascade,
  joined_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  active boolean not null default true,          -- false: left or removed; their points stay
  primary key (league_id, member_id)
);
create index league_members_of on league_members (member_id) where active;

create table groups (
  id integer generated always as identity primary key,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  name text not null,
  active boolean not null default true,
  code text not null unique,
  owner_id integer references members (id),
  image_id integer references images (id) on delete set null
);

create table group_members (
  group_id integer not null references groups (id) on delete cascade,
  member_id integer not null references members (id) on delete cascade,
  joined_at timestamptz not null default now(),
  active boolean not null default true,
  primary key (group_id, member_id)
);
create index group_members_of on group_members (member_id) where active;

-- A group that was invited to a league; each of its members holds a grant of their own and joins by one tap.
create table league_groups (
  league_id integer not null references leagues (id) on delete cascade,
  group_id integer not null references groups (id) on delete cascade,
  invited_by integer references members (id),
  created timestamptz not null default now(),
  primary key (league_id, group_id)
);
create table league_grants (
  league_id integer not null references leagues (id) on delete cascade,
  member_id integer not null references members (id) on delete cascade,
  group_id integer not null references groups (id) on delete cascade,
  created timestamptz not null default now(),
  primary key (league_id, member_id)
);

-- What games are made of: teams, people, anything. Without a league it is the staff's catalogue.
create table options (
  id integer generated always as identity primary key,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  name text not null,
  value text,
  active boolean not null default true,
  league_id integer references leagues (id) on delete cascade,
  maker_id integer references members (id),
  image_id integer references images (id) on delete set null,
  picture text                                   -- a picture that ships with the app, e.g. a flag; image_id wins
);
create index options_by_name on options (lower(name) text_pattern_ops);
create index options_of_league on options (league_id);

create table item_types (
  id integer generated always as identity primary key,
  parent_id integer references item_types (id),
  name text not null,
  description text not null default '',
  layout text check (layout in ('home/away', 'vote', 'balance', 'bets')),
  position integer not null default 0,
  active boolean not null default true,
  image_id integer references images (id) on delete set null,
  picture text
);
create table item_rules (
  id integer generated always as identity primary key,
  item_type_id integer references item_types (id), -- null: a rule of every type
  name text not null,
  key text not null,
  value jsonb,
  type text not null default 'text',
  maxlength integer,
  details jsonb not null default '{}',
  required boolean not null default false,
  readonly boolean not null default false,
  position integer not null default 0,
  active boolean not null default true
);
create index item_rules_of_type on item_rules (item_type_id);

create table posts (
  id integer generated always as identity primary key,
  slug text unique,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  league_id integer references leagues (id),     -- null: public words, such as the rules and the terms
  author_id integer references members (id),
  item_type_id integer references item_types (id),
  layout text check (layout in ('home/away', 'vote', 'balance', 'bets')),
  active boolean not null default true,
  pinned boolean not null default false,
  description text not null default '',
  due_date timestamptz,
  rounds integer not null default 1,
  group_size integer not null default 1,
  even_breakpoint integer not null default 0,
  hide_options boolean not null default true,
  rules jsonb not null default '{}'              -- copied when the game is made: changing a type changes no game
);
create index posts_feed on posts (league_id, pinned desc, id desc) where active;

create table items (
  id integer generated always as identity primary key,
  post_id integer not null references posts (id),
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  position integer not null default 0,
  leg integer not null default 1,
  name text not null default '',
  description text not null default '',
  layout text not null check (layout in ('home/away', 'vote', 'balance', 'bets')),
  date timestamptz,
  status text not null default 'open' check (status in ('open', 'started', 'ended', 'void')),
  started_at timestamptz,
  ended_at timestamptz,
  version integer not null default 1,            -- grows by one with every step of its life
  rules jsonb not null default '{}',
  details jsonb not null default '{}'
);
create index items_of_post on items (post_id, position);
create index items_closing on items (date) where status = 'open';

create table item_options (
  id integer generated always as identity primary key,
  item_id integer not null references items (id),
  option_id integer references options (id),
  partner_id integer references options (id),    -- the second of a pair
  position integer not null,                     -- 0 home, 1 away
  name text not null,
  data jsonb not null default '[]',              -- the names as they were when the game was made: one, or a pair's two
  no_points boolean not null default false,
  actions jsonb not null default '[]',
  result integer,                                -- goals, digit, or 1/0
  unique (item_id, position)
);

create table bets (
  id integer generated always as identity primary key,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  item_id integer not null references items (id),
  item_option_id integer not null references item_options (id),
  member_id integer not null references members (id),
  value integer not null check (value >= 0),
  unique (item_option_id, member_id)
);
create index bets_on_item on bets (item_id, member_id);
create index bets_of_member on bets (member_id);

-- Who has bet on an item: a score with one side missing is no bet (decisions §6).
create view item_bettors as
select b.item_id, b.member_id, min(b.created) as since
from bets b
join items i on i.id = b.item_id
group by b.item_id, b.member_id, i.layout
having i.layout <> 'home/away' or count(*) = 2;

-- Every step of an item's life, with who and when (decisions §7).
create table item_steps (
  id integer generated always as identity primary key,
  item_id integer not null references items (id),
  kind text not null check (kind in ('made', 'moved', 'started', 'result', 'corrected', 'void')),
  at timestamptz not null default clock_timestamp(),
  member_id integer references members (id),
  version integer not null,
  was jsonb,
  became jsonb
);
create index item_steps_of on item_steps (item_id, id);

-- Points: appended, never changed. A member's points for an item are the sum of their lines for it.
create table ledger (
  id integer generated always as identity primary key,
  created timestamptz not null default clock_timestamp(),
  league_id integer not null references leagues (id),
  post_id integer not null references posts (id),
  item_id integer not null references items (id),
  item_version integer not null,
  member_id integer not null references members (id),
  points integer not null,
  exact integer not null default 0,
  difference integer not null default 0,
  outcome integer not null default 0,
  played integer not null default 0,             -- 1 when the item begins to count for the member, -1 when it is voided
  total integer not null,                        -- the member's points for the item after this line
  reason jsonb not null
);
create index ledger_standings on ledger (league_id, member_id) include (points, exact, difference, outcome, played, item_id);
create index ledger_of_item on ledger (item_id, member_id, id desc);
create index ledger_of_post on ledger (post_id, member_id);

create table comments (
  id integer generated always as identity primary key,
  created timestamptz not null default now(),
  updated timestamptz not null default now(),
  post_id integer not null references posts (id),
  member_id integer not null references members (id),
  active boolean not null default true,
  description text not null default ''
);
create index comments_of_post on comments (post_id, id desc) where active;
create table comment_images (
  comment_id integer not null references comments (id),
  image_id integer not null references images (id),
  position integer not null,
  primary key (comment_id, position)
);

create table notifications (
  id integer generated always as identity primary key,
  created timestamptz not null default now(),
  member_id integer not null references members (id) on delete cascade,
  kind text not null,
  is_new boolean not null default true,
  league_id integer references leagues (id),
  actor_id integer references members (id),
  link text not null,
  data jsonb not null default '{}',
  dedupe text,                                   -- one of a kind, e.g. the reminder for one item
  unique (member_id, dedupe)
);
create index notifications_of on notifications (member_id, id desc);

-- Live events: ids and versions, never picks. Kept for a while, so that a stream can be resumed.
create table live_events (
  key bigint generated always as identity primary key,
  id bigint unique,                              -- given at commit, so that ids grow in the order others see them
  at timestamptz not null default clock_timestamp(),
  type text not null,
  league_id integer,
  member_id integer,                             -- for one member only
  post_id integer,
  item_id integer,
  version integer
);
create index live_events_old on live_events (at);
create sequence live_event_ids;

-- Runs while committing: the lock is held to the very end of the transaction, and nothing waits for another lock under it.
create function tell_live_event() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('hevre live events'));
  update live_events set id = nextval('live_event_ids') where key = new.key returning id into new.id;
  perform pg_notify('live', json_build_object('event', json_build_object('id', new.id, 'type', new.type,
    'league', new.league_id, 'member', new.member_id, 'post', new.post_id, 'item', new.item_id, 'version', new.version))::text);
  return null;
end $$;
create constraint trigger live_event_told after insert on live_events
  deferrable initially deferred for each row execute function tell_live_event();

-- The streams of every process hear who may listen to what, whatever code changed it.
create function tell_membership() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', json_build_object('membership', json_build_object('league', coalesce(new.league_id, old.league_id),
    'member', coalesce(new.member_id, old.member_id), 'active', coalesce(new.active, false)))::text);
  return null;
end $$;
create trigger membership_made after insert or delete on league_members for each row execute function tell_membership();
create trigger membership_changed after update on league_members for each row
  when (old.active is distinct from new.active) execute function tell_membership();

create function tell_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('live', json_build_object('session', old.id)::text);
  return null;
end $$;
create trigger session_revoked after update on sessions for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function tell_session_end();
create trigger session_deleted after delete on sessions for each row execute function tell_session_end();

create table jobs (
  name text primary key,
  last_run timestamptz not null default 'epoch',
  held_until timestamptz                        -- while one server runs it; past, that server died
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger ledger_append_only before update or delete on ledger for each row execute function refuse_change();
create trigger item_steps_append_only before update or delete on item_steps for each row execute function refuse_change();

-- A date that has passed never reopens betting, and a game's life never runs backwards, whatever code asks for it.
create function guard_item_life() returns trigger language plpgsql as $$
begin
  if new.date is distinct from old.date and (old.status <> 'open' or old.date <= clock_timestamp() or new.date <= clock_timestamp()) then
    raise exception 'a date moves only while it is ahead' using errcode = 'check_violation', constraint = 'item_date_ahead';
  end if;
  if (old.status, new.status) in (('started','open'), ('ended','open'), ('ended','started'), ('void','open'), ('void','started'), ('void','ended')) then
    raise exception 'an item''s life runs one way' using errcode = 'check_violation', constraint = 'item_life_one_way';
  end if;
  return new;
end $$;
create trigger item_life before update on items for each row execute function guard_item_life();
