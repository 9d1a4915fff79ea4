import type { GameState, Item, Post } from '#contract/models.ts';

/** Layouts whose bet is whole only with a digit for every option: a score with one side missing is no bet. */
const everyOption = new Set<Item['type']>(['home/away', 'bets']);

/** Can still be bet on, and the caller has not, or not wholly. */
export function isMissing({ readonly, type, options }: Item): boolean {
  if (readonly) return false;
  const values = Object.values(options).map(({ value }) => value);
  const has = (value: number | null) => value !== null;
  return !(everyOption.has(type) ? values.every(has) : values.some(has));
}

/** The items of a game that still wait for the caller's pick. */
export const missingOf = (post: Post): readonly Item[] => post.items_data.filter(isMissing);

/** Does a game wait for the caller's pick at a moment of the server's clock? */
export const waitsAt = (post: Post, now: number): boolean =>
  missingOf(post).some(({ date }) => date === null || Date.parse(date) > now);

/** Can a game still be in this state? Whether an open one's time has come, the server's clock says. */
export function mayBe(state: GameState, { items_data: items }: Pick<Post, 'items_data'>): boolean {
  if (items.some(({ status }) => status === 'started')) return state === 'live';
  return items.some(({ status }) => status === 'open') ? state !== 'ended' : state === 'ended';
}

/** Where an item stands in the page. */
export const anchorOf = (item: Pick<Item, 'id'>): string => `item-${item.id}`;

/** Brings an item to the middle of the screen, and the keyboard with it. */
export function goToItem(item: Pick<Item, 'id'>): void {
  const element = document.getElementById(anchorOf(item));
  element?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  element?.querySelector<HTMLElement>('button, input, [tabindex="0"]')?.focus({ preventScroll: true });
}
