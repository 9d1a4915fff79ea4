-- What every type of a layout asks unless it asks it in its own way, so that a type which staff make is played at once.
alter table item_rules add column layout text check (layout in ('home/away', 'vote', 'balance', 'bets'));
alter table item_rules add constraint item_rules_of_layout_or_type check (layout is null or item_type_id is null);

insert into item_rules (layout, name, key, value, type, maxlength, details, required, position)
select l.layout, r.name, r.key, r.value::jsonb, r.type, r.maxlength, r.details::jsonb, r.required, r.position
from (values ('home/away'), ('vote'), ('balance'), ('bets')) as l (layout)
join (values
  (null, 'על מה מהמרים?', 'description', '""', 'textarea', 200, '{}', false, 1),
  (null, 'סגירת ההימורים', 'due_date', 'null', 'datetime', null, '{}', false, 2),
  ('home/away', 'איך מחלקים לזוגות?', 'ordering_type', '"as_chosen"', 'select', null,
    '{"choices":[{"value":"as_chosen","title":"לפי סדר הבחירה"},{"value":"random","title":"הגרלה"},{"value":"custom","title":"לסדר ביד"}]}', true, 3),
  ('home/away', 'כמה סיבובים?', 'rounds', '1', 'number', null, '{"min":1,"max":3}', true, 4),
  ('home/away', 'נקודות על תוצאה מדויקת', 'pts_exact', '4', 'number', null, '{"min":0,"max":100}', true, 5),
  ('home/away', 'נקודות על הפרש נכון', 'pts_difference', '3', 'number', null, '{"min":0,"max":100}', true, 6),
  ('home/away', 'נקודות על כיוון נכון', 'pts_outcome', '2', 'number', null, '{"min":0,"max":100}', true, 7),
  ('vote', 'כמה בחירות לכל אחד?', 'bets_allow', '1', 'number', null, '{"min":1,"max":64}', true, 3),
  ('vote', 'נקודות על בחירה נכונה', 'pts_correct', '3', 'number', null, '{"min":0,"max":100}', true, 4),
  ('balance', 'כמה פעמים מחלקים?', 'bets_allow', '1', 'number', null, '{"min":1,"max":10}', true, 3),
  ('balance', 'קולות לנקודה', 'votesForPoint', '100', 'number', null, '{"min":1,"max":1000}', true, 4),
  ('balance', 'נקודות על חלוקה נכונה', 'pts_correct', '3', 'number', null, '{"min":0,"max":100}', true, 5),
  ('balance', 'מה מכריע?', 'decided_by', '"result"', 'select', null,
    '{"choices":[{"value":"result","title":"התוצאה"},{"value":"crowd","title":"רוב הקולות"}]}', true, 6),
  ('balance', 'תיקו עד הפרש של (באחוזים)', 'even_breakpoint', '0', 'number', null, '{"min":0,"max":100}', true, 7),
  ('bets', 'נקודות על ספרה מדויקת', 'pts_exact', '3', 'number', null, '{"min":0,"max":100}', true, 3),
  ('bets', 'נקודות על טעות באחת', 'pts_close', '1', 'number', null, '{"min":0,"max":100}', true, 4),
  -- The same for every layout but matches, which are put together by twos.
  ('lists', 'כמה אפשרויות בכל קבוצה?', 'players', 'null', 'number', null,
    '{"min":2,"max":64,"hint":"ריק: כולן יחד"}', false, 8),
  ('lists', 'איך מחלקים לקבוצות?', 'ordering_type', '"as_chosen"', 'select', null,
    '{"choices":[{"value":"as_chosen","title":"לפי סדר הבחירה"},{"value":"random","title":"הגרלה"},{"value":"custom","title":"לסדר ביד"}]}', true, 9),
  (null, 'להסתיר ניחושים עד ההתחלה', 'hide_options', 'true', 'boolean', null, '{}', false, 20)
) as r (layout, name, key, value, type, maxlength, details, required, position)
  on r.layout is null or r.layout = l.layout or (r.layout = 'lists' and l.layout <> 'home/away');

-- The first types ask the same: from now on in one place. What staff have changed since stays the type's own.
update item_rules own set active = false
from item_types t, item_rules every
where own.item_type_id = t.id and every.layout = t.layout and every.key = own.key
  and (own.name, own.value, own.type, own.maxlength, own.details, own.required, own.readonly)
    is not distinct from
    (every.name, every.value, every.type, every.maxlength, every.details, every.required, every.readonly);
