import { expect, test } from 'vitest';
import type { Notification } from '#contract/models.ts';
import { groupByItem } from '#domain/group-by-item.ts';
import { buildItem } from '#tests/support/builders.ts';

const about = (id: number, item: number | null): Notification => ({
  id,
  created: '2026-06-11T20:00:00.000Z',
  kind: 'results',
  title: '',
  description: '',
  new: false,
  link: '',
  publisher_data: { section: null, member: null },
  item: item === null ? null : buildItem(item, 'home/away', {}),
});

test('notifications of one match become one entry in the place of the newest; all others stay separate', () => {
  const rows = [about(9, 1), about(8, null), about(7, 2), about(6, 1), about(5, null), about(4, 1)];
  expect(groupByItem(rows).map(({ id, earlier }) => [id, earlier.map((row) => row.id)])).toEqual([
    [9, [6, 4]],
    [8, []],
    [7, []],
    [5, []],
  ]);
});
