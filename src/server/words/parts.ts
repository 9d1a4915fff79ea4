import type { Standing } from '#server/notification-texts.ts';

/** What the words of every language are put together from. */

export const short = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

/** Several parts in one line; an empty one leaves no trace. */
export const joined = (...parts: string[]) => parts.filter(Boolean).join(' · ');

/** Kept together whatever is beside it: a Latin name in a Hebrew line must not take a neighbour's number along. */
const apart = (name: string) => `\u2068${name}\u2069`;

/** A result in words that read the same from either side: each number after its own name, never one beside another. */
export function standing({ layout, options }: Standing, nobody: string): string {
  const known = options.filter(({ result }) => result !== null);
  if (layout === 'home/away' || layout === 'bets')
    return known.map(({ name, result }) => `${apart(name)} ${result}`).join(', ');
  const winners = known.filter(({ result }) => result === 1).map(({ name }) => apart(name));
  return winners.join(', ') || nobody;
}
