import type { Language } from '#contract/language.ts';
import type { ItemRule, ItemType } from '#contract/models.ts';

/**
 * English texts of the built-in game types and rules, by the Hebrew text in the database. Types and rules that staff add are
 * shown as written.
 */
export const seedsInEnglish: Readonly<Record<string, string>> = {
  כדורגל: 'Football',
  'מנחשים תוצאה מדויקת': 'Guess the exact score',
  'משחק בודד': 'A single match',
  'שתי קבוצות, משחק אחד': 'Two teams, one match',
  'מחזור משחקים': 'A round of matches',
  'כמה משחקים יחד': 'Several matches together',
  כדורסל: 'Basketball',
  'מי מנצחת?': 'Who wins?',
  הצבעה: 'Vote',
  'שאלה אחת, כמה תשובות': 'One question, a few answers',
  'חלוקת קולות': 'Sharing votes',
  'מחלקים 100 קולות בין האפשרויות': 'Share out 100 votes between the options',
  מספרים: 'Numbers',
  'ספרה לכל אפשרות': 'A digit for each option',
  'על מה הניחוש?': 'What is it about?',
  'סגירת הניחושים': 'Picks close',
  'איך מחלקים לזוגות?': 'How are pairs made?',
  'לפי סדר הבחירה': 'In the order chosen',
  הגרלה: 'By a draw',
  'לסדר ביד': 'By hand',
  'כמה סיבובים?': 'How many legs?',
  'נקודות על תוצאה מדויקת': 'Points for the exact score',
  'נקודות על הפרש נכון': 'Points for the right difference',
  'נקודות על כיוון נכון': 'Points for the right outcome',
  'כמה בחירות לכל אחד?': 'How many picks each?',
  'נקודות על בחירה נכונה': 'Points for a right pick',
  'כמה פעמים מחלקים?': 'How many times over?',
  'כמה קולות בכל חלוקה?': 'Votes in each share-out',
  'נקודות על חלוקה נכונה': 'Points for sharing right',
  'מה מכריע?': 'What decides?',
  התוצאה: 'The result',
  'רוב הקולות': 'Most votes',
  'תיקו עד הפרש של (באחוזים)': 'A tie within (percent)',
  'נקודות על ספרה מדויקת': 'Points for the exact digit',
  'נקודות על טעות באחת': 'Points for one off',
  'כמה אפשרויות בכל קבוצה?': 'How many options in a group?',
  'ריק: כולן יחד': 'Empty: all together',
  'איך מחלקים לקבוצות?': 'How are groups made?',
  'פי כמה שווה המשחק?': 'How many times is it worth?',
  'ריק: נקודות רגילות': 'Empty: the usual points',
  'בונוס למעטים שצדקו': 'Bonus for the few who were right',
  'נקודות למי שניחש נכון, כשעד עשירית מהמנחשים בחרו כך': 'For a right pick that at most one in ten made',
  'ג׳וקר: כל אחד מכפיל משחק אחד': 'Joker: everyone doubles one match',
  'להסתיר ניחושים עד ההתחלה': 'Hide picks until the start',
};

const english = new Map(Object.entries(seedsInEnglish));
const translate = (text: string) => english.get(text) ?? text;

/** A type with texts in the reader's language. */
export const nameType = <Type extends Pick<ItemType, 'name' | 'description'>>(
  type: Type,
  language: Language | null,
): Type =>
  language === 'en'
    ? { ...type, name: translate(type.name), description: translate(type.description) }
    : type;

/** A rule with its name, choices and hint in the reader's language. */
export function nameRule(rule: ItemRule, language: Language | null): ItemRule {
  if (language !== 'en') return rule;
  const { choices, hint, ...details } = rule.details;
  return {
    ...rule,
    name: translate(rule.name),
    details: {
      ...details,
      ...(choices && { choices: choices.map((it) => ({ ...it, title: translate(it.title) })) }),
      ...(hint !== undefined && { hint: translate(hint) }),
    },
  };
}
