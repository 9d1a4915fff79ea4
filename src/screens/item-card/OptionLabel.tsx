import type { ReactNode } from 'react';
import type { ItemOption } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { OptionCrest, OptionName } from '#ui/match/OptionCrest.tsx';
import { Tag } from '#ui/primitives/Tag.tsx';
import * as css from './option-rows.css.ts';

/** An option's crest and name, and whether it never scores. `children` wrap below them if there is no space beside. */
export function OptionLabel({ option, children }: { option: ItemOption; children?: ReactNode }) {
  const t = useT();
  return (
    <span className={css.named}>
      <OptionCrest of={option} size="small" />
      <span className={css.about}>
        <span className={css.name}>
          <OptionName of={option} />
          {option.details.no_points && <Tag>{t('noPoints')}</Tag>}
        </span>
        {children}
      </span>
    </span>
  );
}
