import { useT } from '#i18n/react.tsx';
import { useMe } from '#screens/app-context.tsx';
import { RouteButton } from '#screens/RouteButton.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { lazyComponent } from '#ui/primitives/lazy-component.tsx';

/** Lazy, so that the first page's code does not name the chunks of its parts. */
const StaffTabs = lazyComponent(async () => (await import('./StaffTabs.tsx')).StaffTabs);

/** Route `/staff`. */
export function StaffScreen() {
  return useMe()?.is_staff ? <StaffTabs /> : <StaffOnly />;
}

/** For everyone else, and for staff from the moment they lose the role. */
function StaffOnly() {
  const t = useT();
  return (
    <EmptyState
      whole
      art="league"
      title={t('staffOnly')}
      text={t('staffOnlyText')}
      action={<RouteButton to="/main">{t('tabMain')}</RouteButton>}
    />
  );
}
