import type { FormMark } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { Geresh } from '#ui/primitives/Geresh.tsx';
import * as css from './FormMarks.css.ts';

/** A member's last settled items, the newest first: each as a shape, and all of them as text for screen readers. */
export function FormMarks({ marks }: { marks: readonly FormMark[] }) {
  const t = useT();
  const words = marks.map((mark) => (mark === 'none' ? t('noBet') : t(mark)));
  return (
    <span className={css.marks} role="img" aria-label={`${t('formText')}: ${words.join(', ')}`}>
      {marks.map((mark, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a mark is its place
        <span key={at} className={css.kinds[mark]}>
          {(mark === 'exact' || mark === 'hit') && <Geresh double={mark === 'exact'} />}
        </span>
      ))}
    </span>
  );
}
