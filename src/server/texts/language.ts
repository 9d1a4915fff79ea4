/** The language of what a guest reads: the first of the two that `Accept-Language` names, else Hebrew. */
export const languageOf = (acceptLanguage: string | null | undefined): 'he' | 'en' =>
  /(?:^|,)\s*(he|iw|en)\b/i.exec(acceptLanguage ?? '')?.[1]?.toLowerCase() === 'en' ? 'en' : 'he';
