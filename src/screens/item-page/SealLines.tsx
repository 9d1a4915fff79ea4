import { CatchBoundary } from '@tanstack/react-router';
import { deferredComponent } from '#screens/deferred-component.ts';
import * as css from './SealLines.css.ts';

const OwnSeal = deferredComponent(async () => (await import('#screens/seals/OwnSeal.tsx')).OwnSeal);
const SealCheck = deferredComponent(async () => (await import('#screens/seals/SealCheck.tsx')).SealCheck);

const Nothing = () => null;

/** Place of the seal of the caller's picks; empty where its code cannot be loaded. */
export function OwnSealLine({ item }: { item: number }) {
  return (
    <div className={css.own}>
      <CatchBoundary getResetKey={() => item} errorComponent={Nothing}>
        <OwnSeal item={item} />
      </CatchBoundary>
    </div>
  );
}

/** Place of the check of everybody's seals. */
export function SealCheckLine({ item, league }: { item: number; league: number }) {
  return (
    <div className={css.check}>
      <CatchBoundary getResetKey={() => item} errorComponent={Nothing}>
        <SealCheck item={item} league={league} />
      </CatchBoundary>
    </div>
  );
}
