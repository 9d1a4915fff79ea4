import { expect, test } from 'vitest';
import type { PrintedItem } from '#contract/printing.ts';
import { renderView } from '#tests/support/views/render-view.tsx';
import { t } from '#tests/support/translations.ts';
import { LeaguePaper } from '#ui/print/LeaguePaper.tsx';

const at = '2026-06-20T18:00:00Z';
const option = (id: number, name: string, result: number | null) => ({ id, name, result });
const item = (
  id: number,
  layout: PrintedItem['layout'],
  options: PrintedItem['options'],
  more = {},
): PrintedItem => ({
  id,
  name: `פריט ${id}`,
  layout,
  date: null,
  options,
  picks: [],
  ...more,
});
const match = item(1, 'home/away', [option(11, 'ברזיל', 2), option(12, 'יפן', 1)], { date: at });
const begun = item(2, 'home/away', [option(21, 'קוריאה', 0), option(22, 'בוסניה', null)]);
const open = item(3, 'home/away', [option(31, 'צרפת', null), option(32, 'גאנה', null)]);
const vote = item(4, 'vote', [option(41, 'מסי', 1), option(42, 'אמבפה', 0)]);
const digits = item(5, 'bets', [option(51, 'שערים', 3), option(52, 'כרטיסים', 0)]);
const openVote = item(6, 'vote', [option(61, 'כן', null), option(62, 'לא', null)]);
const items = [match, begun, open, vote, digits, openVote];
const cell = (points: number | null, ...picks: [id: number, value: number][]) => ({
  member: 1,
  name: 'נועה',
  picks: picks.map(([id, value]) => ({ id, value })),
  points,
});

const paper = (
  <LeaguePaper
    league="ליגת השכונה"
    at={at}
    table={[{ id: 1, rank: 1, name: 'נועה', points: 1234, exact: 3, average: 1.5 }]}
    rounds={[
      {
        id: 1,
        name: 'מחזור 1',
        grids: [
          {
            items,
            rows: [
              {
                member: 1,
                name: 'נועה',
                cells: [
                  cell(4, [11, 2], [12, 1]),
                  cell(0, [21, 0]),
                  cell(null),
                  cell(2, [41, 1]),
                  cell(null, [51, 3], [52, 0]),
                  null,
                ],
                points: 6,
              },
              { member: 2, name: 'Dana', cells: [], points: 0 },
            ],
          },
        ],
      },
    ]}
  />
);

/** The rows of a table: the text of each cell, with isolated parts in brackets. */
const linesOf = (table: Element | undefined) =>
  [...(table?.querySelectorAll('tr') ?? [])].map((row) => [...row.children].map(wordsOf));
const wordsOf = (node: Node): string => {
  if (node instanceof Text) return node.data;
  const text = [...node.childNodes].map(wordsOf).join('');
  return node instanceof HTMLElement && node.localName === 'bdi' ? `[${text}]` : text;
};
const tables = () => [...document.querySelectorAll('body > [aria-hidden=true] table')];

test('a printed league begins with its table', () => {
  const { outline } = renderView(paper);
  // The outline has what is accessible on the screen.
  expect(outline()).toEqual([]);
  const [standings] = tables();
  expect(linesOf(standings)).toEqual([
    [`[ליגת השכונה][${t('standings')}] · 20.6.26 · 21:00`],
    [t('rank'), t('player'), t('pointsShort'), t('rule.exact'), t('average')],
    ['1', '[נועה]', '1,234', '3', '1.5'],
  ]);
  const heads = [...(standings?.querySelectorAll('th') ?? [])];
  expect(heads.map((head) => [head.getAttribute('scope'), head.colSpan])).toEqual([
    [null, 5],
    ...Array.from({ length: 5 }, () => ['col', 1]),
    ['row', 1],
  ]);
  expect(heads.slice(1, 6).map(({ className }) => /name|item/.exec(className)?.[0])).toEqual([
    'item',
    'name',
    'item',
    'item',
    'item',
  ]);
});

test('each round is a grid of everybody’s picks and points', () => {
  renderView(paper);
  const [, grid] = tables();
  expect(linesOf(grid)).toEqual([
    ['[מחזור 1][ליגת השכונה] · 20.6.26 · 21:00'],
    [
      t('player'),
      '[ברזיל][יפן][2][1]20.6.26 · 21:00',
      '[קוריאה][בוסניה][0][·]',
      '[צרפת][גאנה]',
      '[פריט 4][מסי] ',
      '[פריט 5][שערים] [3][כרטיסים] [0]',
      '[פריט 6]',
      t('pointsShort'),
    ],
    ['[נועה]', '[2][1][+4]', '[0][·][+0]', '', '[מסי] [+2]', '[שערים] [3][כרטיסים] [0]', '', '6'],
    ['[Dana]', '', '', '', '', '', '', '0'],
  ]);
  expect(grid?.querySelector('th')?.colSpan).toBe(8);
  expect([...(grid?.querySelectorAll('col') ?? [])].map(({ span }) => span)).toEqual([1, 6, 1]);
});
