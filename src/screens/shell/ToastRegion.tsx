import { useSelector } from '@xstate/react';
import { useI18n } from '#i18n/react.tsx';
import { shownToasts, spokenToasts } from '#machines/toasts.ts';
import { useAppChild } from '#screens/app-context.tsx';
import { Toasts } from '#ui/feedback/Toasts.tsx';

/** The app's toasts; their timers pause while one is hovered or focused. */
export function ToastRegion() {
  const { tName } = useI18n();
  const toasts = useAppChild('toasts');
  const context = useSelector(toasts, (snapshot) => snapshot.context);
  return (
    <Toasts
      spoken={spokenToasts(context).map(({ id, message, values }) => ({ id, text: tName(message, values) }))}
      toasts={shownToasts(context).map(({ id, kind, message, values, reason }) => ({
        id,
        tone: kind === 'success' ? 'won' : 'missed',
        text: tName(message, reason ? { ...values, what: tName(`failure.${reason}`) } : values),
      }))}
      onDismiss={(id) => toasts.send({ type: 'toast.dismiss', id: Number(id) })}
      onPause={() => toasts.send({ type: 'attention.gained' })}
      onResume={() => toasts.send({ type: 'attention.lost' })}
    />
  );
}
