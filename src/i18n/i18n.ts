import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { createFormatters, createIntlCache, DEFAULT_INTL_CONFIG, formatMessage } from '@formatjs/intl';
import type { MessageKey } from './keys.ts';
import { directionOf } from './stored-language.ts';

/** A language that the build found: a file in public/assets/i18n. */
export type Language = {
  /** The file's name: `heb`, `en`. */
  readonly code: string;
  /** Its BCP 47 tag, for plurals and numbers: `he-IL`. */
  readonly locale: string;
  /** Its name in its own language. */
  readonly name: string;
  /** Messages needed before sign-in, and all others but for those of deferred screens (deferred.ts). */
  readonly loadFirst: () => Promise<Messages>;
  readonly loadRest: () => Promise<Messages>;
};

/** A compiled language: plain sentences as strings, the others as syntax trees. */
export type Messages = Record<string, string | MessageFormatElement[]>;

export type MessageValue = string | number | boolean | null | undefined;
export type MessageValues = Record<string, MessageValue>;

/** Translates a key. A number chooses its plural: `t('mins', { count: 2 })`. */
export type Translate = (key: MessageKey, values?: MessageValues) => string;

export type I18n = {
  readonly code: string;
  readonly locale: string;
  readonly direction: 'rtl' | 'ltr';
  readonly t: Translate;
  /** Translates a key that is known only at run time, such as a field's label. */
  readonly tName: (key: string, values?: MessageValues) => string;
  /** Adds messages to those loaded. */
  readonly addMessages: (messages: Messages) => void;
  /** The message in parts, so that an element (a name in a `<bdi>`) can stand in it. */
  readonly formatParts: <T>(key: MessageKey, values: Record<string, T | MessageValue>) => (string | T)[];
  readonly formatNumber: (value: number) => string;
  /** "דנה, יוסי ונועם": names joined the way the language does. */
  readonly formatList: (items: readonly string[]) => string;
};

/** Translator and formatters of one language and its compiled messages. Dates: use-dates.ts. */
export function createI18n(language: Pick<Language, 'code' | 'locale'>, messages: Messages): I18n {
  const { code, locale } = language;
  const known: Messages = { ...messages };
  // Only these parts of the library: the other formatters are the browser's Intl.
  const formatters = createFormatters(createIntlCache());
  const config = {
    ...DEFAULT_INTL_CONFIG,
    locale,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the strings among them never reach the formatter
    messages: known as Record<string, MessageFormatElement[]>,
  };
  const format = (id: string, values: MessageValues) => formatMessage(config, formatters, { id }, values);
  // Created when first used: for its first formatter the browser lists its locales, and signing in needs none.
  let numbers: Intl.NumberFormat | null = null;
  let lists: Intl.ListFormat | null = null;

  const t = (key: string, values?: MessageValues) => {
    const message = known[key];
    // A plain string must bypass the formatter: this build has no parser.
    if (typeof message === 'string') return message;
    return format(key, values ?? {});
  };

  return {
    code,
    locale,
    direction: directionOf(locale),
    t,
    tName: t,
    addMessages: (more) => void Object.assign(known, more),
    formatParts<T>(key: MessageKey, values: Record<string, T | MessageValue>) {
      const message = known[key];
      if (typeof message === 'string') return [message];
      /* oxlint-disable typescript/no-unsafe-type-assertion -- the formatter passes elements through; its types know only React's */
      const parts: unknown = format(key, values as MessageValues);
      return (Array.isArray(parts) ? parts : [parts]) as (string | T)[];
      /* oxlint-enable typescript/no-unsafe-type-assertion */
    },
    formatNumber: (value) => (numbers ??= new Intl.NumberFormat(locale)).format(value),
    formatList: (items) => (lists ??= new Intl.ListFormat(locale)).format(items),
  };
}
