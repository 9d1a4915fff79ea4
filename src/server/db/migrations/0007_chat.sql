-- A message's name as its author's device gave it: under one name it is written once, however often it is sent.
alter table comments add column key text;
create unique index comments_once on comments (member_id, key) where key is not null;

-- How far each member has read in the talk under a post.
create table talk_reads (
  member_id integer not null references members (id) on delete cascade,
  post_id integer not null references posts (id),
  last integer not null,                         -- a comment's id
  at timestamptz not null default now(),
  primary key (member_id, post_id)
);
