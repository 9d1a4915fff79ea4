import { useT } from '#i18n/react.tsx';
import { Geresh } from '#ui/primitives/Geresh.tsx';
import * as css from './Outcome.css.ts';
import { cx } from '#ui/primitives/cx.ts';

type Props = { kind: keyof typeof css.kinds; points?: number; label?: string };

/** Outcome of a bet: by shape and word, not by colour alone. */
export function Outcome({ kind, points, label }: Props) {
  const t = useT();
  return (
    <span className={cx(css.outcome, css.kinds[kind])}>
      {kind === 'missed' ? (
        <span className={css.dash} aria-hidden="true" />
      ) : (
        <Geresh double={kind === 'exact'} />
      )}
      <span>{label ?? t(kind)}</span>
      {points !== undefined && points > 0 && <bdi className={css.points}>+{points}</bdi>}
    </span>
  );
}
