import type { Notification } from '#contract/models.ts';

/** What is told of one match: the newest notification, and the earlier ones. */
export type NotificationEntry = Notification & { readonly earlier: readonly Notification[] };

/** Notifications of one match as one entry, at the place of the newest; all others as they are. Newest first. */
export function groupByItem(rows: readonly Notification[]): NotificationEntry[] {
  const entries = new Map<string, Notification[]>();
  for (const row of rows) {
    const key = row.item ? `item ${row.item.id}` : `row ${row.id}`;
    entries.set(key, [...(entries.get(key) ?? []), row]);
  }
  return [...entries.values()].flatMap(([newest, ...earlier]) => (newest ? [{ ...newest, earlier }] : []));
}
