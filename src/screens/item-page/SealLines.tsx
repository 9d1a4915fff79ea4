import { deferredComponent } from '#screens/deferred-component.ts';
import { OptionalPart } from '#screens/OptionalPart.tsx';
import * as css from './SealLines.css.ts';

const OwnSeal = deferredComponent(async () => (await import('./item-parts.ts')).OwnSeal);
const SealCheck = deferredComponent(async () => (await import('./item-parts.ts')).SealCheck);

/** Boundary of the seal of the caller's bets, loaded on demand. */
export function OwnSealLine({ item }: { item: number }) {
  return (
    <OptionalPart className={css.own} of={item}>
      <OwnSeal item={item} />
    </OptionalPart>
  );
}

/** Boundary of the check of all seals, loaded on demand. */
export function SealCheckLine({ item, league }: { item: number; league: number }) {
  return (
    <OptionalPart className={css.check} of={item}>
      <SealCheck item={item} league={league} />
    </OptionalPart>
  );
}
