import type { Notification } from '#contract/models.ts';

/** The newest notification about an item, with the earlier ones about it. */
export type NotificationEntry = Notification & { readonly earlier: readonly Notification[] };

/** Groups notifications about the same item into one entry, at the position of the newest. Input and output: newest first. */
export function groupByItem(rows: readonly Notification[]): NotificationEntry[] {
  const entries = new Map<string, Notification[]>();
  for (const row of rows) {
    const key = row.item ? `item ${row.item.id}` : `row ${row.id}`;
    entries.set(key, [...(entries.get(key) ?? []), row]);
  }
  return [...entries.values()].flatMap(([newest, ...earlier]) => (newest ? [{ ...newest, earlier }] : []));
}
