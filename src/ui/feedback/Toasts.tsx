import { TriangleAlert, X } from 'lucide-react';
import { useT } from '#i18n/react.tsx';
import { Geresh } from '#ui/primitives/Geresh.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { ExitAnimation } from '#ui/primitives/ExitAnimation.tsx';
import { VisuallyHidden } from '#ui/primitives/Stack.tsx';
import * as css from './Toasts.css.ts';
import { cx } from '#ui/primitives/cx.ts';

export type Toast = {
  readonly id: string | number;
  readonly tone: keyof typeof css.tones;
  readonly text: string;
};

const toastElements = new WeakSet<Element>();
const rememberToast = (element: Element | null) => void (element && toastElements.add(element));

/** Whether an event's target is in a toast, also after the event has removed it. */
export function isInToast(target: EventTarget | null): boolean {
  for (let element = target instanceof Element ? target : null; element; element = element.parentElement)
    if (toastElements.has(element)) return true;
  return false;
}

type Props = {
  toasts: readonly Toast[];
  /** For screen readers alone. */
  spoken?: readonly Pick<Toast, 'id' | 'text'>[];
  onDismiss: (id: Toast['id']) => void;
  /** A toast is hovered or focused. */
  onPause?: () => void;
  onResume?: () => void;
};

/** Toast region. Always mounted, so that new toasts are announced; their timers are the machine's. */
export function Toasts({ toasts, spoken = [], onDismiss, onPause, onResume }: Props) {
  const t = useT();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- nothing to press: the handlers only detect hover and focus.
    <div
      className={css.region}
      role="log"
      aria-live="polite"
      aria-label={t('messages')}
      // Not entering: once one was dismissed, the pointer is over the next without having entered.
      onPointerOver={onPause}
      onPointerLeave={onResume}
      onFocus={onPause}
      onBlur={onResume}
    >
      {spoken.map(({ id, text }) => (
        <VisuallyHidden key={id}>
          <bdi>{text}</bdi>
        </VisuallyHidden>
      ))}
      {toasts.map((toast) => (
        <div
          key={toast.id}
          ref={rememberToast}
          className={cx(css.toast, css.tones[toast.tone])}
          role={toast.tone === 'missed' ? 'alert' : undefined}
          data-toast={toast.tone}
        >
          <span className={css.icon}>
            {toast.tone === 'missed' ? <TriangleAlert size={20} /> : <Geresh drawn />}
          </span>
          <span className={css.text}>
            <bdi>{toast.text}</bdi>
          </span>
          <IconButton label={t('close')} size="small" onClick={() => onDismiss(toast.id)}>
            <X size={18} />
          </IconButton>
          <ExitAnimation />
        </div>
      ))}
    </div>
  );
}
