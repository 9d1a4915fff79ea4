-- The first tree of game types with their rules, and the two public pages.
with roots as (
  insert into item_types (name, description, layout, position, picture) values
    ('כדורגל', 'מנחשים תוצאה מדויקת', null, 1, '⚽'),
    ('כדורסל', 'מי מנצחת?', 'vote', 2, '🏀'),
    ('הצבעה', 'שאלה אחת, כמה תשובות', 'vote', 3, '🗳️'),
    ('חלוקת קולות', 'מחלקים 100 קולות בין האפשרויות', 'balance', 4, '⚖️'),
    ('מספרים', 'ספרה לכל אפשרות', 'bets', 5, '🔢')
  returning id, name
)
insert into item_types (parent_id, name, description, layout, position, picture)
select roots.id, sub.name, sub.description, 'home/away', sub.position, sub.picture
from roots cross join (values
  ('משחק בודד', 'שתי קבוצות, משחק אחד', 1, '🥅'),
  ('מחזור משחקים', 'כמה משחקים יחד', 2, '📅')
) as sub (name, description, position, picture)
where roots.name = 'כדורגל';

insert into item_rules (item_type_id, name, key, value, type, maxlength, details, required, position)
select t.id, r.name, r.key, r.value::jsonb, r.type, r.maxlength, r.details::jsonb, r.required, r.position
from item_types t
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
  (null, 'להסתיר ניחושים עד ההתחלה', 'hide_options', 'true', 'boolean', null, '{}', false, 20)
) as r (layout, name, key, value, type, maxlength, details, required, position)
  on t.layout is not null and (r.layout is null or r.layout = t.layout);

insert into posts (slug, description, pinned) values
  ('gameRules', E'איך משחקים?\n\nמנחשים לפני השריקה. כשהמשחק מתחיל הניחושים ננעלים ונחשפים לכולם יחד.\n\nתוצאה מדויקת: 4 נקודות. הפרש נכון: 3. כיוון נכון: 2. נספר רק הטוב מביניהם.\nהתוצאה הקובעת היא אחרי 90 דקות.\n\nמי שלא ניחש לא מקבל נקודות ולא מפסיד. אין כאן כסף, רק נקודות וזכות להתרברב.', false),
  ('terms', E'תנאי השימוש\n\nחבר׳ה היא אפליקציה לניחושים בין חברים. אין בה כסף, תשלומים או פרסים.\n\nמספר הטלפון משמש להתחברות בלבד ולא מוצג לאחרים. שם ותמונה גלויים לחברים בליגות ובקבוצות המשותפות.\n\nאפשר להוריד את כל המידע האישי ולמחוק את החשבון בכל רגע, מהפרופיל.', false);
