import { useT } from '#i18n/react.tsx';
import { VisuallyHidden } from '#ui/primitives/Stack.tsx';
import * as css from './Skeleton.css.ts';
import { cx } from '#ui/primitives/cx.ts';

/** Placeholder while loading, as tall as the content. */
export function Skeleton({ shape, count = 1 }: { shape: keyof typeof css.shapes; count?: number }) {
  const t = useT();
  return (
    <div className={css.list} role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={cx(css.bone, css.shapes[shape])} aria-hidden="true" />
      ))}
    </div>
  );
}
