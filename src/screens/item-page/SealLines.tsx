import { CatchBoundary } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { deferredComponent } from '#screens/deferred-component.ts';
import { useIsOffline } from '#screens/shell/OfflineBanner.tsx';
import * as css from './SealLines.css.ts';

const OwnSeal = deferredComponent(async () => (await import('#screens/seals/OwnSeal.tsx')).OwnSeal);
const SealCheck = deferredComponent(async () => (await import('#screens/seals/SealCheck.tsx')).SealCheck);

const Nothing = () => null;

type PlaceProps = { className: string; item: number; children: ReactNode };

/** Empty where its code cannot be loaded; tried again once the line is back. */
function Place({ className, item, children }: PlaceProps) {
  const offline = useIsOffline();
  return (
    <div className={className}>
      <CatchBoundary getResetKey={() => `${item} ${offline}`} errorComponent={Nothing}>
        {children}
      </CatchBoundary>
    </div>
  );
}

/** Place of the seal of the caller's picks. */
export function OwnSealLine({ item }: { item: number }) {
  return (
    <Place className={css.own} item={item}>
      <OwnSeal item={item} />
    </Place>
  );
}

/** Place of the check of everybody's seals. */
export function SealCheckLine({ item, league }: { item: number; league: number }) {
  return (
    <Place className={css.check} item={item}>
      <SealCheck item={item} league={league} />
    </Place>
  );
}
