-- Types below a removed type are removed with it: no parent leads to them.
with recursive orphans as (
  select t.id from item_types t join item_types parent on parent.id = t.parent_id where not parent.active
  union select t.id from item_types t join orphans on t.parent_id = orphans.id
)
update item_types set active = false where id in (select id from orphans) and active;
