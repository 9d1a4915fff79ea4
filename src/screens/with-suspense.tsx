import { Suspense, type ComponentType, type ReactNode } from 'react';

/** The component within a Suspense boundary of its own. */
export const withSuspense =
  <Props extends object>(Suspending: ComponentType<Props>, fallback?: ReactNode) =>
  (props: Props): ReactNode => (
    <Suspense fallback={fallback}>
      <Suspending {...props} />
    </Suspense>
  );
