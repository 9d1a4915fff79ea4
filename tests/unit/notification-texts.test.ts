import { describe, expect, test } from 'vitest';
import type { NotificationKind } from '#contract/notification-preferences.ts';
import { notificationLink, notificationText } from '#server/texts/notifications.ts';

/** The texts of each notification, in both languages. */

const names = { league: 'השכונה', actor: 'נועה' };
const textOf = (kind: string, data: unknown, more: object = {}, language: string | null = null) => {
  const { title, description } = notificationText(
    { kind, data, deleted: false, english: null, ...more },
    names,
    language,
  );
  return `${title} | ${description}`;
};

const score = {
  layout: 'home/away',
  options: [
    { name: 'ברזיל', result: 2 },
    { name: 'יפן', result: 0 },
  ],
};
const vote = (...results: (0 | 1 | null)[]) => ({
  layout: 'vote',
  options: results.map((result, at) => ({ name: `תשובה ${at}`, result })),
});
/** Of three questions one was taken out of the game, and has no result. */
const numbers = {
  layout: 'bets',
  options: [
    { name: 'קרנות', result: 7 },
    { name: 'חילופים', result: null },
    { name: 'כרטיסים', result: 0 },
  ],
};
const [brazil, japan] = ['\u2068ברזיל\u2069 2', '\u2068יפן\u2069 0'];

const cases: Readonly<Record<NotificationKind, readonly [data: object, hebrew: string, english: string][]>> =
  {
    new_game: [
      [
        { game: 'גמר' },
        'משחק חדש מחכה לניחוש | גמר · השכונה',
        'A new game is waiting for your pick | גמר · השכונה',
      ],
      [
        { game: 'גמר', matches: 1 },
        'משחק חדש מחכה לניחוש | גמר · השכונה',
        'A new game is waiting for your pick | גמר · השכונה',
      ],
      [
        { game: 'גמר', matches: 2 },
        'שני משחקים חדשים מחכים לניחוש | גמר · השכונה',
        '2 new matches are waiting for your picks | גמר · השכונה',
      ],
      [
        { game: 'גמר', matches: 3 },
        '3 משחקים חדשים מחכים לניחוש | גמר · השכונה',
        '3 new matches are waiting for your picks | גמר · השכונה',
      ],
      [
        { game: 'שלום', words: true },
        'הודעה חדשה לכולם | שלום · השכונה',
        'A new message for everyone | שלום · השכונה',
      ],
    ],
    closing: [
      [
        { item: 'גמר', items: 1 },
        'פחות משעה לסגירה, ועוד אין ניחוש | גמר · השכונה',
        'Less than an hour left, and no pick yet | גמר · השכונה',
      ],
      [
        { item: 'גמר', items: 2 },
        'פחות משעה לסגירה, ועוד אין ניחוש | גמר · ועוד אחד · השכונה',
        'Less than an hour left, and no pick yet | גמר · and 1 more · השכונה',
      ],
      [
        { item: 'גמר', items: 3, closes: '2026-06-13T15:05:00.000Z' },
        'נסגר ביום שבת ב־18:05, ועוד אין ניחוש | גמר · ועוד 2 · השכונה',
        'Closes on Saturday at 18:05, and no pick yet | גמר · and 2 more · השכונה',
      ],
      [
        { item: 'גמר', items: 1, movedTo: '2026-12-05T22:05:00.000Z' },
        'המועד של המשחק השתנה | גמר · 6.12.26 · 00:05 · השכונה',
        'The match has a new date | גמר · 6.12.26 · 00:05 · השכונה',
      ],
      [
        { item: 'גמר', items: 2, movedTo: '2026-06-13T15:05:00.000Z' },
        'המועדים של כמה משחקים השתנו | גמר · 13.6.26 · 18:05 · ועוד אחד · השכונה',
        'Several matches have new dates | גמר · 13.6.26 · 18:05 · and 1 more · השכונה',
      ],
      [
        { item: 'גמר', items: 1, movedTo: null },
        'המשחק נדחה וממתין למועד | גמר · השכונה',
        'The match is postponed and waits for a date | גמר · השכונה',
      ],
    ],
    results: [
      [{ item: 'גמר', points: 0 }, 'יש תוצאה | גמר · השכונה', 'The result is in | גמר · השכונה'],
      [
        { item: 'גמר', points: 1 },
        'יש תוצאה: נקודה אחת | גמר · השכונה',
        'The result is in: 1 point | גמר · השכונה',
      ],
      [
        { item: 'גמר', points: 2 },
        'יש תוצאה: שתי נקודות | גמר · השכונה',
        'The result is in: 2 points | גמר · השכונה',
      ],
      [
        { item: 'גמר', points: 3 },
        'יש תוצאה: 3 נקודות | גמר · השכונה',
        'The result is in: 3 points | גמר · השכונה',
      ],
    ],
    correction: [
      [
        { item: 'גמר', was: 4, points: 1, now: score },
        `תוצאה תוקנה: נקודה אחת במקום 4 | גמר · התוצאה עכשיו: ${brazil}, ${japan} · השכונה`,
        `Result corrected: 1 point instead of 4 | גמר · It is now ${brazil}, ${japan} · השכונה`,
      ],
      [
        { item: 'גמר', was: 1, points: 1, now: vote(0, 1, 1) },
        'תוצאה תוקנה, הנקודות לא השתנו | גמר · התוצאה עכשיו: \u2068תשובה 1\u2069, \u2068תשובה 2\u2069 · השכונה',
        'Result corrected, your points stay | גמר · It is now \u2068תשובה 1\u2069, \u2068תשובה 2\u2069 · השכונה',
      ],
      [
        { item: 'גמר', was: 0, points: 2, now: vote(0, null) },
        'תוצאה תוקנה: שתי נקודות במקום 0 | גמר · התוצאה עכשיו: בלי זוכים · השכונה',
        'Result corrected: 2 points instead of 0 | גמר · It is now nobody · השכונה',
      ],
      [
        { item: 'גמר', was: 0, points: 2, now: numbers },
        `תוצאה תוקנה: שתי נקודות במקום 0 | גמר · התוצאה עכשיו: \u2068קרנות\u2069 7, \u2068כרטיסים\u2069 0 · השכונה`,
        `Result corrected: 2 points instead of 0 | גמר · It is now \u2068קרנות\u2069 7, \u2068כרטיסים\u2069 0 · השכונה`,
      ],
      [
        { item: 'גמר', was: 4, points: 0, now: null },
        'משחק בוטל: 0 נקודות במקום 4 | גמר · השכונה',
        'Called off: 0 points instead of 4 | גמר · השכונה',
      ],
      [
        { item: 'גמר', was: 0, points: 0, about: 'objected' },
        'יש ערעור על תוצאה | נועה · גמר · השכונה',
        'Somebody objects to a result | נועה · גמר · השכונה',
      ],
      [
        { item: 'גמר', was: 0, points: 0, about: 'contested' },
        'התוצאה במחלוקת: לתקן, או לקבוע שזו התוצאה | נועה · גמר · השכונה',
        'A result is contested: correct it, or say that it stands | נועה · גמר · השכונה',
      ],
    ],
    comment: [
      [{ game: 'גמר', text: 'איזה גול', comment: 1 }, 'נועה · גמר | איזה גול', 'נועה · גמר | איזה גול'],
      [{ game: 'גמר', text: '', comment: 1 }, 'נועה · גמר | תמונה', 'נועה · גמר | A picture'],
    ],
    invited: [
      [
        { group: 'העבודה' },
        'הזמנה לליגה · השכונה | נועה · העבודה',
        'An invitation to השכונה | נועה · העבודה',
      ],
    ],
    joined: [
      [
        { group: null },
        'יש הצטרפות חדשה לליגה | נועה · השכונה',
        'Somebody joined the league | נועה · השכונה',
      ],
      [
        { group: 'העבודה' },
        'יש הצטרפות חדשה לחבורה | נועה · העבודה',
        'Somebody joined the group | נועה · העבודה',
      ],
    ],
    pinned: [
      [{ game: 'גמר' }, 'משהו ננעץ למעלה | גמר · השכונה', 'Something was pinned to the top | גמר · השכונה'],
    ],
  };

test.each(
  Object.entries(cases).flatMap(([kind, own]) =>
    own.map(([data, hebrew, english]) => [kind, data, hebrew, english] as const),
  ),
)('the texts of kind %s with %j', (kind, data, hebrew, english) => {
  expect(textOf(kind, data)).toBe(hebrew);
  expect(textOf(kind, data, {}, 'fr')).toBe(hebrew);
  expect(textOf(kind, data, {}, 'en')).toBe(english);
});

test('the texts of an unknown kind are the league’s name', () => {
  expect(textOf('gossip', {})).toBe('השכונה | ');
});

describe('the texts of a deleted game', () => {
  test.each([
    ['new_game', { game: 'גמר' }, 'המשחק הזה נמחק', 'This game was deleted'],
    ['closing', { item: 'גמר', items: 2 }, 'המשחק הזה נמחק', 'This game was deleted'],
    ['new_game', { game: 'גמר', words: true }, 'ההודעה הזאת נמחקה', 'This message was deleted'],
  ])('say that it was deleted: %s with %j', (kind, data, hebrew, english) => {
    expect(textOf(kind, data, { deleted: true })).toBe(`${hebrew} | גמר · השכונה`);
    expect(textOf(kind, data, { deleted: true }, 'en')).toBe(`${english} | גמר · השכונה`);
  });

  test('are unchanged where the notification is of no game', () => {
    expect(textOf('invited', { group: 'העבודה' }, { deleted: true })).toBe(
      'הזמנה לליגה · השכונה | נועה · העבודה',
    );
  });

  test('lead to its league, or to the notifications where the reader cannot see the league', () => {
    expect(notificationLink('item?id=7', false, 4)).toBe('item?id=7');
    expect(notificationLink('item?id=7', true, 4)).toBe('section/4');
    expect(notificationLink('item?id=7', true, null)).toBe('notifications');
  });
});

test('English texts have names in English, but messages as they were written', () => {
  const english = { ברזיל: 'Brazil', גמר: 'Final' };
  expect(textOf('correction', { item: 'גמר', was: 1, points: 1, now: score }, { english }, 'en')).toBe(
    `Result corrected, your points stay | Final · It is now \u2068Brazil\u2069 2, ${japan} · השכונה`,
  );
  expect(textOf('comment', { game: 'גמר', text: 'ברזיל', comment: 1 }, { english }, 'en')).toBe(
    'נועה · Final | ברזיל',
  );
});

test.each([
  ['80 letters are all there', 'א'.repeat(80), 'א'.repeat(80)],
  ['of 81 the first 79', 'א'.repeat(81), `${'א'.repeat(79)}…`],
  ['and no half of an emoji', `${'א'.repeat(78)}⚽🏆!!`, `${'א'.repeat(78)}⚽…`],
  ['nor of the last one that fits', `${'א'.repeat(78)}🏆!!`, `${'א'.repeat(78)}…`],
])('long texts are cut: %s', (_, long, cut) => {
  expect(textOf('comment', { game: long, text: long, comment: 1 })).toBe(`נועה · ${cut} | ${cut}`);
});
