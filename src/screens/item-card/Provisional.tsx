import type { Item } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import * as css from './MyOutcome.css.ts';

/** Note beside an outcome: the result may still change. */
export function Provisional({ item }: { item: Item }) {
  const t = useT();
  return item.final === false && <span className={css.why}>{t('provisional')}</span>;
}
