-- The bets that the sums of a game with open sums are of, until its items start: renewed when five bettors differ from it.
create table shown_bets (
  item_id integer not null references items (id),
  item_option_id integer not null references item_options (id),
  member_id integer not null references members (id),
  value integer not null,
  primary key (item_option_id, member_id)
);
create index shown_bets_on_item on shown_bets (item_id, member_id);

insert into shown_bets (item_id, item_option_id, member_id, value)
select b.item_id, b.item_option_id, b.member_id, b.value
from bets b
join item_bettors whole on whole.item_id = b.item_id and whole.member_id = b.member_id
join items i on i.id = b.item_id and i.started_at is null
join posts p on p.id = i.post_id and not p.hide_options
where (select count(*) from item_bettors c where c.item_id = i.id) >= 5;
