import type { ItemOption } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { Tag } from '#ui/Tag.tsx';

/** Beside an option that never scores: whoever picks it ought to know. */
export function NoPoints({ option }: { option: ItemOption }) {
  const t = useT();
  return option.details.no_points && <Tag>{t('noPoints')}</Tag>;
}
