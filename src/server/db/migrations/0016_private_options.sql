-- Options of no league that a member made for their own games; what staff make so is the catalogue.
alter table options add column private boolean not null default false;
