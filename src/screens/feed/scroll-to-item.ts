import type { Item } from '#contract/models.ts';

/** DOM id of an item's card. */
export const itemElementId = (item: Pick<Item, 'id'>): string => `item-${item.id}`;

/** Scrolls an item to the middle of the screen and focuses its first control. */
export function scrollToItem(item: Pick<Item, 'id'>): void {
  const element = document.getElementById(itemElementId(item));
  element?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  element?.querySelector<HTMLElement>('button, input, [tabindex="0"]')?.focus({ preventScroll: true });
}
