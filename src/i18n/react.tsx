import { createContext, Fragment, use, type ReactNode } from 'react';
import type { I18n, Translate } from './i18n.ts';
import type { MessageKey } from './keys.ts';

const I18nContext = createContext<I18n | null>(null);

/** Gives the tree below a language: `<I18nProvider value={await loadI18n()}>`. */
export function I18nProvider({ value, children }: { value: I18n; children: ReactNode }) {
  return <I18nContext value={value}>{children}</I18nContext>;
}

/** Translator and formatters of the current language. */
export function useI18n(): I18n {
  const i18n = use(I18nContext);
  if (!i18n) throw new Error('no I18nProvider above');
  return i18n;
}

/** The translate function. */
export function useT(): Translate {
  return useI18n().t;
}

/**
 * A message with values in it: strings are isolated in `<bdi>`, so that a Latin name does not reorder Hebrew
 * text; elements stay as they are. `<T k="welcomeName" name={me.fname} />`
 */
export function T({ k, ...values }: { k: MessageKey } & Record<string, ReactNode>) {
  const { formatParts } = useI18n();
  const isolated: Record<string, ReactNode> = {};
  for (const [name, value] of Object.entries(values)) isolated[name] = isolateText(value);
  return formatParts<ReactNode>(k, isolated).map((part, index) => <Fragment key={index}>{part}</Fragment>);
}

const isolateText = (value: ReactNode) => (typeof value === 'string' ? <bdi>{value}</bdi> : value);
