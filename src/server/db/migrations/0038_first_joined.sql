-- When a member first joined a league, before they may have left it and come back: what decides which rounds they missed.
alter table league_members add column first_joined_at timestamptz;
update league_members set first_joined_at = joined_at;
alter table league_members
  alter column first_joined_at set not null,
  alter column first_joined_at set default now();
