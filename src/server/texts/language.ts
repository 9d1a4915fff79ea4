import type { Language } from '#contract/language.ts';

/** The first of them that `Accept-Language` names; null where it names neither. */
export function namedLanguage(acceptLanguage: string | null | undefined): Language | null {
  const named = /(?:^|,)\s*(he|iw|en)\b/i.exec(acceptLanguage ?? '')?.[1]?.toLowerCase();
  return named === undefined ? null : named === 'en' ? 'en' : 'he';
}

/** The language of what a guest reads: the one that is named, else Hebrew. */
export const languageOf = (acceptLanguage: string | null | undefined): Language =>
  namedLanguage(acceptLanguage) ?? 'he';
