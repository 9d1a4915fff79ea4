-- Rules that a game may be made with: what a stage multiplies, and points for what few chose.
insert into item_rules (layout, name, key, value, type, details, required, position)
select layout, 'פי כמה שווה המשחק?', 'multiplier', 'null'::jsonb, 'number',
  '{"min":1,"max":10,"hint":"ריק: נקודות רגילות"}'::jsonb, false, 10
from (values ('home/away'), ('vote'), ('balance'), ('bets')) as l (layout)
union all
select layout, 'בונוס למעטים שצדקו', 'underdog', 'null'::jsonb, 'number',
  '{"min":0,"max":100,"hint":"נקודות למי שניחש נכון, כשעד עשירית מהמנחשים בחרו כך"}'::jsonb, false, 11
from (values ('home/away'), ('vote')) as l (layout);
