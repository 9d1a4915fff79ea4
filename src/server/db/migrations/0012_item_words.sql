-- Steps that change an item's words or what scores, and neither its state nor its version.
alter table item_steps drop constraint item_steps_kind_check;
alter table item_steps add constraint item_steps_kind_check check (
  kind in ('made', 'moved', 'started', 'result', 'corrected', 'void', 'edited', 'no_points', 'points'));
