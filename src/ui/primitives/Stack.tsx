import { createContext, use, type ReactNode } from 'react';
import type { space } from '#theme/tokens.css.ts';
import { cx } from './cx.ts';
import * as css from './Stack.css.ts';

type Gap = keyof typeof space;

type StackProps = {
  gap?: Gap;
  /** Hides what is below a part that is still loading, so that nothing moves when that is loaded. */
  inOrder?: boolean;
  children: ReactNode;
};

/** Vertical stack. */
export function Stack({ gap = 'x4', inOrder = false, children }: StackProps) {
  return <div className={cx(css.stack, css.gaps[gap], inOrder && css.inOrder)}>{children}</div>;
}

type RowProps = {
  gap?: Gap;
  wrap?: boolean;
  /** Space between: the first at the start, the last at the end. */
  between?: boolean;
  children: ReactNode;
};

/** Horizontal row. */
export function Row({ gap = 'x2', wrap, between, children }: RowProps) {
  return (
    <div className={cx(css.row, css.gaps[gap], wrap && css.wrap, between && css.between)}>{children}</div>
  );
}

type HeadingProps = { level: 1 | 2 | 3; size?: keyof typeof css.headings; id?: string; children: ReactNode };

/** Level of a part's top heading: 1, or 2 in a pane, where the screen has the page's h1. */
export const TopLevel = createContext<1 | 2>(1);

/** Heading whose size is independent of its level. */
export function Heading({
  level,
  size = level === 1 ? 'display' : level === 2 ? 'title' : 'lead',
  id,
  children,
}: HeadingProps) {
  const top = use(TopLevel);
  const Tag = `h${level === 1 ? top : level}` as const;
  return (
    <Tag id={id} className={css.headings[size]}>
      {children}
    </Tag>
  );
}

/** Content for screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={css.visuallyHidden}>{children}</span>;
}
