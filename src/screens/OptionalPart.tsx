import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsOffline } from './shell/OfflineBanner.tsx';

const Nothing = () => null;

type Props = {
  className: string;
  /** Id of what it is about. */
  of: number;
  children: ReactNode;
};

/** Place of a part that a screen can do without: empty where its code cannot be loaded, tried again once the line is back. */
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
