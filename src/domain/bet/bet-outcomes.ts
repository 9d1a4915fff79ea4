import type { Failure } from '#contract/failures.ts';
import type { Item } from '#contract/models.ts';
import { hasChanges, hasPending, isOpen, type BetDraft } from './bet-draft.ts';
import { optionsInOrder, type PendingValues } from './pending-values.ts';

/** What became of a bet: it was saved, refused, or settled by a result. */
export type BetOutcome =
  | { type: 'bet.saved'; item: Item }
  | { type: 'bet.refused'; item: Item; failure: Failure }
  | { type: 'bet.settled'; item: Item };

/** Sent by a bet to the registry: picks to store on the device, whether the bet waits for a connection, and its outcomes. */
export type BetReport =
  | { type: 'draft.changed'; item: number; pendingValues: PendingValues }
  | { type: 'pick.waiting'; item: number; waiting: boolean }
  | { type: 'bet.reported'; outcome: BetOutcome };

/** The outcome of a save; none if another save follows immediately, or if later picks missed the deadline. */
export const outcomesOfSave = (draft: BetDraft): readonly BetOutcome[] =>
  (isOpen(draft) ? hasChanges(draft) : hasPending(draft)) ? [] : [{ type: 'bet.saved', item: draft.item }];

type Refused = { readonly item: Item; readonly failure: Failure | null };
export const outcomesOfRefusal = ({ item, failure }: Refused): readonly BetOutcome[] =>
  failure ? [{ type: 'bet.refused', item, failure }] : [];

const resultsOf = (item: Item) => optionsInOrder(item).map(({ result }) => result);

/** The outcome of a result: the first one, or a correction; none for an unchanged one. */
export function outcomesOfResult({ item: before }: BetDraft, item: Item | undefined): readonly BetOutcome[] {
  const isNew =
    item?.status === 'ended' &&
    (before.status !== 'ended' ||
      before.pts !== item.pts ||
      String(resultsOf(before)) !== String(resultsOf(item)));
  return isNew ? [{ type: 'bet.settled', item }] : [];
}
