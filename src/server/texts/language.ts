import type { Language } from '#contract/language.ts';

/** The first supported language in `Accept-Language`; null if there is none. */
export function namedLanguage(acceptLanguage: string | null | undefined): Language | null {
  const named = /(?:^|,)\s*(he|iw|en)\b/i.exec(acceptLanguage ?? '')?.[1]?.toLowerCase();
  return named === undefined ? null : named === 'en' ? 'en' : 'he';
}

/** The language for a guest: the one in `Accept-Language`, else Hebrew. */
export const languageOf = (acceptLanguage: string | null | undefined): Language =>
  namedLanguage(acceptLanguage) ?? 'he';
