import type { ReactNode } from 'react';
import type { space } from '#theme/tokens.css.ts';
import { cx } from './cx.ts';
import * as css from './layout.css.ts';

type Gap = keyof typeof space;

/** Things under one another. */
export function Stack({ gap = 'x4', children }: { gap?: Gap; children: ReactNode }) {
  return <div className={cx(css.stack, css.gaps[gap])}>{children}</div>;
}

type RowProps = {
  gap?: Gap;
  align?: keyof typeof css.aligns;
  wrap?: boolean;
  /** First at the start, last at the end. */
  between?: boolean;
  children: ReactNode;
};

/** Things beside one another. */
export function Row({ gap = 'x2', align = 'center', wrap, between, children }: RowProps) {
  return (
    <div className={cx(css.row, css.gaps[gap], css.aligns[align], wrap && css.wrap, between && css.between)}>
      {children}
    </div>
  );
}

type HeadingProps = { level: 1 | 2 | 3; size?: keyof typeof css.headings; id?: string; children: ReactNode };

/** A heading whose size is chosen apart from its level. */
export function Heading({
  level,
  size = level === 1 ? 'display' : level === 2 ? 'title' : 'lead',
  id,
  children,
}: HeadingProps) {
  const Tag = `h${level}` as const;
  return (
    <Tag id={id} className={css.headings[size]}>
      {children}
    </Tag>
  );
}

/** Said, not shown. */
export function Spoken({ children }: { children: ReactNode }) {
  return <span className={css.spokenOnly}>{children}</span>;
}
