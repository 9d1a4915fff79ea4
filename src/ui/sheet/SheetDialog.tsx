import * as Dialog from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { useT } from '#i18n/react.tsx';
import { isInToast } from '#ui/feedback/Toasts.tsx';
import { Button, type ButtonTone } from '#ui/primitives/Button.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { Leaving } from '#ui/primitives/Leaving.tsx';
import * as css from './SheetDialog.css.ts';
import { cx } from '#ui/primitives/cx.ts';

export type SheetAction = {
  readonly label: string;
  readonly onPress: () => void;
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly tone?: ButtonTone;
};

export type SheetProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Buttons in the header, after the title. */
  actions?: readonly SheetAction[];
  /** Fixed below the scrolling body. */
  footer?: ReactNode;
  /** `bottom`: a bottom sheet, or a centred dialog where there is space; `end`: the side menu. */
  side?: keyof typeof css.sides;
  /** As tall as the window; the content scrolls by itself. */
  tall?: boolean;
  /** The same height whatever the content: loading content moves nothing. */
  steady?: boolean;
  /** Key of the current step, in a sheet of several steps: each has a panel of its own, so that its height does not animate. */
  step?: string;
  children: ReactNode;
};

/** Modal sheet: closes by its button, by Escape and by a click outside, and restores the focus. */
export function SheetDialog({
  open,
  onClose,
  title,
  actions = [],
  footer,
  side = 'bottom',
  tall = false,
  steady = false,
  step,
  children,
}: SheetProps) {
  const t = useT();
  // Radix restores the focus to a trigger of its own only.
  const opener = useRef<Element | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  // Another panel only between two steps: opening mounts one after its backdrop, and closing keeps the one that is open.
  const [shown, setShown] = useState({ open, step, panels: 0 });
  if (shown.open !== open || shown.step !== step) {
    const isNext = shown.open && open;
    setShown({ open, step, panels: shown.panels + (isNext ? 1 : 0) });
  }
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={css.backdrop}>
          <Leaving />
        </Dialog.Overlay>
        <Dialog.Content
          key={shown.panels}
          ref={panel}
          className={cx(css.sheet, css.sides[side], tall && css.tall, steady && css.steady)}
          aria-describedby={undefined}
          onInteractOutside={ignoreToasts}
          // Recorded before Radix moves the focus: a field of the sheet may have taken it first.
          onFocus={({ relatedTarget }) => {
            opener.current ??= relatedTarget;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // A step that follows has taken the focus.
            if (panel.current) return;
            // Radix calls this in a timer: the focus may have moved meanwhile.
            if (document.activeElement === document.body && opener.current instanceof HTMLElement)
              opener.current.focus();
            opener.current = null;
          }}
        >
          <header className={css.header}>
            <Dialog.Close asChild>
              <IconButton label={t('close')} size="small">
                <X size={22} />
              </IconButton>
            </Dialog.Close>
            <Dialog.Title className={css.title}>
              <bdi>{title}</bdi>
            </Dialog.Title>
            {actions.map(({ label, onPress, ...action }) => (
              <Button key={label} size="small" {...action} onClick={onPress}>
                {label}
              </Button>
            ))}
          </header>
          <div className={tall ? css.whole : css.body}>{children}</div>
          {footer && <footer className={css.footer}>{footer}</footer>}
          <Leaving />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Toasts are above the sheet: using one does not close it, even when the click removes the toast. */
function ignoreToasts(event: { preventDefault: () => void; detail: { originalEvent: Event } }) {
  if (isInToast(event.detail.originalEvent.target)) event.preventDefault();
}
