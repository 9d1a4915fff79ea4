import { readFileSync } from 'node:fs';
import { createI18n, type I18n, type Messages } from '#i18n/i18n.ts';
import { compileMessages } from '#i18n/vite-messages.ts';

const folder = new URL('../../public/assets/i18n/', import.meta.url);

/** A language's sentences as its file has them, by key. */
export function readMessages(code: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`${code}.json`, folder), 'utf8')) as Record<string, string>;
}

/** The app's own words in a language, for finding controls by the names that people read. */
export function createTranslator(code: 'heb' | 'en'): I18n {
  const source = readMessages(code);
  return createI18n({ code, locale: source['locale'] ?? '' }, compileMessages(source) as Messages);
}

/** Hebrew, which every journey speaks unless it says otherwise. */
export const { t } = createTranslator('heb');
