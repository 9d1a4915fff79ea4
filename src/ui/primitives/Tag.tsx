import type { ReactNode } from 'react';
import * as css from './Tag.css.ts';
import { cx } from './cx.ts';

type Props = { tone?: keyof typeof css.tones; icon?: ReactNode; children: ReactNode };

/** Short label. */
export function Tag({ tone = 'quiet', icon, children }: Props) {
  return (
    <span className={cx(css.tag, css.tones[tone])}>
      {tone === 'live' && <span className={css.pulse} aria-hidden="true" />}
      {icon}
      <span>{children}</span>
    </span>
  );
}
