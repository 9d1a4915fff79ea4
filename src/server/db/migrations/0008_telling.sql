-- Which items a member was reminded of: each once, however often and on however many servers the job runs.
create table reminders (
  item_id integer not null references items (id) on delete cascade,
  member_id integer not null references members (id) on delete cascade,
  primary key (item_id, member_id)
);

-- A push id is a token of a push service: what could be anything else is nobody's.
delete from push_ids where push_id !~ '^[A-Za-z0-9_:.-]+$' or length(push_id) > 512;
create index push_ids_of on push_ids (member_id);

-- What is still to be pushed: written with the notification, gone once a device was tried.
create table push_outbox (
  notification_id integer not null references notifications (id) on delete cascade,
  push_id text not null references push_ids (push_id) on delete cascade,
  created timestamptz not null default now(),
  tries integer not null default 0,
  due_at timestamptz not null default now(),     -- infinity: on its way; a server that dies then sends it no second time
  primary key (notification_id, push_id)
);
create index push_outbox_due on push_outbox (due_at);
create index push_outbox_of on push_outbox (push_id);

-- The first words of the two public pages, unless staff have written their own.
update posts set updated = now(), description = E'בשתי מילים\nמנחשים לפני השריקה. כשמשחק מתחיל הניחושים ננעלים ונחשפים לכולם יחד, ומשם הטבלה מדברת. אין כאן כסף: רק נקודות, וזכות להתרברב.\n\nעד מתי אפשר לשנות\nעד השריקה, או עד שעת הסגירה, לפי השעון שלנו ולא של הטלפון. ניחוש שלא הספיק להגיע לא נכנס. עד אז אפשר לתקן כמה שרוצים, והאחרון קובע.\n\nמשחק: תוצאה לכל צד\n• בול, התוצאה המדויקת: 4 נקודות\n• הפרש נכון: 3 נקודות\n• כיוון נכון, מי ניצח או שהיה תיקו: 2 נקודות\nנספר רק הטוב מביניהם. תיקו בלי התוצאה המדויקת הוא כיוון נכון. קובעת התוצאה אחרי 90 דקות, בלי הארכה ובלי פנדלים. ניחוש של צד אחד בלבד הוא עדיין לא ניחוש.\n\nהצבעה: בוחרים תשובה\nכל בחירה נכונה: 3 נקודות. בדרך כלל בוחרים תשובה אחת, ואפשר לקבוע יותר. הצבעה שנגמרה בלי תוצאה היא סקר, ואין בה נקודות.\n\nחלוקת קולות: מחלקים 100 קולות\nככל שהולכים יותר קולות לתשובה הנכונה, כך מקבלים יותר: כל ה־100 עליה הם 3 נקודות, וחלק מהם שווה חלק מהנקודות, בעיגול למטה. יש משחקים שבהם הרוב קובע: מי שקיבלה הכי הרבה קולות זוכה, ובתיקו בראש מקבלים חצי.\n\nמספרים: ספרה לכל אפשרות\n• ספרה מדויקת: 3 נקודות\n• טעות באחת: נקודה אחת\nכל אפשרות נספרת לבד.\n\nלא הספקת לנחש?\nלא נורא: אין מינוסים ואין ניחוש אוטומטי. פשוט אין נקודות על המשחק הזה.\n\nמי מוביל\nקודם הנקודות. כשיש תיקו בנקודות קובעים הבולים, אחריהם ההפרשים הנכונים, ואחריהם הכיוונים הנכונים. נשאר תיקו? המקום משותף. מי שהצטרף באמצע לא מקבל נקודות על מה שכבר נגמר, ולידו מופיע הממוצע למשחק.\n\nטעו בתוצאה?\nמי שמנהל את הליגה יכול לתקן. הנקודות מחושבות מחדש, ההפרש נרשם, וכולם רואים מה השתנה ולמה. משחק שבוטל מחזיר את הנקודות שחולקו עליו.\n\nכל ליגה קובעת לעצמה\nאלה הנקודות הרגילות. מי שפותח משחק יכול לקבוע אחרת, ומה שנקבע כתוב על המשחק ולא משתנה אחר כך.'
where slug = 'gameRules' and updated = created;
update posts set updated = now(), description = E'מה זה\nחבר׳ה היא אפליקציה לניחושים בין חברים. אין בה כסף, תשלומים או פרסים, ואסור להשתמש בה להימורים על כסף.\n\nמה אנחנו יודעים\nמספר הטלפון משמש לכניסה בלבד ולא מוצג לאף אחד. השם והתמונה גלויים לחברים בליגות ובחבורות המשותפות. הניחושים נחשפים לחברי הליגה רק אחרי שהמשחק התחיל.\n\nמה של מי\nמה שכותבים ומעלים הוא באחריות מי שכתב. מי שמנהל ליגה רשאי להסיר ממנה משחקים ולהוציא ממנה חברים, והצוות רשאי למחוק הודעות ותמונות פוגעות.\n\nלצאת, להוריד, למחוק\nאפשר לעזוב ליגה או חבורה בכל רגע. מהפרופיל אפשר להוריד את כל המידע האישי, וגם למחוק את החשבון: השם, הטלפון והתמונה נמחקים מיד, והניחושים נשארים בלי שם כדי שהטבלה תישאר נכונה.\n\nהודעות למכשיר\nרק על מה שבחרת. בפרופיל אפשר לכבות כל סוג של הודעה.'
where slug = 'terms' and updated = created;
