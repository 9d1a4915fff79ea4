import { useSelector } from '@xstate/react';
import { useI18n } from '#i18n/react.tsx';
import { shownToasts } from '#machines/toasts.ts';
import { useAppChild } from '#screens/app-context.tsx';
import { Toasts } from '#ui/feedback/Toasts.tsx';

/** The app's toasts; their timers pause while one is hovered or focused. */
export function ToastRegion() {
  const { tName } = useI18n();
  const toasts = useAppChild('toasts');
  const context = useSelector(toasts, (snapshot) => snapshot.context);
  return (
    <Toasts
      toasts={shownToasts(context).map(({ id, kind, message, values, action }) => ({
        id,
        tone: kind === 'success' ? 'won' : 'missed',
        text: tName(message, values),
        ...(action && {
          action: {
            label: tName(action.label),
            onPress: () => toasts.send({ type: 'toast.act', id }),
          },
        }),
      }))}
      onDismiss={(id) => toasts.send({ type: 'toast.dismiss', id: Number(id) })}
      onPause={() => toasts.send({ type: 'attention.held' })}
      onResume={() => toasts.send({ type: 'attention.released' })}
    />
  );
}
