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
  /** Name of the main column. */
  label?: string;
  /** Beside the main column on a desktop: the open chat. */
  aside?: ReactNode;
  /** Beside it where there is more space. */
  panes?: ReactNode;
};

/** Frame of the page. */
export function Shell({ connection, top, tabs, strip, children, label, aside, panes }: Props) {
  return (
    <div
      className={cx(
        css.shell,
        Boolean(tabs) && css.withTabs,
        Boolean(aside) && css.withAside,
        Boolean(panes) && css.withPanes,
      )}
      data-connection={connection}
    >
      <div className={css.top}>
        {top}
        {strip}
      </div>
      {tabs && <div className={css.tabs}>{tabs}</div>}
      <main className={css.main} aria-label={label}>
        {children}
      </main>
      {panes && <div className={css.panes}>{panes}</div>}
      {aside && <aside className={css.aside}>{aside}</aside>}
    </div>
  );
}
