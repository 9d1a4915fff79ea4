import { visuallyHidden } from './Stack.css.ts';
import * as css from './Spinner.css.ts';

/** Loading indicator. Decorative without a label. */
export function Spinner({ label }: { label?: string }) {
  return (
    <span className={css.spinner} role={label ? 'status' : undefined}>
      <svg viewBox="0 0 30 16" className={css.strokes} aria-hidden="true">
        {[1, 11, 21].map((x) => (
          <path key={x} d={`M${x + 6} 2 ${x + 2} 14`} className={css.stroke} />
        ))}
      </svg>
      {label && <span className={visuallyHidden}>{label}</span>}
    </span>
  );
}
