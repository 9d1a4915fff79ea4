import type { Item } from '#contract/models.ts';
import { optionsInOrder } from '#domain/bet/pending-values.ts';
import { winnersOf } from './item-display.ts';

/** An option with its digit or votes; the name alone in a layout where it is only chosen. */
const inWords = (type: Item['type'], name: string, value: number) =>
  type === 'vote' ? name : `${name} ${value}`;

/** The caller's saved picks. */
export const picksInWords = (item: Item): string[] =>
  optionsInOrder(item).flatMap(({ name, value }) =>
    value === null ? [] : [inWords(item.type, name, value)],
  );

/** The result; empty for a poll. */
export function resultInWords(item: Item): string[] {
  if (item.type === 'vote' || item.type === 'balance') return winnersOf(item).map(({ name }) => name);
  return optionsInOrder(item).flatMap(({ name, result }) =>
    result === null ? [] : [inWords(item.type, name, result)],
  );
}
