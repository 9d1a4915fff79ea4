/** Where the device keeps the chosen language: its code, and its locale for the page's direction before any words are loaded. */
export const storageKeys = { code: 'hevre.language', locale: 'hevre.locale' };
export const defaultLanguage = 'heb';

const rightToLeft = new Set(['he', 'ar', 'fa', 'ur', 'yi']);

/** Which way a language is read. */
export function directionOf(locale: string): 'rtl' | 'ltr' {
  return rightToLeft.has(locale.split('-')[0] ?? '') ? 'rtl' : 'ltr';
}

/** Declares a locale to be the page's. */
export function setPageLocale(locale: string): void {
  const page = document.documentElement;
  page.lang = locale.split('-')[0] ?? '';
  page.dir = directionOf(locale);
}
