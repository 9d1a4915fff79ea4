import { visuallyHidden } from './Stack.css.ts';
import * as css from './Geresh.css.ts';
import { cx } from './cx.ts';
import { gereshPath } from './geresh-path.ts';

type Props = {
  /** Animated when it appears: the server has saved it. */
  drawn?: boolean;
  /** Two strokes, for an exact hit. */
  double?: boolean;
  /** Text for screen readers, where nothing beside it says it. */
  label?: string;
};

/** The brand mark, the Hebrew geresh of the name: the tick of everything saved or won. */
export function Geresh({ drawn = false, double = false, label }: Props) {
  return (
    <>
      <svg viewBox={double ? '0 0 24.5 16.7' : '0 0 14 16.7'} className={css.mark} aria-hidden="true">
        <path className={cx(drawn && css.drawn)} d={gereshPath} />
        {double && <path className={cx(drawn && css.second)} d={gereshPath} transform="translate(10.5 0)" />}
      </svg>
      {label && <span className={visuallyHidden}>{label}</span>}
    </>
  );
}
