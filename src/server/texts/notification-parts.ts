import type { ResultSummary } from './notifications.ts';

/** What the words of every language are put together from. */

export const truncate = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

/** Several parts in one line; an empty one leaves no trace. */
export const joinParts = (...parts: string[]) => parts.filter(Boolean).join(' · ');

/** Kept together whatever is beside it: a Latin name in a Hebrew line must not take a neighbour's number along. */
const isolate = (name: string) => `\u2068${name}\u2069`;

/** A result in words that read the same from either side: each number after its own name, never one beside another. */
export function resultText({ layout, options }: ResultSummary, nobody: string): string {
  const known = options.filter(({ result }) => result !== null);
  if (layout === 'home/away' || layout === 'bets')
    return known.map(({ name, result }) => `${isolate(name)} ${result}`).join(', ');
  const winners = known.filter(({ result }) => result === 1).map(({ name }) => isolate(name));
  return winners.join(', ') || nobody;
}
