import { RotateCw } from 'lucide-react';
import { useT } from '#i18n/react.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import * as css from './EmptyState.css.ts';

type Props = {
  title?: string;
  /** What failed. */
  text: string;
  /** What is not affected. */
  safe?: string;
  onRetry?: () => void;
  busy?: boolean;
};

/** Error state: what failed, what is not affected, and a retry. */
export function ErrorState({ title, text, safe, onRetry, busy = false }: Props) {
  const t = useT();
  return (
    <div className={css.empty} role="alert">
      <p className={css.title}>{title ?? t('failureTitle')}</p>
      <p className={css.text}>{text}</p>
      {safe && <p className={css.text}>{safe}</p>}
      {onRetry && (
        <div className={css.action}>
          <Button tone="quiet" busy={busy} onClick={onRetry} icon={<RotateCw size={18} aria-hidden="true" />}>
            {t('retry')}
          </Button>
        </div>
      )}
    </div>
  );
}
