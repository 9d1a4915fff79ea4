import type { SnapshotFrom } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import type { Item } from '#contract/models.ts';
import { optionsInOrder, shownValues } from '#domain/bet/pending-values.ts';
import type { BetActor } from '#machines/bet.ts';
import { winnersOf } from './item-display.ts';

type Snapshot = Pick<SnapshotFrom<BetActor>, 'matches' | 'hasTag' | 'context'>;

/** What became of a bet: what is saved, why it was refused, or the item's result. */
export type BetNews =
  | { readonly kind: 'saved'; readonly picks: readonly string[] }
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** Empty for a poll. `points`: the caller's, null without a bet. */
  | { readonly kind: 'result'; readonly result: readonly string[]; readonly points: number | null };

/** An option with its digit or its votes; the name alone where it is chosen or not. */
const inWords = (type: Item['type'], name: string, value: number) =>
  type === 'vote' ? name : `${name} ${value}`;

function picksOf({ context: { item, pendingValues } }: Snapshot): string[] {
  const values = shownValues(item, pendingValues);
  return optionsInOrder(item).flatMap(({ id, name }) =>
    values[id] === undefined ? [] : [inWords(item.type, name, values[id])],
  );
}

function resultOf(item: Item): string[] {
  if (item.type === 'vote' || item.type === 'balance') return winnersOf(item).map(({ name }) => name);
  return optionsInOrder(item).flatMap(({ name, result }) =>
    result === null ? [] : [inWords(item.type, name, result)],
  );
}

/** A result, or another one than stood, with other points perhaps. */
function hasNewResult(before: Item, after: Item): boolean {
  const values = (item: Item) => optionsInOrder(item).map(({ result }) => result);
  return (
    after.status === 'ended' &&
    (before.status !== 'ended' ||
      before.pts !== after.pts ||
      String(values(before)) !== String(values(after)))
  );
}

/** What a change of a bet tells. A save that another one follows at once is not told. */
export function betNews(before: Snapshot, after: Snapshot): BetNews[] {
  const news: BetNews[] = [];
  const { failure, item } = after.context;
  if (before.matches('saving') && !after.matches('saving') && !failure) {
    const picks = picksOf(after);
    if (picks.length > 0) news.push({ kind: 'saved', picks });
  }
  if (!before.hasTag('refused') && after.hasTag('refused') && failure)
    news.push({ kind: 'refused', failure });
  if (hasNewResult(before.context.item, item))
    news.push({
      kind: 'result',
      result: resultOf(item),
      points: picksOf(after).length === 0 ? null : (item.pts ?? 0),
    });
  return news;
}
