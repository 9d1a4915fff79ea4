import { useMe } from '#screens/app-context.tsx';
import { NotFound } from '#screens/shell/NotFound.tsx';
import { lazyComponent } from '#ui/primitives/lazy-component.tsx';

/** Lazy, so that the first page's code does not name the chunks of its parts. */
const StaffTabs = lazyComponent(async () => (await import('./StaffTabs.tsx')).StaffTabs);

/** Route `/staff`; not found for everyone else. */
export function StaffScreen() {
  return useMe()?.is_staff ? <StaffTabs /> : <NotFound />;
}
