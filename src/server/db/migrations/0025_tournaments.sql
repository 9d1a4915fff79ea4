-- A competition that was imported into a league: which, by how many days its dates are moved, and until when it stood.
create table tournaments (
  id integer generated always as identity primary key,
  created timestamptz not null default clock_timestamp(),
  league_id integer not null references leagues (id),
  competition text not null,
  shift_days integer not null default 0,         -- a competition that was over is played again, later
  rules jsonb not null,                          -- what its later games are made with too
  item_type_id integer not null references item_types (id),
  undone_at timestamptz
);
-- Two imports at once make one tournament.
create unique index tournaments_of_league on tournaments (league_id, competition) where undone_at is null;

-- A round is a game; a match is an item, known by the source's own id.
create table tournament_games (
  tournament_id integer not null references tournaments (id),
  round text not null,
  post_id integer not null unique references posts (id),
  primary key (tournament_id, round)
);
create table tournament_items (
  tournament_id integer not null references tournaments (id),
  match text not null,
  item_id integer not null unique references items (id),
  primary key (tournament_id, match)
);
