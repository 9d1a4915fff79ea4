import { X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { useT } from '#i18n/react.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { TopLevel } from '#ui/primitives/Stack.tsx';
import { cx } from '#ui/primitives/cx.ts';
import * as css from './Pane.css.ts';

type Props = {
  /** Name of the region. */
  label: string;
  title: ReactNode;
  /** Of what somebody has opened: the focus goes into it, and back when it closes. */
  onClose?: () => void;
  hidden?: boolean;
  /** The content scrolls by itself. */
  whole?: boolean;
  children: ReactNode;
};

/** A part of the page beside the main column, with a bar of its own. */
export function Pane({ label, title, onClose, hidden = false, whole = false, children }: Props) {
  const t = useT();
  const pane = useRef<HTMLElement>(null);
  return (
    <section
      ref={pane}
      className={cx(css.pane, onClose && css.opened, whole && css.whole)}
      aria-label={label}
      data-pane
      hidden={hidden}
      tabIndex={-1}
    >
      <header className={css.head}>
        {onClose && (
          <div className={css.close}>
            <HandedFocus to={pane} />
            <IconButton label={t('close')} size="small" onClick={onClose}>
              <X size={22} />
            </IconButton>
          </div>
        )}
        {title}
      </header>
      <TopLevel value={2}>{whole ? children : <div className={css.body}>{children}</div>}</TopLevel>
    </section>
  );
}

/** While it is rendered, the focus is the pane's, unless something in it has taken it; then it is the opener's again. */
function HandedFocus({ to }: { to: RefObject<HTMLElement | null> }) {
  // Before anything is hidden because of what opens.
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    const pane = to.current;
    if (!pane?.contains(document.activeElement)) pane?.focus({ preventScroll: true });
    return () => {
      // Nobody has taken it.
      if (document.activeElement === document.body && opener instanceof HTMLElement)
        opener.focus({ preventScroll: true });
    };
  }, [to, opener]);
  return null;
}

/** Title of a pane. */
export function PaneTitle({ children }: { children: ReactNode }) {
  return <h2 className={css.title}>{children}</h2>;
}
