import * as Dialog from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { useRef, type ReactNode, type RefObject } from 'react';
import { useT } from '#i18n/react.tsx';
import { isInToast } from '#ui/feedback/Toasts.tsx';
import { AfterFrame } from '#ui/primitives/AfterFrame.tsx';
import { Button, type ButtonTone } from '#ui/primitives/Button.tsx';
import { focusOnce } from '#ui/primitives/focus-once.ts';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { ExitAnimation } from '#ui/primitives/ExitAnimation.tsx';
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

/** The opener of a sheet, and what was around it at that time, from the inside out. */
type Origin = readonly Element[];

/** The origins of open sheets, by their panels. */
const origins = new WeakMap<Element, RefObject<Origin | null>>();

function originOf(opener: Element): Origin {
  const origin = [];
  for (let at: Element | null = opener; at && at.localName !== 'main'; at = at.parentElement) origin.push(at);
  return origin;
}

/** Focuses the opener; where it is gone, what is left around it, which takes the focus this once. */
function restoreFocus(origin: Origin): void {
  const target = origin.find(({ isConnected }) => isConnected);
  if (!(target instanceof HTMLElement) || target.contains(document.activeElement)) return;
  focusOnce(target);
}

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
  const origin = useRef<Origin | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      {/* Unmounted here, since Radix renders once more before it does: a sheet leaves as it was, whatever it would show next. */}
      {open && (
        <>
          <Dialog.Portal>
            <Dialog.Overlay className={css.backdrop}>
              <ExitAnimation />
            </Dialog.Overlay>
          </Dialog.Portal>
          <AfterFrame>
            <Dialog.Portal>
              <Dialog.Content
                key={step}
                ref={panel}
                className={cx(css.sheet, css.sides[side], tall && css.tall, steady && css.steady)}
                aria-describedby={undefined}
                onInteractOutside={ignoreToasts}
                // Recorded before Radix moves the focus: a field of the sheet may have taken it first.
                onFocus={({ relatedTarget, currentTarget }) => {
                  origins.set(currentTarget, origin);
                  if (relatedTarget && !currentTarget.contains(relatedTarget))
                    origin.current ??= originOf(relatedTarget);
                }}
                onCloseAutoFocus={(event) => {
                  event.preventDefault();
                  // A step that follows has taken the focus.
                  if (panel.current) return;
                  // Radix calls this in a timer: meanwhile the focus may have moved, or another sheet may have opened.
                  const { activeElement } = document;
                  const next = activeElement?.closest('[role=dialog]');
                  const nextOrigin = next && origins.get(next);
                  if (nextOrigin) nextOrigin.current ??= origin.current;
                  else if (origin.current && activeElement === document.body) restoreFocus(origin.current);
                  origin.current = null;
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
                <ExitAnimation />
              </Dialog.Content>
            </Dialog.Portal>
          </AfterFrame>
        </>
      )}
    </Dialog.Root>
  );
}

/** Toasts are above the sheet: using one does not close it, even when the click removes the toast. */
function ignoreToasts(event: { preventDefault: () => void; detail: { originalEvent: Event } }) {
  if (isInToast(event.detail.originalEvent.target)) event.preventDefault();
}
