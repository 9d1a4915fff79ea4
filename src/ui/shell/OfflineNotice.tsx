import { CloudOff } from 'lucide-react';
import { useT } from '#i18n/react.tsx';
import * as css from './OfflineNotice.css.ts';

type Props = {
  offline: boolean;
  /** The number of items with picks that could not be sent. */
  waiting?: number;
};

/** Notice that the device is offline, or that picks wait for a server that does not answer; empty otherwise. */
export function OfflineNotice({ offline, waiting = 0 }: Props) {
  const t = useT();
  return (
    <div role="status" className={css.region}>
      {(offline || waiting > 0) && (
        <p className={css.notice}>
          <CloudOff size={16} />
          <span>
            {waiting === 0
              ? t('offlineQuiet')
              : t(offline ? 'offlineWaiting' : 'picksHeld', { count: waiting })}
          </span>
        </p>
      )}
    </div>
  );
}
