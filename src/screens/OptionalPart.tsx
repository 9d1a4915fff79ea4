import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsOffline } from './shell/OfflineBanner.tsx';

const Nothing = () => null;

type Props = {
  className: string;
  /** Id of what the part is about; another id mounts it again. */
  of: number;
  children: ReactNode;
};

/** Boundary of a part that a screen can do without: empty if its code cannot be loaded, retried once the connection is back. */
export function OptionalPart({ className, of, children }: Props) {
  const offline = useIsOffline();
  return (
    <div className={className}>
      <CatchBoundary getResetKey={() => `${of} ${offline}`} errorComponent={Nothing}>
        {children}
      </CatchBoundary>
    </div>
  );
}
