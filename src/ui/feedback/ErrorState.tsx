import { RotateCw } from 'lucide-react';
import type { Failure } from '#contract/failures.ts';
import { useT } from '#i18n/react.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import * as css from './EmptyState.css.ts';

type Props = {
  title?: string;
  failure: Failure;
  onRetry: () => void;
};

/** Error state: what failed, and a retry. Offline it is not presented as an error. */
export function ErrorState({ title, failure, onRetry }: Props) {
  const t = useT();
  return (
    <div className={css.empty} role="alert">
      <p className={css.title}>{title ?? t(failure.kind === 'offline' ? 'offline' : 'failureTitle')}</p>
      <p className={css.text}>{t(`failure.${failure.kind}`)}</p>
      <div className={css.action}>
        <Button tone="quiet" onClick={onRetry} icon={<RotateCw size={18} />}>
          {t('retry')}
        </Button>
      </div>
    </div>
  );
}
