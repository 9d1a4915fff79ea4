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

/** Error state: what failed, and a retry. Offline it is not presented as an error: one line says it. */
export function ErrorState({ title, failure, onRetry }: Props) {
  const t = useT();
  const heading = title ?? (failure.kind === 'offline' ? null : t('failureTitle'));
  return (
    <div className={css.empty} role="alert">
      {heading !== null && <p className={css.title}>{heading}</p>}
      <p className={css.text}>{t(`failure.${failure.kind}`)}</p>
      <div className={css.action}>
        <Button tone="quiet" onClick={onRetry} icon={<RotateCw size={18} />}>
          {t('retry')}
        </Button>
      </div>
    </div>
  );
}
