import { createDateFormatters, type DateFormatters } from './dates.ts';
import type { Translate } from './i18n.ts';
import { useT } from './react.tsx';

const known = new WeakMap<Translate, DateFormatters>();

/** Date formatters of the current language. Not a part of `useI18n`: a guest's first screen shows no dates and loads none of this. */
export function useDates(): DateFormatters {
  const t = useT();
  const formatters = known.get(t) ?? createDateFormatters(t);
  known.set(t, formatters);
  return formatters;
}
