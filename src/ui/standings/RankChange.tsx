import { useT } from '#i18n/react.tsx';
import * as css from './RankChange.css.ts';
import { VisuallyHidden } from '#ui/primitives/Stack.tsx';

/** Change of rank since the last result. Null: not ranked before. */
export function RankChange({ move }: { move: number | null }) {
  const t = useT();
  if (!move) {
    return (
      <span className={css.move}>
        <span className={css.same} aria-hidden="true" />
        <VisuallyHidden>{t('moveSame')}</VisuallyHidden>
      </span>
    );
  }
  const count = Math.abs(move);
  return (
    <span className={css.move} data-direction={move > 0 ? 'up' : 'down'}>
      <svg viewBox="0 0 10 8" className={css.arrow} aria-hidden="true">
        <path d={move > 0 ? 'M5 0 10 8H0Z' : 'M5 8 0 0h10Z'} />
      </svg>
      <span aria-hidden="true">{count}</span>
      <VisuallyHidden>{t(move > 0 ? 'moveUp' : 'moveDown', { count })}</VisuallyHidden>
    </span>
  );
}
