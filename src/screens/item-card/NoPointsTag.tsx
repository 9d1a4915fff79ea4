import type { ItemOption } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';

/** Tag of an option that never scores. */
export function NoPointsTag({ option }: { option: ItemOption }) {
  const t = useT();
  return option.details.no_points && <Tag>{t('noPoints')}</Tag>;
}
