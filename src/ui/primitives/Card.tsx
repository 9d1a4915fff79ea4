import type { ReactNode } from 'react';
import * as css from './Card.css.ts';
import { cx } from './cx.ts';

type Props = {
  as?: 'div' | 'section' | 'article' | 'li';
  pad?: boolean;
  label?: string;
  labelledBy?: string;
  children: ReactNode;
};

/** Card. */
export function Card({ as: Tag = 'div', pad = true, label, labelledBy, children }: Props) {
  return (
    <Tag className={cx(css.card, pad && css.padded)} aria-label={label} aria-labelledby={labelledBy}>
      {children}
    </Tag>
  );
}
