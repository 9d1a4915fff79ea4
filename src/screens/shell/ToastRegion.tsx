import { useSelector } from '@xstate/react';
import { useI18n } from '#i18n/react.tsx';
import { shownToasts, spokenToasts, type ToastRequest } from '#machines/toasts.ts';
import { useAppChild } from '#screens/app-context.tsx';
import { Toasts } from '#ui/feedback/Toasts.tsx';

/** The app's toasts; their timers pause while one is hovered or focused. */
export function ToastRegion() {
  const { tName } = useI18n();
  const toasts = useAppChild('toasts');
  const context = useSelector(toasts, (snapshot) => snapshot.context);
  const textOf = ({ message, values, reason }: ToastRequest) =>
    tName(message, reason ? { ...values, what: tName(`failure.${reason}`) } : values);
  return (
    <Toasts
      spoken={spokenToasts(context).map((toast) => ({ id: toast.id, text: textOf(toast) }))}
      toasts={shownToasts(context).map((toast) => ({
        id: toast.id,
        tone: toast.kind === 'success' ? 'won' : 'missed',
        text: textOf(toast),
      }))}
      onDismiss={(id) => toasts.send({ type: 'toast.dismiss', id: Number(id) })}
      onPause={() => toasts.send({ type: 'attention.gained' })}
      onResume={() => toasts.send({ type: 'attention.lost' })}
    />
  );
}
