import { useT } from '#i18n/react.tsx';
import { Spoken } from './layout.tsx';
import * as css from './Skeleton.css.ts';
import { cx } from './cx.ts';

/** The shape of what is coming, in its own height, so that nothing jumps when it comes. */
export function Skeleton({ shape, count = 1 }: { shape: keyof typeof css.shapes; count?: number }) {
  const t = useT();
  return (
    <div className={css.list} role="status">
      <Spoken>{t('loading')}</Spoken>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={cx(css.bone, css.shapes[shape])} aria-hidden="true" />
      ))}
    </div>
  );
}
