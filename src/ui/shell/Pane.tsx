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
  /** For a pane that somebody opened: it takes the focus, and returns it when it closes. */
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

/** Moves the focus to the pane when it opens, unless something in it has it, and back to the opener when it closes. */
function HandedFocus({ to }: { to: RefObject<HTMLElement | null> }) {
  // Read during render, before anything is hidden because of the pane.
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    const pane = to.current;
    if (!pane?.contains(document.activeElement)) pane?.focus({ preventScroll: true });
    return () => {
      // Nothing else has taken the focus.
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
