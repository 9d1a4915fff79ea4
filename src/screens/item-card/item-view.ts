import { limits } from '#contract/limits.ts';
import type { Item, ItemOption } from '#contract/models.ts';
import { optionsInOrder } from '#domain/bet/pending-values.ts';
import type { Dates } from '#i18n/dates.ts';

/** Both sides of a match, or null where the item is none. */
export function sidesOf(item: Item): readonly [home: ItemOption, away: ItemOption] | null {
  const [home, away] = optionsInOrder(item);
  return item.type === 'home/away' && home && away ? [home, away] : null;
}

/** A result stands and can be shown. */
export const hasResult = (item: Item): boolean =>
  item.ended && optionsInOrder(item).some(({ result }) => result !== null);

/** Of a vote or a balance. */
export const hasWon = ({ result }: ItemOption): boolean => result !== null && result > 0;

/** The options that won: of a vote or a balance. */
export const winnersOf = (item: Item): ItemOption[] => optionsInOrder(item).filter(hasWon);

/** How the caller came out of it: `exact` only where every digit was right. Null while nothing is known, or of a poll. */
export function outcomeOf(item: Item): 'exact' | 'hit' | 'missed' | null {
  if (item.result === null) return null;
  if (item.result === 'faild') return 'missed';
  return item.ptsDetails.reason?.code === 'exact' ? 'exact' : 'hit';
}

export type Closing =
  | { readonly state: 'live' }
  | { readonly state: 'closed' }
  | { readonly state: 'void' }
  | { readonly state: 'soon'; readonly until: number }
  | { readonly state: 'today'; readonly date: string };

/** Its time where it matters: it is on, it has just closed, it closes within the hour or today. Else null: nobody needs it yet. */
export function closingOf(item: Item, now: number, { formatDay }: Pick<Dates, 'formatDay'>): Closing | null {
  if (item.status === 'void') return { state: 'void' };
  if (item.status === 'ended') return null;
  if (item.status === 'started') return { state: 'live' };
  if (item.date === null) return null;
  const until = Date.parse(item.date);
  if (until <= now) return { state: 'closed' };
  if (until - now <= limits.closingSoon) return { state: 'soon', until };
  return formatDay(item.date) === formatDay(now) ? { state: 'today', date: item.date } : null;
}

/** A whole percentage of all votes, for a bar's length. */
export function shareOf(option: ItemOption, all: readonly ItemOption[]): number {
  const total = all.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  return total === 0 ? 0 : Math.round(((option.amount ?? 0) * 100) / total);
}

/** What is said of where it stands, where its way of showing time has that. */
export const statusOf = ({ details }: Item): string =>
  details.gameTimeAndStatusDisplayType === 0 ? '' : details.shortStatusText;

/** Its own text for its time, or none where only its status is told. */
export const gameTimeOf = (item: Item): string => (isStatusAlone(item) ? '' : item.details.gameTimeDisplay);

/** Its time is not told: where it stands says enough. */
export const isStatusAlone = (item: Item): boolean =>
  item.details.gameTimeAndStatusDisplayType === 2 && statusOf(item) !== '';

/** What the item asks, in words of its own: a name that only lists its options asks nothing that they do not. */
export function questionOf(item: Item): string {
  const listed = optionsInOrder(item)
    .map(({ name }) => name)
    .join(' · ');
  return item.description || (item.name === listed ? '' : item.name);
}
