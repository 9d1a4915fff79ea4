import { CloudOff } from 'lucide-react';
import { useT } from '#i18n/react.tsx';
import * as css from './OfflineNotice.css.ts';

/** Offline notice; `waiting` is the number of items with picks that could not be sent. */
export function OfflineNotice({ shown, waiting = 0 }: { shown: boolean; waiting?: number }) {
  const t = useT();
  return (
    <div role="status" className={css.region}>
      {shown && (
        <p className={css.notice}>
          <CloudOff size={16} />
          <span>{waiting > 0 ? t('offlineWaiting', { count: waiting }) : t('offlineQuiet')}</span>
        </p>
      )}
    </div>
  );
}
