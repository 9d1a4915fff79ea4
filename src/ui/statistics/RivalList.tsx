import { useI18n } from '#i18n/react.tsx';
import { Avatar, type Person } from '#ui/people/Avatar.tsx';
import * as css from './RivalList.css.ts';

export type Likeness = Person & { readonly percent: number; readonly same: number; readonly shared: number };

/** How alike others pick, in the given order. */
export function RivalList({ label, rivals }: { label: string; rivals: readonly Likeness[] }) {
  const { t, formatNumber } = useI18n();
  return (
    <ol className={css.rivals} aria-label={label}>
      {rivals.map(({ id, name, image, percent, same, shared }) => (
        <li key={id} className={css.rival}>
          <Avatar name={name} image={image ?? null} size="small" decorative />
          <span className={css.about}>
            <bdi>{name}</bdi>
            <span className={css.share} aria-hidden="true">
              <span className={css.part} style={{ inlineSize: `${percent}%` }} />
            </span>
          </span>
          <span className={css.numbers}>
            <span className={css.percent}>{t('percent', { percent: formatNumber(percent) })}</span>
            <span className={css.note}>{t('partOf', { part: same, whole: shared })}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
