import type { ToastRequest } from '#machines/toasts.ts';
import { useApp, useAppChild } from './app-context.tsx';

type ShowSuccess = (message?: string, values?: NonNullable<ToastRequest['values']>) => void;

/** Gives a function that shows a toast of success. */
export function useShowSuccess(): ShowSuccess {
  const toasts = useAppChild('toasts');
  return (message = 'saved', values) =>
    toasts.send({ type: 'toast.show', toast: { kind: 'success', message, ...(values && { values }) } });
}

/** Gives a function to call after saving something the app data contain: it shows a toast of success and refetches them. */
export function useReportSaved(): ShowSuccess {
  const app = useApp();
  const showSuccess = useShowSuccess();
  return (...toast) => {
    showSuccess(...toast);
    app.send({ type: 'data.refresh' });
  };
}
