import { useMe } from '#screens/app-context.tsx';
import { NotFound } from '#screens/shell/NotFound.tsx';
import { lazyComponent } from '#ui/primitives/lazy-component.tsx';

/** By itself, so that the first page does not list its parts. */
const StaffTabs = lazyComponent(async () => (await import('./StaffTabs.tsx')).StaffTabs);

/** Route `/staff`; for everyone else it is not there. */
export function StaffScreen() {
  return useMe()?.is_staff ? <StaffTabs /> : <NotFound />;
}
