import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useIsOffline } from '#screens/shell/OfflineBanner.tsx';

type Props = { className: string; item: number; children: ReactNode };

const Nothing = () => null;

/** Place of a deferred part of an item's page: empty where its code cannot be loaded; tried again once the line is back. */
export function DeferredPlace({ className, item, children }: Props) {
  const offline = useIsOffline();
  return (
    <div className={className}>
      <CatchBoundary getResetKey={() => `${item} ${offline}`} errorComponent={Nothing}>
        {children}
      </CatchBoundary>
    </div>
  );
}
