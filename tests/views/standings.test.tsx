import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { createActor, createMachine, fromPromise } from 'xstate';
import { FailureError } from '#contract/failures.ts';
import { tieBreaks, type PointsEntry, type Post } from '#contract/models.ts';
import type { CachedAnswer } from '#domain/cached-answer.ts';
import { pagedListOf, type Page, type PageRequest } from '#machines/paged-list.ts';
import { resourceOf, type LoadRequest } from '#machines/resource.ts';
import { GameFilter } from '#screens/standings/GameFilter.tsx';
import { PointsSheet } from '#screens/standings/PointsSheet.tsx';
import { buildAppData, buildItem, buildLeague, buildPost } from '#tests/support/builders.ts';
import { renderScreen } from '#tests/support/views/render-screen.tsx';
import { renderView } from '#tests/support/views/render-view.tsx';
import { t } from '#tests/support/translations.ts';
import { FormMarks } from '#ui/standings/FormMarks.tsx';
import { PointsChart, type PointsStep } from '#ui/standings/PointsChart.tsx';
import { RankChange } from '#ui/standings/RankChange.tsx';
import { RecentForm } from '#ui/standings/RecentForm.tsx';
import { StandingsTable, type StandingsLine } from '#ui/standings/StandingsTable.tsx';
import { backStack } from '#machines/back-stack.ts';
import { StandingsList } from '#screens/standings/Standings.tsx';
import { ProjectedStandings } from '#screens/what-if/ProjectedStandings.tsx';

const strokesOf = (elements: Iterable<Element>) =>
  [...elements].map((element) => element.querySelectorAll('path').length);

test('the marks of a form are labelled by words, and differ in shape', () => {
  const { outline, container } = renderView(<FormMarks marks={['exact', 'hit', 'missed', 'none']} />);
  const legendText = [t('exact'), t('hit'), t('missed'), t('noBet')].join(', ');
  expect(outline()).toEqual([`img "${t('formText')}: ${legendText}"`]);
  const marks = container.firstElementChild?.children ?? [];
  expect(strokesOf(marks)).toEqual([2, 1, 0, 0]);
  expect(new Set([...marks].map(({ className }) => className)).size).toBe(4);
});

test('recent outcomes have an item, a word and a shape', () => {
  const { outline, container } = renderView(
    <RecentForm
      label="האחרונים"
      marks={[
        { id: 1, kind: 'exact', name: 'ברזיל – יפן' },
        { id: 2, kind: 'hit', name: 'גמר' },
        { id: 3, kind: 'missed', name: 'MVP' },
      ]}
    />,
  );
  expect(outline()).toEqual([
    'list "האחרונים"',
    '  listitem',
    '    ברזיל – יפן:',
    `    ${t('exact')}`,
    '  listitem',
    '    גמר:',
    `    ${t('hit')}`,
    '  listitem',
    '    MVP:',
    `    ${t('missed')}`,
  ]);
  const shapes = [...container.querySelectorAll('li > [aria-hidden]')];
  expect(strokesOf(shapes)).toEqual([2, 1, 0]);
  expect(shapes.map((shape) => shape.querySelectorAll('[class*=dash]').length)).toEqual([0, 0, 1]);
});

test.each([
  [3, ['part data-direction=up', t('moveUp', { count: 3 })], '3', 'M5 0 10 8H0Z'],
  [-1, ['part data-direction=down', t('moveDown', { count: 1 })], '1', 'M5 8 0 0h10Z'],
])('a change of rank by %i has an arrow, a number and a text', (move, [head, text], shown, arrow) => {
  const { outline, container } = renderView(<RankChange move={move} />);
  expect(outline()).toEqual([`${head}: ${text}`]);
  const hidden = [...container.querySelectorAll('[aria-hidden]')];
  expect(hidden.map(({ localName, textContent }) => [localName, textContent])).toEqual([
    ['svg', ''],
    ['span', shown],
  ]);
  expect(container.querySelector('path')?.getAttribute('d')).toBe(arrow);
});

test.each([0, null])('a rank that did not move (%s) is labelled as such', (move) => {
  const { outline, container } = renderView(<RankChange move={move} />);
  expect(outline()).toEqual([t('moveSame')]);
  expect(container.querySelector('[aria-hidden]')?.textContent).toBe('');
});

describe('points over time', () => {
  const step = (id: number, name: string, at: string, points: number, total: number): PointsStep => ({
    id,
    name,
    at,
    points,
    total,
  });
  const steps = [
    step(1, 'ברזיל – יפן', '2026-06-18T18:00:00Z', 2, 1002),
    step(2, 'גמר', '2026-06-20T22:30:00Z', 1002, 2004),
  ];

  test('are a line from the total before the first step, and a table', () => {
    const { outline, container } = renderView(<PointsChart title="הנקודות שלי" steps={steps} />);
    expect(outline()).toEqual([
      'figure data-mine=false',
      `  img "${t('pointsChart', { count: 2, total: '2,004' })}"`,
      '  group',
      `    button "${t('asTable')}"`,
      '    table "הנקודות שלי"',
      '      row',
      `        columnheader scope=col: ${t('games')}`,
      `        columnheader scope=col: ${t('pointsShort')}`,
      `        columnheader scope=col: ${t('inAll')}`,
      '      row',
      '        columnheader scope=row: [ברזיל – יפן]',
      '        cell: 2',
      '        cell: 1,002',
      '      row',
      '        columnheader scope=row: [גמר]',
      '        cell: 1,002',
      '        cell: 2,004',
    ]);
    const middle = 40 - (1002 / 2004) * 40;
    const points = `0,${40 - (1000 / 2004) * 40} 50,${middle} 100,0`;
    expect(container.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 100 40');
    expect(container.querySelector('polyline')?.getAttribute('points')).toBe(points);
    expect(container.querySelector('polygon')?.getAttribute('points')).toBe(`0,40 ${points} 100,40`);
    // The first and the last day, in Israel's time.
    const ends = container.querySelector('p');
    expect([
      ends?.getAttribute('aria-hidden'),
      [...(ends?.children ?? [])].map((end) => end.textContent),
    ]).toEqual(['true', ['18.6.26', '21.6.26']]);
  });

  test('that are all 0 are a line at the bottom', () => {
    const { container } = renderView(
      <PointsChart title="הנקודות" steps={[step(1, 'גמר', '2026-06-20T18:00:00Z', 0, 0)]} mine />,
    );
    expect(container.querySelector('polyline')?.getAttribute('points')).toBe('0,40 100,40');
    expect(container.querySelector('figure')?.dataset['mine']).toBe('true');
  });

  test('are not rendered without a step', () => {
    const { container } = renderView(<PointsChart title="הנקודות" steps={[]} />);
    expect(container.childElementCount).toBe(0);
  });
});

describe('the standings', () => {
  const noa: StandingsLine = {
    id: 1,
    rank: 1,
    move: 1,
    name: 'נועה',
    image: '/noa.jpg',
    points: 1234,
    exact: 3,
    average: 1.5,
    form: ['exact', 'none'],
  };
  const dana: StandingsLine = {
    ...noa,
    id: 2,
    rank: 2,
    move: -1,
    name: 'Dana',
    image: null,
    points: 7,
    exact: 0,
    form: [],
    note: 'לפני 12',
  };
  const nobody = { caption: 'טבלה', me: null };
  const firstLines = [
    'table "טבלה"',
    '  טבלה',
    '  row',
    `    columnheader scope=col: ${t('rank')}`,
    `    columnheader scope=col: ${t('player')}`,
    `    columnheader scope=col: ${t('pointsShort')}`,
  ];

  test('show each member’s rank, form and points', () => {
    const { outline, container } = renderView(
      <StandingsTable {...nobody} rows={[noa, dana]} onRow={() => undefined} />,
    );
    expect(outline()).toEqual([
      ...firstLines,
      '  row',
      '    cell',
      '      part data-first: 1',
      `      part data-direction=up: ${t('moveUp', { count: 1 })}`,
      '    columnheader scope=row',
      '      picture src=/noa.jpg',
      '      button "נועה"',
      `      img "${t('formText')}: ${t('exact')}, ${t('noBet')}"`,
      `      ${t('exactCount', { count: 3 })}`,
      '    cell',
      `      ${t('points', { count: 1234 })}`,
      `      ${t('perItem', { average: 1.5 })}`,
      '  row',
      '    cell',
      '      2',
      `      part data-direction=down: ${t('moveDown', { count: 1 })}`,
      '    columnheader scope=row',
      '      button "Dana"',
      `      ${t('exactCount', { count: 0 })}`,
      '    cell',
      `      ${t('points', { count: 7 })}`,
      '      לפני 12',
    ]);
    expect([...container.querySelectorAll('td > bdi')].map((points) => points.textContent)).toEqual([
      '1,234',
      '7',
    ]);
  });

  test('mark the caller’s own row, and no other', () => {
    const { container, outline } = renderView(<StandingsTable {...nobody} me={2} rows={[noa, dana]} />);
    const rows = [...container.querySelectorAll('tbody tr')];
    expect(rows.map((row) => [/mine/.test(row.className), row.textContent?.includes(t('you'))])).toEqual([
      [false, false],
      [true, true],
    ]);
    // Names are plain text if they open nothing.
    expect(outline().filter((line) => line.includes('Dana') || line.includes('נועה'))).toEqual([
      '      [נועה]',
      '      [Dana]',
    ]);
  });

  test('open a member by a tap on the name', () => {
    const onRow = vi.fn<(id: number) => void>();
    renderView(<StandingsTable {...nobody} rows={[noa, dana]} onRow={onRow} />);
    for (const button of screen.getAllByRole('button')) fireEvent.click(button);
    expect(onRow.mock.calls).toEqual([[1], [2]]);
  });

  test('show the latest change of each member’s points', () => {
    const { container, rerender } = renderView(<StandingsTable {...nobody} me={1} rows={[noa, dana]} />);
    const changes = () =>
      [...container.querySelectorAll<HTMLElement>('[class*=pointsChange]')].map((change) => [
        change.textContent,
        change.getAttribute('aria-hidden'),
        change.dataset['mine'],
      ]);
    const show = (mine: number, others: number) => {
      rerender(
        <StandingsTable
          {...nobody}
          me={1}
          rows={[
            { ...noa, points: mine },
            { ...dana, points: others },
          ]}
        />,
      );
      return changes();
    };
    expect(changes()).toEqual([]);
    expect(show(1238, 7)).toEqual([['+4', 'true', 'true']]);
    expect(show(1238, 5)).toEqual([
      ['+4', 'true', 'true'],
      ['−2', 'true', undefined],
    ]);
    expect(show(1238, 6)).toEqual([
      ['+4', 'true', 'true'],
      ['+1', 'true', undefined],
    ]);
  });

  /** Rows are 50 px high. */
  const watchRows = () => {
    const moves: unknown[] = [];
    vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function offsetTop(
      this: HTMLElement,
    ) {
      return [...(this.parentElement?.children ?? [])].indexOf(this) * 50;
    });
    Object.defineProperty(Element.prototype, 'animate', {
      configurable: true,
      value(this: Element, keyframes: Keyframe[], options: KeyframeAnimationOptions) {
        moves.push([this.querySelector('bdi')?.textContent, keyframes, options.duration]);
      },
    });
    return () => moves.splice(0);
  };
  const from = (distance: string) => [{ transform: `translateY(${distance})` }, { transform: 'none' }];

  test('animate the rows that change their places', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    const takeMoves = watchRows();
    const rows = [noa, dana, { ...dana, id: 3, name: 'תום' }];
    const { rerender } = renderView(<StandingsTable {...nobody} rows={rows} />);
    const show = (...order: number[]) => {
      rerender(<StandingsTable {...nobody} rows={order.map((at) => rows[at] ?? noa)} />);
      return takeMoves();
    };
    expect(takeMoves()).toEqual([]);
    expect(show(0, 1, 2)).toEqual([]);
    expect(show(2, 0, 1)).toEqual([
      ['תום', from('100px'), 700],
      ['נועה', from('-50px'), 700],
      ['Dana', from('-50px'), 700],
    ]);
    expect(show(2, 0, 1)).toEqual([]);
    // Rows that are removed or added do not move.
    expect(show(0, 1)).toEqual([
      ['נועה', from('50px'), 700],
      ['Dana', from('50px'), 700],
    ]);
    expect(show(0, 1, 2)).toEqual([]);
  });

  test('animate nothing under reduced motion', () => {
    const takeMoves = watchRows();
    const { rerender } = renderView(<StandingsTable {...nobody} rows={[noa, dana]} />);
    rerender(<StandingsTable {...nobody} rows={[dana, noa]} />);
    expect(takeMoves()).toEqual([]);
  });
});

describe('the game filter of a table', () => {
  const show = async (address: string, load: () => Promise<Post>) => {
    const { outline } = await renderScreen(<GameFilter section={4} />, {
      address,
      machines: {
        resources: {
          post: resourceOf<Post, { id: number }>().provide({
            actors: {
              load: fromPromise<Post | CachedAnswer<Post>, LoadRequest<{ id: number }>>(load),
            },
          }),
        },
      },
    });
    return outline();
  };
  const answer = (also: Partial<Post>) => () =>
    Promise.resolve(buildPost(5, { items_data: [buildItem(1, 'vote', {}, { name: 'גמר' })], ...also }));
  const refuse = (kind: 'not_found' | 'forbidden') => () => Promise.reject(new FailureError({ kind }));

  test.each([
    ['none', '/', answer({}), t('wholeSeason')],
    ['named', '/?post=5', answer({ description: 'מחזור א\nבהצלחה' }), 'מחזור א'],
    ['without a description', '/?post=5', answer({ description: '' }), 'גמר'],
    ['deleted', '/?post=5', refuse('not_found'), t('deletedGame')],
    ['not allowed to the caller', '/?post=5', refuse('forbidden'), t('deletedGame')],
    ['still loading', '/?post=5', () => new Promise<Post>(() => {}), t('loading')],
  ])('has on its button a game that is: %s', async (_, address, load, name) => {
    expect(await show(address, load)).toEqual([`button "${name}"`]);
  });
});

test('points that a correction takes away are read aloud with their sign, which a dual has not', async () => {
  const member = { id: 8, name: 'תום', image: null };
  const entry = (id: number, points: number): PointsEntry => ({
    id,
    created: '2026-06-12T10:00:00.000Z',
    section: 4,
    post: 2,
    game: 'מחזור 1',
    item: null,
    member,
    points,
    total: 0,
    reason: { code: 'late', bet: [], result: [] },
  });
  const entries = [entry(1, 2), entry(2, -2), entry(3, -1)];
  type Answer = Page<PointsEntry>;
  const fetchPage = fromPromise<Answer | CachedAnswer<Answer>, PageRequest<{ section: number }>>(() =>
    Promise.resolve({ results: entries, count: 3 }),
  );
  const points = pagedListOf<PointsEntry, { section: number }>().provide({ actors: { fetchPage } });
  const counters = { points: 0, exact: 0, difference: 0, outcome: 0, bets: 0, average: 0 };
  const row = { rank: 1, move: 0, member, form: [], ...counters };
  await renderScreen(
    <PointsSheet
      section={4}
      post={null}
      row={row}
      above={null}
      mine={null}
      order={tieBreaks[0]}
      onClose={() => {}}
    />,
    { data: buildAppData({ sections: [buildLeague(4, 'השכונה')] }), machines: { lists: { points } } },
  );
  const rows = await screen.findAllByRole('listitem', {}, { timeout: 10_000 });
  const spoken = rows.map((line) =>
    [...line.querySelectorAll('[class*=spoken]')].map((it) => it.textContent),
  );
  const short = t('pointsShort');
  expect(spoken.flat()).toEqual([t('points', { count: 2 }), `\u200E-2 ${short}`, `\u200E-1 ${short}`]);
});

test('the sheet of the game filter has the games with items, after the whole season', async () => {
  const games = [
    buildPost(9, { description: 'מחזור 2', items_data: [buildItem(1, 'vote', {})] }),
    buildPost(5, { description: 'בלי משחקים', items_data: [] }),
    buildPost(7, { description: 'מחזור 1', items_data: [buildItem(2, 'vote', {})] }),
  ];
  const fetchPage = fromPromise<Page<Post> | CachedAnswer<Page<Post>>, PageRequest<object>>(() =>
    Promise.resolve({ results: games, count: 3 }),
  );
  await renderScreen(<GameFilter section={4} />, {
    address: '/?sheet=game&post=7',
    machines: {
      lists: { games: pagedListOf<Post, object>().provide({ actors: { fetchPage } }) },
      resources: {
        post: resourceOf<Post, { id: number }>().provide({
          actors: {
            load: fromPromise<Post | CachedAnswer<Post>, LoadRequest<{ id: number }>>(
              () => new Promise(() => {}),
            ),
          },
        }),
      },
      backStack: createActor(backStack, { input: { entries: 0, onLayer: false } }),
    },
  });
  const sheet = await screen.findByRole('dialog', { name: t('chooseGame') }, { timeout: 10_000 });
  const radios = () =>
    [...sheet.querySelectorAll('input[type=radio]')].map((radio) => [
      radio.closest('label')?.textContent,
      (radio as HTMLInputElement).checked,
    ]);
  await expect.poll(radios).toEqual([
    [t('wholeSeason'), false],
    ['מחזור 2', false],
    ['מחזור 1', true],
  ]);
});

test.each([
  [4, 4],
  [12, 12],
  [30, 12],
])('a table of %i members that is loading has %i placeholders', async (size, count) => {
  const never = fromPromise(() => new Promise(() => {})) as never;
  const { container } = await renderScreen(
    <StandingsList section={4} clan={null} post={null} size={size} />,
    {
      machines: {
        lists: { standings: pagedListOf<never, never>().provide({ actors: { fetchPage: never } }) as never },
        resources: { standings: resourceOf<never, never>().provide({ actors: { load: never } }) as never },
      },
    },
  );
  expect(container.querySelectorAll('[data-skeleton=tableRow]')).toHaveLength(count);
});

test('a projected table has the caller’s own row once, whether it is on the page or beyond it', async () => {
  const row = (id: number, name: string, rank: number) => ({
    rank,
    move: 0,
    member: { id, name, image: null },
    points: 20 - rank,
    exact: 0,
    difference: 0,
    outcome: 0,
    bets: 1,
    average: 1,
    form: [],
    gain: 3,
  });
  const [noa, dana, tom] = [row(9, 'נועה', 1), row(7, 'דנה', 2), row(8, 'תום', 3)];
  const names = async (results: unknown[]) => {
    const table = { results, me: dana, live: [], count: 3 };
    const machine = createMachine({
      initial: 'on',
      context: { table },
      states: { on: { tags: ['projected'] } },
    });
    const value = { table: machine };
    const loaded = Object.assign(Promise.resolve(value), { status: 'fulfilled', value });
    const { container, unmount } = await renderScreen(<ProjectedStandings section={4} me={7} />, {
      machines: { whatIf: () => loaded as never },
    });
    const shown = [...container.querySelectorAll('tbody tr')].map((line) =>
      ['נועה', 'דנה', 'תום'].find((one) => line.textContent?.includes(one)),
    );
    unmount();
    return shown;
  };
  expect(await names([noa, dana, tom])).toEqual(['נועה', 'דנה', 'תום']);
  expect(await names([noa, tom])).toEqual(['נועה', 'תום', 'דנה']);
});
