import type { Failure } from '#contract/failures.ts';
import type { Item } from '#contract/models.ts';
import { hasChanges, hasPending, isOpen, type BetDraft } from './bet-draft.ts';
import { optionsInOrder, type PendingValues } from './pending-values.ts';

/** What became of a bet: what is saved, why it was refused, or the item's result. */
export type BetNews =
  | { type: 'bet.saved'; item: Item }
  | { type: 'bet.refused'; item: Item; failure: Failure }
  | { type: 'bet.settled'; item: Item };

/** To the registry: what is to be stored on the device, whether the bet waits for a connection, and its news. */
export type BetReport =
  | { type: 'draft.changed'; item: number; pendingValues: PendingValues }
  | { type: 'pick.waiting'; item: number; waiting: boolean }
  | { type: 'bet.reported'; news: BetNews };

/** A save is told, but for one that another follows at once, or whose rest came too late. */
export const newsOfSave = (draft: BetDraft): readonly BetNews[] =>
  (isOpen(draft) ? hasChanges(draft) : hasPending(draft)) ? [] : [{ type: 'bet.saved', item: draft.item }];

type Refused = { readonly item: Item; readonly failure: Failure | null };
export const newsOfRefusal = ({ item, failure }: Refused): readonly BetNews[] =>
  failure ? [{ type: 'bet.refused', item, failure }] : [];

const resultsOf = (item: Item) => optionsInOrder(item).map(({ result }) => result);

/** A result is told, and another one than stood, with other points perhaps; one that stands already is not. */
export function newsOfResult({ item: before }: BetDraft, item: Item | undefined): readonly BetNews[] {
  const isNews =
    item?.status === 'ended' &&
    (before.status !== 'ended' ||
      before.pts !== item.pts ||
      String(resultsOf(before)) !== String(resultsOf(item)));
  return isNews ? [{ type: 'bet.settled', item }] : [];
}
