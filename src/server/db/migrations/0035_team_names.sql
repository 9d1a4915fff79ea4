-- Names of teams, in competitions' files and sources, that who runs a league has said to be one of its options; said to an
-- import, and forgotten with it where it is taken back.
create table team_names (
  league_id integer not null references leagues (id),
  name text not null,
  option_id integer not null references options (id),
  tournament_id integer not null references tournaments (id),
  primary key (league_id, name)
);
create index team_names_of_tournament on team_names (tournament_id);
