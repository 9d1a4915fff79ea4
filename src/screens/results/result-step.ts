import type { SnapshotFrom } from 'xstate';
import type { Item } from '#contract/models.ts';
import type { MessageKey } from '#i18n/keys.ts';
import type { resultEntry } from '#machines/result-entry.ts';

/** The step in progress. */
export type ResultStep = 'start' | 'void' | 'result';

export function stepOf(snapshot: SnapshotFrom<typeof resultEntry>): ResultStep | null {
  if (snapshot.matches('idle') || snapshot.matches('loading')) return null;
  const { pendingResult } = snapshot.context;
  return typeof pendingResult === 'string' ? pendingResult : 'result';
}

export const stepTitle: Record<ResultStep, MessageKey> = {
  start: 'startAsk',
  void: 'voidAsk',
  result: 'InsertItemResults',
};

/** Whether the result is a choice of options. */
export const isOptionResult = (item: Item): boolean =>
  item.type === 'vote' || (item.type === 'balance' && item.rules['decided_by'] !== 'crowd');

/** Whether the votes decide the result, so that none is typed. */
export const isByCrowd = (item: Item): boolean => item.type === 'balance' && !isOptionResult(item);

/** Whether the typed result ends a vote as a poll, without points. */
export const isPoll = (item: Item, typed: Readonly<Record<number, number>>): boolean =>
  item.type === 'vote' && !Object.values(typed).includes(1);

/** Whether the result can be changed: a final one of a league with objections by `staff` alone. */
export const isChangeable = ({ final }: Item, staff: boolean): boolean => final !== true || staff;

/** The item with other results: typed ones, or those of a timeline step. */
export function withResults(item: Item, results: Readonly<Record<string, number>>): Item {
  const options = Object.entries(item.options).map(([id, option]) => [
    id,
    { ...option, result: results[id] ?? null },
  ]);
  return { ...item, options: Object.fromEntries(options) };
}
