import * as css from './Geresh.css.ts';
import { cx } from './cx.ts';

/** SVG path of the geresh, 14 × 17. */
export const gereshPath =
  'M1.2 16.7Q.7 16.7 .4 16.3 0 15.9 0 15.4L2 2.2Q2.1 1.4 2.7.7 3.3 0 4.4 0H12.7Q13.2 0 13.6.4 13.9.8 13.9 1.3 13.9 1.6 13.9 1.8L8.7 14.9Q8.5 15.5 8 16.1 7.4 16.7 6.4 16.7Z';

type Props = {
  /** Animated when it appears: the server has saved it. */
  drawn?: boolean;
  /** Two strokes, for an exact hit. */
  double?: boolean;
};

/** The brand mark, the Hebrew geresh of the name: the tick of everything saved or won. */
export function Geresh({ drawn = false, double = false }: Props) {
  return (
    <svg viewBox={double ? '0 0 24.5 16.7' : '0 0 14 16.7'} className={css.mark} aria-hidden="true">
      <path className={cx(drawn && css.drawn)} d={gereshPath} />
      {double && <path className={cx(drawn && css.second)} d={gereshPath} transform="translate(10.5 0)" />}
    </svg>
  );
}
