import { deferredComponent } from '#screens/deferred-component.ts';
import { DeferredPlace } from './DeferredPlace.tsx';
import * as css from './SealLines.css.ts';

const OwnSeal = deferredComponent(async () => (await import('./item-parts.ts')).OwnSeal);
const SealCheck = deferredComponent(async () => (await import('./item-parts.ts')).SealCheck);

/** Place of the seal of the caller's picks. */
export function OwnSealLine({ item }: { item: number }) {
  return (
    <DeferredPlace className={css.own} item={item}>
      <OwnSeal item={item} />
    </DeferredPlace>
  );
}

/** Place of the check of everybody's seals. */
export function SealCheckLine({ item, league }: { item: number; league: number }) {
  return (
    <DeferredPlace className={css.check} item={item}>
      <SealCheck item={item} league={league} />
    </DeferredPlace>
  );
}
