-- The rules name what a league may set for itself; the votes of one share-out by what they are. What staff wrote stays.
update posts set description = replace(description,
  E'אלה הנקודות הרגילות. מי שפותח משחק יכול לקבוע אחרת, ומה שנקבע כתוב על המשחק ולא משתנה אחר כך.',
  E'אלה הכללים הרגילים. בהגדרות הליגה אפשר לקבוע מה מכריע בנקודות שוות ומה מקבלים כשמצטרפים באמצע, ואפשר גם שכל תוצאה תהיה זמנית ליממה: מערערים, מצביעים, וכשהיא סופית כבר לא מתקנים אותה. מי שפותח משחק יכול לקבוע נקודות אחרות. מה שנקבע כתוב על המשחק ולא משתנה אחר כך.')
where slug = 'gameRules';
update posts set description = replace(description,
  E'These are the usual points. Whoever opens a game may choose others: they are written on the game and do not change afterwards.',
  E'These are the usual rules. A league’s settings choose what decides between level points and what whoever joins halfway gets, and may have every result provisional for a day: members object and vote, and once it is final it is not corrected any more. Whoever opens a game may choose other points: they are written on the game and do not change afterwards.')
where slug = 'gameRules.en';
update item_rules set name = 'כמה קולות בכל חלוקה?' where key = 'votesForPoint' and name = 'קולות לנקודה';
