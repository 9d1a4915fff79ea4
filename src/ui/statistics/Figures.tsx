import type { ReactNode } from 'react';
import * as css from './Figures.css.ts';

export type Figure = {
  readonly label: string;
  readonly value: ReactNode;
  /** A line under both. */
  readonly note?: ReactNode;
};

/** Values with their names: `tiles` beside one another, `lines` one below the other. */
export function Figures({ shape, figures }: { shape: 'tiles' | 'lines'; figures: readonly Figure[] }) {
  return (
    <dl className={css.shapes[shape]}>
      {figures.map(({ label, value, note }) => (
        <div key={label} className={css.figures[shape]}>
          <dt className={css.label}>{label}</dt>
          <dd className={css.values[shape]}>{value}</dd>
          {note && <dd className={css.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
