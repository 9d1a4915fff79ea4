import { languages } from 'virtual:messages';
import { createI18n, type I18n, type Language } from './i18n.ts';
import { defaultLanguage, setPageLocale, storageKeys } from './stored-language.ts';

export { languages };

/** The language chosen on this device, or Hebrew. */
export function chosenLanguage(): Language {
  let code: string | null = null;
  try {
    code = localStorage.getItem(storageKeys.code);
  } catch {
    // Without storage: Hebrew.
  }
  const found =
    languages.find((it) => it.code === code) ?? languages.find((it) => it.code === defaultLanguage);
  if (!found) throw new Error('the build has no Hebrew');
  return found;
}

/** A language with the messages of the first screen; `loadRest` adds the others, but for those of deferred screens. */
export type LoadedI18n = I18n & { readonly loadRest: () => Promise<void> };

/** Fetches a language's first messages and sets the page's language and direction. */
export async function loadI18n(language: Language = chosenLanguage()): Promise<LoadedI18n> {
  const i18n = createI18n(language, await language.loadFirst());
  setPageLocale(i18n.locale);
  document.title = i18n.t('appName');
  return { ...i18n, loadRest: async () => i18n.addMessages(await language.loadRest()) };
}

let starting: Promise<LoadedI18n> | null = null;

/** The language that the page starts in. */
export const startI18n = (): Promise<LoadedI18n> => (starting ??= loadI18n());

/** Stores the language on this device; `loadI18n` reads it. */
export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(storageKeys.code, language.code);
    localStorage.setItem(storageKeys.locale, language.locale);
  } catch {
    // Without storage the language still applies.
  }
}
