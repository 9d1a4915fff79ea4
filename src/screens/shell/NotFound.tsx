import { Link } from '@tanstack/react-router';
import { useT } from '#i18n/react.tsx';
import { buttonClass } from '#ui/primitives/Button.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';

/** Unknown address. */
export function NotFound() {
  const t = useT();
  return (
    <EmptyState
      whole
      title={t('failure.not_found')}
      action={
        <Link to="/main" className={buttonClass({ tone: 'quiet' })}>
          {t('tabMain')}
        </Link>
      }
    />
  );
}
