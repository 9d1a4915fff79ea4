-- Who was put out comes back by the league's new code alone, not by what its invited groups may do.
alter table league_members add column put_out boolean not null default false;
