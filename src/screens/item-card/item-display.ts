import { limits } from '#contract/limits.ts';
import type { Item, ItemOption, Post } from '#contract/models.ts';
import { headlineOf } from '#domain/game-name.ts';
import { optionsInOrder } from '#domain/bet/pending-values.ts';
import type { DateFormatters } from '#i18n/dates.ts';

/** Home and away of a match; null for other layouts. */
export function sidesOf(item: Item): readonly [home: ItemOption, away: ItemOption] | null {
  const [home, away] = optionsInOrder(item);
  return item.type === 'home/away' && home && away ? [home, away] : null;
}

/** Whether there is a result to show. */
export const hasResult = (item: Item): boolean =>
  item.ended && optionsInOrder(item).some(({ result }) => result !== null);

/** The running score of a match, as its source reports it; null if it is unknown, or final. */
export const runningScoreOf = ({ status, details: { source } }: Item) =>
  status === 'started' ? (source?.score ?? null) : null;

/** Whether an option of a vote or balance won. */
export const hasWon = ({ result }: ItemOption): boolean => result !== null && result > 0;

/** The winning options of a vote or balance. */
export const winnersOf = (item: Item): ItemOption[] => optionsInOrder(item).filter(hasWon);

/**
 * Outcome of the caller's bet: `exact` only when every digit was right. Null while it is unknown, and for a
 * poll.
 */
export function outcomeOf(item: Item): 'exact' | 'hit' | 'missed' | null {
  if (item.result === null) return null;
  if (item.result === 'faild') return 'missed';
  return item.ptsDetails.reason?.code === 'exact' ? 'exact' : 'hit';
}

/** Whether a match's source has postponed or cancelled it, even if it is on again: it takes no picks, whatever its date. */
export const isOff = ({ closed, details: { source } }: Item): boolean =>
  closed === true || source?.state === 'postponed' || source?.state === 'cancelled';

export type Deadline =
  | { readonly state: 'live' }
  | { readonly state: 'closed' }
  | { readonly state: 'postponed' }
  | { readonly state: 'void' }
  | { readonly state: 'soon'; readonly until: number }
  | { readonly state: 'today'; readonly date: string };

/**
 * The item's deadline where it matters: live, just closed, put off, void, within the hour or today; else null. `now`
 * is the server's time in milliseconds.
 */
export function deadlineOf(
  item: Item,
  now: number,
  { formatDay }: Pick<DateFormatters, 'formatDay'>,
): Deadline | null {
  if (item.status === 'void') return { state: 'void' };
  if (item.status === 'ended') return null;
  if (isOff(item)) return { state: item.details.source?.state === 'postponed' ? 'postponed' : 'closed' };
  if (item.status === 'started') return { state: 'live' };
  if (item.date === null) return null;
  const until = Date.parse(item.date);
  if (until <= now) return { state: 'closed' };
  if (until - now <= limits.closingSoon) return { state: 'soon', until };
  return formatDay(item.date) === formatDay(now) ? { state: 'today', date: item.date } : null;
}

/** An option's share of all votes, in whole percent. */
export function votePercentOf(option: ItemOption, all: readonly ItemOption[]): number {
  const total = all.reduce((sum, { amount }) => sum + (amount ?? 0), 0);
  return total === 0 ? 0 : Math.round(((option.amount ?? 0) * 100) / total);
}

/** The status text, where the display type shows it. */
export const statusTextOf = ({ details }: Item): string =>
  details.gameTimeAndStatusDisplayType === 0 ? '' : details.shortStatusText;

/** The item's own text for its time; empty where only the status is shown. */
export const timeTextOf = (item: Item): string => (hidesTime(item) ? '' : item.details.gameTimeDisplay);

/** Whether the status is shown instead of the time. */
export const hidesTime = (item: Item): boolean =>
  item.details.gameTimeAndStatusDisplayType === 2 && statusTextOf(item) !== '';

/** The item's question; empty where its name only lists the options. */
export function questionOf(item: Item): string {
  const listed = optionsInOrder(item)
    .map(({ name }) => name)
    .join(' · ');
  return item.description || (item.name === listed ? '' : item.name);
}

/** The item's question; of a game's only item, what the game asks; else its name. */
export function titleOf(item: Item, post: Pick<Post, 'description' | 'items_data'> | null): string {
  const asked = post?.items_data.length === 1 ? headlineOf(post) : '';
  return questionOf(item) || asked || item.name;
}
