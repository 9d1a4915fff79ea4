import type { ReactNode } from 'react';
import * as css from './Shell.css.ts';
import { cx } from '#ui/primitives/cx.ts';

type Props = {
  /** Whether live events arrive. */
  connection?: 'offline' | 'online' | 'live';
  top: ReactNode;
  /** The tabs: a bottom bar, or a rail at the inline start on a desktop. */
  tabs?: ReactNode;
  /** A notice under the top bar. */
  strip?: ReactNode;
  children: ReactNode;
  /** Beside the main column on a desktop: the open chat. */
  aside?: ReactNode;
};

/** Frame of the page. */
export function Shell({ connection, top, tabs, strip, children, aside }: Props) {
  return (
    <div
      className={cx(css.shell, Boolean(tabs) && css.withTabs, Boolean(aside) && css.withAside)}
      data-connection={connection}
    >
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
