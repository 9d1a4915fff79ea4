import { useT } from '#i18n/react.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';

/** Unknown address. */
export function NotFound() {
  const t = useT();
  return (
    <EmptyState
      whole
      art="league"
      title={t('failure.not_found')}
      action={
        <RouteButton to="/main" tone="quiet">
          {t('tabMain')}
        </RouteButton>
      }
    />
  );
}
