import type { SnapshotFrom } from 'xstate';
import type { Item } from '#contract/models.ts';
import type { MessageKey } from '#i18n/keys.ts';
import type { ResultDraft, resultEntry } from '#machines/result-entry.ts';

/** What the owner is in the middle of saying. */
export type ResultStep = 'start' | 'void' | 'result';

export function stepOf(snapshot: SnapshotFrom<typeof resultEntry>): ResultStep | null {
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

/** The item as it would be with other results: those that were typed, or those that a step of its life left behind. */
export function withResults(item: Item, results: Readonly<Record<string, number>>): Item {
  const options = Object.entries(item.options).map(([id, option]) => [
    id,
    { ...option, result: results[id] ?? null },
  ]);
  return { ...item, options: Object.fromEntries(options) };
}

/** What outlives a reload of a half typed result. Once another was first, the page that comes back has to be told so again. */
export function draftOf(snapshot: SnapshotFrom<typeof resultEntry>): ResultDraft | null {
  if (stepOf(snapshot) !== 'result') return null;
  const { version, typed } = snapshot.context;
  return { version: snapshot.matches('conflicted') ? 0 : version, typed };
}

/** What was kept, as far as it speaks of this item's options. */
export function readDraft(kept: unknown, item: Item): ResultDraft | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const { version, typed } = kept as Partial<Record<keyof ResultDraft, unknown>>;
  if (typeof version !== 'number' || typeof typed !== 'object' || typed === null) return undefined;
  const known = Object.entries(typed).filter(
    (one): one is [string, number] => one[0] in item.options && Number.isInteger(one[1]),
  );
  return { version, typed: Object.fromEntries(known) };
}
