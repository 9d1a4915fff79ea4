-- A league's own competitions, read from files of its owner's; the catalogue's have no row.
create table league_competitions (
  league_id integer not null references leagues (id),
  id text not null,                              -- as the file has it, or by its name: the next version replaces it
  document jsonb not null,                       -- in the format of competitions
  updated timestamptz not null default clock_timestamp(),
  primary key (league_id, id)
);
