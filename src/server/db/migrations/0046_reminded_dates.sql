-- The date that a member was reminded of: an item that moves away from it has a reminder of its own.
alter table reminders add column date timestamptz;
update reminders r set date = i.date from items i where i.id = r.item_id;
delete from reminders where date is null;
alter table reminders alter column date set not null;
