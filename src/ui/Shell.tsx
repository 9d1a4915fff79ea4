import type { ReactNode } from 'react';
import * as css from './Shell.css.ts';
import { cx } from './cx.ts';

type Props = {
  top: ReactNode;
  /** The tabs: at the bottom where the thumb is, a rail at the inline start on a desk. */
  tabs?: ReactNode;
  /** A quiet strip under the top bar. */
  strip?: ReactNode;
  children: ReactNode;
  /** On a desk, the opened game or chat beside the main column. */
  aside?: ReactNode;
};

/** The page's frame, composed for a phone first. */
export function Shell({ top, tabs, strip, children, aside }: Props) {
  return (
    <div className={cx(css.shell, Boolean(tabs) && css.withTabs, Boolean(aside) && css.withAside)}>
      <div className={css.top}>
        {top}
        {strip}
      </div>
      {tabs && <div className={css.tabs}>{tabs}</div>}
      <main className={css.main}>{children}</main>
      {aside && <aside className={css.aside}>{aside}</aside>}
    </div>
  );
}
