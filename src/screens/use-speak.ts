import type { MessageKey } from '#i18n/keys.ts';
import type { ToastRequest } from '#machines/toasts.ts';
import { useAppChild } from './app-context.tsx';

/** Gives a function that announces a message to screen readers, politely and once. */
export function useSpeak(): (message: MessageKey, values: NonNullable<ToastRequest['values']>) => void {
  const toasts = useAppChild('toasts');
  return (message, values) => toasts.send({ type: 'toast.show', toast: { kind: 'spoken', message, values } });
}
