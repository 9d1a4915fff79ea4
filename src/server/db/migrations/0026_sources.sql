-- A competition that a source outside tells of: what it said last, and when it may be asked again.
create table sources (
  competition text primary key,
  name text not null,                             -- as it signs what it says
  address text not null,                          -- another one is a source that has said nothing yet
  document jsonb,                                 -- the competition as it stands by the source
  etag text,
  last_modified text,
  next_at timestamptz not null default '-infinity',
  failures integer not null default 0,            -- in a row
  asked integer not null default 0,               -- on that day
  asked_on date not null default current_date,
  answered_at timestamptz
);

-- Each match by the source's own id.
create table source_matches (
  competition text not null references sources (competition) on delete cascade,
  match text not null,
  state jsonb not null,
  primary key (competition, match)
);

-- Whether items start by their date, or by the source's kick-off.
alter table tournaments add column start_by text not null default 'date' check (start_by in ('date', 'kick_off'));
-- A person's result holds an item until it is handed back; `applied` is what of the source its item has seen.
alter table tournament_items
  add column held boolean not null default false,
  add column applied jsonb;

-- The source that has taken a step, where no member has.
alter table item_steps add column source text;
