import type { Language } from '#contract/language.ts';

const texts = {
  he: { champion: 'מי לוקחת את הטורניר?', group: 'מי מסיימת ראשונה בכל בית?' },
  en: { champion: 'Who wins it all?', group: 'Who finishes first in each group?' },
} as const;

/** Texts of the questions about a tournament. */
export const questionTexts = (language: Language | null): (typeof texts)[Language] => texts[language ?? 'he'];
