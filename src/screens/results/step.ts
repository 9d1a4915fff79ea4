import type { SnapshotFrom } from 'xstate';
import type { Item } from '#contract/models.ts';
import type { MessageKey } from '#i18n/keys.ts';
import type { results } from '#machines/results.ts';

/** What the owner is in the middle of saying. */
export type ResultStep = 'start' | 'void' | 'result';

export function stepOf(snapshot: SnapshotFrom<typeof results>): ResultStep | null {
  if (snapshot.matches('idle')) return null;
  if (snapshot.matches('confirmingStart') || snapshot.context.value === 'start') return 'start';
  if (snapshot.matches('confirmingVoid') || snapshot.context.value === 'void') return 'void';
  return 'result';
}

export const stepTitle: Record<ResultStep, MessageKey> = {
  start: 'startAsk',
  void: 'voidAsk',
  result: 'resultTitle',
};

/** Whether a result is given by ticking what came true. */
export const isTicked = (item: Item): boolean =>
  item.type === 'vote' || (item.type === 'balance' && item.rules['decided_by'] !== 'crowd');
