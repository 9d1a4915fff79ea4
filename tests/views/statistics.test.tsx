import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fromPromise } from 'xstate';
import type { Item, Post, Profile } from '#contract/models.ts';
import type { LabRules, RulesPreview, RulesPreviewRow } from '#contract/what-if.ts';
import type { CachedAnswer } from '#domain/cached-answer.ts';
import { resourceOf, type LoadRequest } from '#machines/resource.ts';
import { rulesLab } from '#machines/rules-lab.ts';
import { ProfileLeagues } from '#screens/profile/ProfileLeagues.tsx';
import { RulesLab } from '#screens/what-if/RulesLab.tsx';
import { RulesLabButton } from '#screens/what-if/RulesLabButton.tsx';
import { buildItem, buildPost } from '#tests/support/builders.ts';
import { outlineOf } from '#tests/support/views/outline.ts';
import { renderScreen } from '#tests/support/views/render-screen.tsx';
import { renderView } from '#tests/support/views/render-view.tsx';
import { t } from '#tests/support/translations.ts';
import { Figures } from '#ui/statistics/Figures.tsx';
import { FormPoints } from '#ui/statistics/FormPoints.tsx';
import { RaceChart } from '#ui/statistics/RaceChart.tsx';
import { RaceControls } from '#ui/statistics/RaceControls.tsx';
import { RivalList } from '#ui/statistics/RivalList.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import { RoundWinners, type WonRound } from '#ui/statistics/RoundWinners.tsx';
import { AssumedScores } from '#ui/what-if/AssumedScores.tsx';
import { WhatIfFrame } from '#ui/what-if/WhatIfFrame.tsx';

const points = (count: number) => t('points', { count });

test('figures have values and names, and a note if there is one', () => {
  const { outline, container, rerender } = renderView(
    <Figures
      shape="tiles"
      figures={[
        { label: 'בול', value: 3, note: 'מתוך 8' },
        { label: 'ממוצע', value: '1.5' },
      ]}
    />,
  );
  expect(outline()).toEqual([
    'term: בול',
    'definition: 3',
    'definition: מתוך 8',
    'term: ממוצע',
    'definition: 1.5',
  ]);
  const className = () => container.querySelector('dl')?.className;
  expect(className()).toMatch(/tiles/);
  rerender(<Figures shape="lines" figures={[]} />);
  expect(className()).toMatch(/lines/);
});

test('the last items have a name, points and a word', () => {
  const { outline, container } = renderView(
    <FormPoints
      label="הכושר"
      steps={[
        { id: 1, name: 'ברזיל – יפן', points: 1004, mark: 'exact' },
        { id: 2, name: 'גמר', points: 0, mark: 'missed' },
        { id: 3, name: 'MVP', points: 0, mark: 'none' },
      ]}
    />,
  );
  expect(outline()).toEqual([
    'list "הכושר"',
    '  listitem',
    `    ברזיל – יפן: ${points(1004)},`,
    `    ${t('exact')}`,
    '  listitem',
    `    גמר: ${points(0)},`,
    `    ${t('missed')}`,
    '  listitem',
    `    MVP: ${points(0)},`,
    `    ${t('noBet')}`,
  ]);
  expect([...container.querySelectorAll('[aria-hidden]')].map(({ textContent }) => textContent)).toEqual([
    '1,004',
    '0',
    '',
  ]);
});

test('rivals are shown with the share of their picks that is alike', () => {
  const { outline, container } = renderView(
    <RivalList
      label="מי חושב כמוני"
      rivals={[
        { id: 1, name: 'דנה', image: '/dana.jpg', percent: 75, same: 6, shared: 8 },
        { id: 2, name: 'תום', percent: 0, same: 0, shared: 3 },
      ]}
    />,
  );
  expect(outline()).toEqual([
    'list "מי חושב כמוני"',
    '  listitem',
    '    picture src=/dana.jpg',
    '    [דנה]',
    `    ${t('percent', { percent: 75 })}`,
    `    ${t('partOf', { part: 6, whole: 8 })}`,
    '  listitem',
    '    [תום]',
    `    ${t('percent', { percent: 0 })}`,
    `    ${t('partOf', { part: 0, whole: 3 })}`,
  ]);
  const bars = [...container.querySelectorAll<HTMLElement>('[class*=part]')];
  expect(bars.map((bar) => bar.getAttribute('style')?.replace(';', ''))).toEqual([
    'inline-size: 75%',
    'inline-size: 0%',
  ]);
});

describe('the winners of rounds', () => {
  const people = ['נועה', 'דנה', 'תום', 'איתי'].map((name, at) => ({ id: at + 1, name }));
  const round = (more: Partial<WonRound>): WonRound => ({
    id: 1,
    name: 'מחזור 1',
    points: 12,
    left: 0,
    winners: people.slice(0, 1),
    ahead: 1,
    ...more,
  });
  const show = (more: Partial<WonRound>) => {
    const { outline, container, unmount } = renderView(
      <RoundWinners label="מי לקח" rounds={[round(more)]} />,
    );
    const faces = [...container.querySelectorAll('[aria-hidden=true] li')].map(
      ({ textContent }) => textContent,
    );
    const lines = outline();
    unmount();
    return { lines, faces };
  };
  const head = ['list "מי לקח"', '  listitem', '    [מחזור 1]'];

  test('are named with their points', () => {
    expect(show({})).toEqual({ lines: [...head, '    [נועה]', `    ${points(12)}`], faces: ['נ'] });
  });

  test('have at most three faces, and all names', () => {
    expect(show({ winners: people, ahead: 4 })).toEqual({
      lines: [...head, ...people.map(({ name }) => `    [${name}]`), `    ${points(12)}`],
      faces: ['נ', 'ד', 'ת'],
    });
  });

  test('that are not named are counted, and so are the open items', () => {
    expect(show({ winners: people.slice(0, 2), ahead: 5, left: 1 })).toEqual({
      lines: [
        ...head,
        '    [נועה]',
        '    [דנה]',
        `    ${t('andMore', { count: 3 })}`,
        `    ${t('round.left', { count: 1 })}`,
        `    ${points(12)}`,
      ],
      faces: ['נ', 'ד'],
    });
    expect(show({ winners: people.slice(0, 2), ahead: 3 }).lines).toContain(
      `    ${t('andMore', { count: 1 })}`,
    );
  });

  test('are labelled as nobody where nobody has points', () => {
    expect(show({ winners: [], ahead: 0, points: 0 })).toEqual({
      lines: [...head, `    ${t('round.nobody')}`],
      faces: [],
    });
  });
});

describe('the race', () => {
  const raceLines = [
    { id: 1, name: 'נועה', steps: [0, 2000, 4000], place: 1 },
    { id: 2, name: 'Dana', steps: [0, 1000, 1000], place: 0 },
  ];
  const race = (step: number, me: number | null = null) => (
    <RaceChart title="המרוץ" lines={raceLines} me={me} steps={['מחזור 1', 'מחזור 2']} step={step}>
      לנגן
    </RaceChart>
  );

  test('names the leader, and everybody’s points at the shown step', () => {
    const { outline, rerender, container } = renderView(race(1));
    const name = (who: string, count: number) => ['    listitem', `      [${who}]`, `      ${points(count)}`];
    expect(outline()).toEqual([
      'figure',
      `  img "${t('race.chart', { name: 'Dana', points: 1000 })}"`,
      '  list "המרוץ"',
      ...name('נועה', 2000),
      ...name('Dana', 1000),
      '  לנגן',
      '  group',
      `    button "${t('asTable')}"`,
      `    region "${t('asTable')}" tabindex=0`,
      '      table',
      '        row',
      `          columnheader scope=col: ${t('race.round')}`,
      '          columnheader scope=col: [נועה]',
      '          columnheader scope=col: [Dana]',
      '        row',
      '          columnheader scope=row: [מחזור 1]',
      '          cell: 2,000',
      '          cell: 1,000',
      '        row',
      '          columnheader scope=row: [מחזור 2]',
      '          cell: 4,000',
      '          cell: 1,000',
    ]);
    expect(
      [...container.querySelectorAll('li > span[aria-hidden]')].map((shown) => shown.textContent),
    ).toEqual(['2,000', '1,000']);
    rerender(race(0));
    expect(outline()[1]).toBe(`  img "${t('race.chart', { name: 'Dana', points: 0 })}"`);
    rerender(race(9));
    expect(outline().slice(3, 9)).toEqual([...name('נועה', 0), ...name('Dana', 0)]);
  });

  const pathsOf = (container: Element) =>
    [...container.querySelectorAll('path')].map((path) => path.getAttribute('d'));

  test('has lines up to the step, with connections to the places of the names', () => {
    const { container, rerender } = renderView(race(2));
    expect(pathsOf(container)).toEqual([
      'M0.00 96.00L44.00 50.00L88.00 4.00',
      'M88.00 4.00L100 75.00',
      'M0.00 96.00L44.00 73.00L88.00 73.00',
      'M88.00 73.00L100 25.00',
    ]);
    const places = [...container.querySelectorAll<HTMLElement>('li[style]')].map(
      ({ style }) => style.transform,
    );
    expect(places).toEqual(['translateY(100%)', 'translateY(0%)']);
    // Later steps lie at the end of the line.
    rerender(race(1));
    expect(pathsOf(container)).toEqual([
      'M0.00 96.00L88.00 4.00L88.00 4.00',
      'M88.00 4.00L100 75.00',
      'M0.00 96.00L88.00 50.00L88.00 50.00',
      'M88.00 50.00L100 25.00',
    ]);
    rerender(race(0));
    expect(pathsOf(container)).toEqual([
      'M0.00 96.00L88.00 96.00L88.00 96.00',
      'M88.00 96.00L100 75.00',
      'M0.00 96.00L88.00 96.00L88.00 96.00',
      'M88.00 96.00L100 25.00',
    ]);
    const ground = container.querySelector('line');
    expect(['x1', 'y1', 'x2', 'y2'].map((name) => ground?.getAttribute(name))).toEqual([
      '0',
      '96',
      '88',
      '96',
    ]);
  });

  test('draws the caller’s line over the others, and marks it and its name', () => {
    const { container } = renderView(race(2, 1));
    expect(pathsOf(container)[2]).toBe('M0.00 96.00L44.00 50.00L88.00 4.00');
    expect(
      [...container.querySelectorAll('g > g')].map((raceLine) => raceLine.getAttribute('class') !== null),
    ).toEqual([false, true]);
    const names = [...container.querySelectorAll('li[style]')].map(
      ({ className }) => className.split(' ').length,
    );
    expect(names).toEqual([2, 1]);
  });

  test('without lines names no leader', () => {
    const { outline } = renderView(
      <RaceChart title="המרוץ" lines={[]} me={null} steps={[]} step={0}>
        לנגן
      </RaceChart>,
    );
    expect(outline()[1]).toBe(`  img "${t('race.chart', { name: '', points: 0 }).trim()}"`);
  });

  test('reserves room for all names', () => {
    const { container } = renderView(race(0));
    expect(container.querySelectorAll('li[aria-hidden]')).toHaveLength(2);
  });
});

describe('the controls of a race', () => {
  const pressed: unknown[] = [];
  const controls = (step: number, playing: boolean) => (
    <RaceControls
      steps={['מחזור 1', 'מחזור 2', 'גמר']}
      step={step}
      playing={playing}
      onPlay={() => pressed.push('play')}
      onPause={() => pressed.push('pause')}
      onSeek={(to) => pressed.push(to)}
    />
  );
  const lines = (button: 'race.play' | 'race.pause', name: string, step: number) => [
    `button "${t(button)}"`,
    `[${name}]`,
    'part data-tone=plain dir=rtl',
    `  slider "${t('race.upTo')}" tabindex=0 valuemax=3 valuemin=0 valuenow=${step} valuetext=${name}`,
  ];

  test('show the step, and can play, pause and seek', () => {
    pressed.length = 0;
    const { outline, rerender } = renderView(controls(2, false));
    expect(outline()).toEqual(lines('race.play', 'מחזור 2', 2));
    fireEvent.click(screen.getByRole('button'));
    rerender(controls(0, true));
    expect(outline()).toEqual(lines('race.pause', t('race.start'), 0));
    fireEvent.click(screen.getByRole('button'));
    fireEvent.keyDown(screen.getByRole('slider'), { key: 'End' });
    expect(pressed).toEqual(['play', 'pause', 3]);
  });
});

test('the scores that a table assumes are shown between the names', () => {
  const { outline } = renderView(
    <AssumedScores
      label="לפי"
      matches={[
        { id: 1, home: { name: 'ברזיל', score: 2 }, away: { name: 'יפן', score: 0 } },
        { id: 2, home: { name: 'Korea', score: 1 }, away: { name: 'בוסניה', score: 1 } },
      ]}
    />,
  );
  const spoken = (home: string, homeScore: number, away: string, awayScore: number) => [
    '  listitem',
    `    [${home}]`,
    `    img "${t('scoreSpoken', { home, homeScore, away, awayScore })}"`,
    `    [${away}]`,
  ];
  expect(outline()).toEqual([
    'list "לפי"',
    ...spoken('ברזיל', 2, 'יפן', 0),
    ...spoken('Korea', 1, 'בוסניה', 1),
  ]);
});

test('a hypothetical table is a region with a name, and is busy while it changes', () => {
  const { outline, rerender } = renderView(<WhatIfFrame title="אם זה ייגמר ככה">טבלה</WhatIfFrame>);
  expect(outline()).toEqual(['region "אם זה ייגמר ככה"', '  אם זה ייגמר ככה', '  טבלה']);
  rerender(
    <WhatIfFrame title="אם זה ייגמר ככה" fading>
      טבלה
    </WhatIfFrame>,
  );
  expect(outline()[0]).toBe('region "אם זה ייגמר ככה" busy data-fading');
});

describe('the rules lab', () => {
  const row = (id: number, name: string): RulesPreviewRow => ({
    rank: id,
    member: { id, name, image: null },
    points: 10 - id,
    exact: 0,
    real: { rank: id, points: 1 },
  });
  const show = async (also: Partial<RulesPreview>) => {
    const results = [row(5, 'איתי'), row(7, 'דנה'), row(9, 'תום')];
    const preview = {
      results,
      count: 3,
      me: row(7, 'דנה'),
      layout: 'vote',
      rules: {},
      jokers: false,
      ...also,
    };
    let asked = false;
    const previewRules = fromPromise<RulesPreview, { post: number; rules: LabRules }>(() => {
      if (asked) return new Promise(() => {});
      asked = true;
      return Promise.resolve(preview as RulesPreview);
    });
    const machines = { lab: rulesLab.provide({ actors: { previewRules } }) };
    const loaded = Object.assign(Promise.resolve(machines), { status: 'fulfilled', value: machines });
    await Sheet.preload();
    const { unmount } = await renderScreen(<RulesLab post={2} onClose={() => {}} />, {
      machines: { whatIf: () => loaded },
    });
    const rules = outlineOf(screen.getByRole('group', { name: t('rulesLab') })).join(' ');
    const names = screen.getAllByRole('rowheader').map((cell) => cell.querySelector('bdi')?.textContent);
    unmount();
    const shown = (['lab.joker', 'lab.even_breakpoint'] as const).filter((key) => rules.includes(t(key)));
    return [shown, names];
  };
  const names = ['איתי', 'דנה', 'תום'];

  test('lists the caller once, and asks for a joker only where somebody has placed one', async () => {
    expect(await show({})).toEqual([[], names]);
    expect(await show({ jokers: true })).toEqual([['lab.joker'], names]);
  });

  test('asks for the breakpoint of a balance only where the crowd decides', async () => {
    const balance = (by: string) =>
      ({ layout: 'balance', rules: { decided_by: by } }) as Partial<RulesPreview>;
    expect(await show(balance('manager'))).toEqual([[], names]);
    expect(await show(balance('crowd'))).toEqual([['lab.even_breakpoint'], names]);
  });
});

test('the rules lab of a game is offered once all its items are over', async () => {
  const shown = async (...statuses: Item['status'][]) => {
    const items_data = statuses.map((status, at) => buildItem(9 - at, 'vote', {}, { status }));
    const post = resourceOf<Post, { id: number }>().provide({
      actors: {
        load: fromPromise<Post | CachedAnswer<Post>, LoadRequest<{ id: number }>>(() =>
          Promise.resolve(buildPost(2, { items_data })),
        ),
      },
    });
    const { outline, unmount } = await renderScreen(<RulesLabButton post={2} onOpen={() => {}} />, {
      machines: { resources: { post } },
    });
    const lines = outline();
    unmount();
    return lines;
  };
  expect(await shown('void', 'ended')).toEqual([`button "${t('rulesLab')}"`]);
  expect(await shown('ended', 'open')).toEqual([]);
  expect(await shown('started', 'ended')).toEqual([]);
  expect(await shown()).toEqual([]);
});

test('the rules lab shows each member’s hypothetical place, and the real one', async () => {
  const row = (
    id: number,
    name: string,
    byRules: readonly [rank: number, points: number],
    real: readonly [rank: number, points: number],
  ): RulesPreviewRow => ({
    rank: byRules[0],
    member: { id, name, image: null },
    points: byRules[1],
    exact: 0,
    real: { rank: real[0], points: real[1] },
  });
  const preview: RulesPreview = {
    results: [
      row(21, 'נועה', [1, 12], [4, 5]),
      row(5, 'איתי', [2, 9], [1, 8]),
      row(9, 'תום', [3, 7], [3, 6]),
    ],
    count: 30,
    // On a later page.
    me: row(7, 'דנה', [28, 1], [30, 2]),
    layout: 'vote',
    rules: { pts_correct: 3 },
    jokers: false,
  };
  const previewRules = fromPromise<RulesPreview, { post: number; rules: LabRules }>(() =>
    Promise.resolve(preview),
  );
  const machines = { lab: rulesLab.provide({ actors: { previewRules } }) };
  // React reads the value at once, instead of suspending in the synchronous `act` of a render.
  const loaded = Object.assign(Promise.resolve(machines), { status: 'fulfilled', value: machines });
  await Sheet.preload();
  await renderScreen(<RulesLab post={2} onClose={() => {}} />, { machines: { whatIf: () => loaded } });
  const lines = outlineOf(screen.getByRole('table')).filter((line) => !line.includes('scope=col'));
  const member = (
    name: readonly string[],
    rank: string,
    move: string,
    total: number,
    real: readonly [number, number],
  ) => [
    'row',
    '  cell',
    `    ${rank}`,
    `    ${move}`,
    '  columnheader scope=row',
    ...name.map((part) => `    ${part}`),
    `    ${t('exactCount', { count: 0 })}`,
    '  cell',
    `    ${points(total)}`,
    `    ${t('lab.really', { rank: real[0], points: real[1] })}`,
  ];
  const up = (count: number) => `part data-direction=up: ${t('moveUp', { count })}`;
  const down = `part data-direction=down: ${t('moveDown', { count: 1 })}`;
  expect(lines).toEqual([
    t('lab.table'),
    'row',
    ...member(['[נועה]'], 'part data-first: 1', up(3), 12, [4, 5]),
    ...member(['[איתי]'], '2', down, 9, [1, 8]),
    ...member(['[תום]'], '3', t('moveSame'), 7, [3, 6]),
    ...member(['[דנה]', t('you')], '28', up(2), 1, [30, 2]),
  ]);
});

test('a league of a profile has the last five items as marks, the newest first', async () => {
  const codes = ['exact', 'exact', 'correct', 'missed', 'share', 'even', 'exact'] as const;
  const won = [4, 4, 3, 0, 0, 1, 4];
  const profile: Profile = {
    member: { id: 9, name: 'תום', image: null },
    leagues: [
      {
        section: { id: 4, name: 'השכונה', image: null },
        rank: 2,
        players: 5,
        points: 16,
        bets: 7,
        wins: 5,
        history: codes.map((code, at) => ({
          item: 70 - at,
          name: `פריט ${at}`,
          at: `2026-06-1${at}T18:00:00Z`,
          points: won[at] ?? 0,
          total: 4 * at,
          code,
        })),
      },
    ],
  };
  const { outline } = await renderScreen(
    <ProfileLeagues profile={profile} failure={null} onRetry={() => {}} empty={null} />,
  );
  const lines = outline();
  const mark = (at: number, kind: 'exact' | 'hit' | 'missed') => [
    '    listitem',
    `      פריט ${at}:`,
    `      ${t(kind)}`,
  ];
  const from = lines.indexOf(`  list "${t('formText')}"`);
  expect(lines.slice(from + 1, from + 16)).toEqual([
    ...mark(6, 'exact'),
    ...mark(5, 'hit'),
    ...mark(4, 'missed'),
    ...mark(3, 'missed'),
    ...mark(2, 'hit'),
  ]);
  expect(lines.filter((line) => line.startsWith('    listitem'))).toHaveLength(5);
  expect(lines.at(-1)).toBe(`  link "${t('allPoints')}" href=/section/4?sheet=points&of=9`);
});
