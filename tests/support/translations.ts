import { readFileSync } from 'node:fs';
import { createI18n, type I18n, type Messages, type Translate } from '#i18n/i18n.ts';
import { compileMessages } from '#i18n/vite-messages.ts';
import { seedsInEnglish } from '#server/texts/seeds.ts';

const folder = new URL('../../public/assets/i18n/', import.meta.url);

/** A language's messages, by key. */
export function readMessages(code: string): Record<string, string> {
  return JSON.parse(readFileSync(new URL(`${code}.json`, folder), 'utf8')) as Record<string, string>;
}

/** The app's texts in a language, for finding controls by their visible names. */
export function createTranslator(code: 'heb' | 'en'): I18n {
  const source = readMessages(code);
  return createI18n({ code, locale: source['locale'] ?? '' }, compileMessages(source) as Messages);
}

/** Hebrew, the default language of every journey. */
export const { t } = createTranslator('heb');

const teams = readFileSync(
  new URL('../../src/server/db/migrations/0003_teams.sql', import.meta.url),
  'utf8',
).matchAll(/\('([^']+)', '([^']+)', '\/assets\/flags/g);

/** English names of seeded teams, game types and rules, by their Hebrew names. */
export const englishSeeds: Readonly<Record<string, string>> = {
  ...seedsInEnglish,
  ...Object.fromEntries([...teams].map(([, hebrew = '', english = '']) => [hebrew, english])),
};

/** A seeded name in the language of `translate`; unchanged if it is not seeded. */
export const seedName = (hebrew: string, translate: Translate = t): string =>
  translate('languageName') === 'English' ? (englishSeeds[hebrew] ?? hebrew) : hebrew;
