import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { createActor, createMachine, fromPromise } from 'xstate';
import type { ResponseOf } from '#contract/calls.ts';
import { FailureError } from '#contract/failures.ts';
import { tieBreaks, type Item, type Post, type StandingsRow } from '#contract/models.ts';
import type { CachedAnswer } from '#domain/cached-answer.ts';
import { resourceOf, type LoadRequest } from '#machines/resource.ts';
import type { ListActor, OnPick } from '#screens/feed/Feed.tsx';
import { PlaceStrip } from '#screens/feed/PlaceStrip.tsx';
import { SettledRound } from '#screens/feed/SettledRound.tsx';
import { buildAppData, buildItem, buildLeague, buildPost } from '#tests/support/builders.ts';
import { renderScreen } from '#tests/support/views/render-screen.tsx';
import { t } from '#tests/support/translations.ts';

describe('the strip above the feed', () => {
  type Table = ResponseOf<'standings'>;
  const now = Date.parse('2026-06-11T09:00:00.000Z');
  const leagues = [
    buildLeague(3, 'של אחרים', { is_member: false }),
    buildLeague(4, 'השכונה'),
    buildLeague(5, 'המשרד'),
  ];
  const row = (name: string, points: number): StandingsRow => ({
    rank: 3,
    move: 0,
    member: { id: 8, name, image: null },
    points,
    exact: 0,
    difference: 0,
    outcome: 0,
    bets: 1,
    average: points,
    form: [],
  });
  const table = (me: StandingsRow | null, above: StandingsRow | null = null): Table => ({
    results: [],
    count: 12,
    me,
    above,
    tie_break: tieBreaks[0],
  });

  type Feed = {
    readonly rows: readonly Post[];
    readonly count: number | null;
    readonly state?: 'loading' | 'failed';
  };
  const show = async (
    { rows, count, state = 'loading' }: Feed,
    load: (section: number) => Promise<Table> = () => Promise.resolve(table(row('דנה', 7))),
  ) => {
    const context = { rows, offset: rows.length, count };
    const list = createActor(
      createMachine({ context, initial: state, states: { loading: {}, failed: {} } }),
    ).start() as unknown as ListActor;
    const onPick = vi.fn<OnPick>();
    const requests: unknown[] = [];
    const { outline } = await renderScreen(<PlaceStrip list={list} onPick={onPick} />, {
      data: buildAppData({ sections: leagues }),
      clockOffset: now - Date.now(),
      machines: {
        resources: {
          standings: resourceOf<Table, { section: number }>().provide({
            actors: {
              load: fromPromise<Table | CachedAnswer<Table>, LoadRequest<{ section: number }>>(
                ({ input: { params } }) => {
                  requests.push(params);
                  return load(params.section);
                },
              ),
            },
          }),
        },
      },
    });
    return { lines: outline(), onPick, requests };
  };
  const place = (league: number, name: string, ...texts: string[]) => [
    `link "${[...texts, name].join(' ')}" href=/section/${league}`,
  ];
  const link = async (feed: Feed, load?: (section: number) => Promise<Table>) => {
    const { lines, requests } = await show(feed, load);
    return [lines.find((line) => line.startsWith('link')), requests] as const;
  };
  const picked = (id: number, section: number) =>
    buildPost(id, { section, items_data: [buildItem(id, 'vote', { [10 * id]: 1 })] });
  const fullFeed = (...rows: Post[]): Feed => ({ rows, count: rows.length });

  test.each<[string, Feed, number, string]>([
    ['of the first game', fullFeed(picked(1, 5), picked(2, 4)), 5, 'המשרד'],
    ['of the first game of a league of the caller’s', fullFeed(picked(1, 3), picked(2, 5)), 5, 'המשרד'],
    ['that is the caller’s first, without games', fullFeed(), 4, 'השכונה'],
  ])('shows the caller’s place in the league %s', async (_, feed, league, name) => {
    const [line, requests] = await link(feed);
    expect([line]).toEqual(place(league, name, t('rank'), '3', t('placeFirst')));
    expect(requests).toEqual([{ section: league, limit: 1 }]);
  });

  test.each<[string, Table, string[]]>([
    ['nobody above', table(row('דנה', 7)), [t('placeFirst')]],
    ['no points yet', table(row('דנה', 0)), [t('placeNoPoints')]],
    [
      'as many points as the one above',
      table(row('דנה', 7), row('תום', 7)),
      [t('placeLevel', { name: 'תום' })],
    ],
    [
      'fewer points than the one above',
      table(row('דנה', 7), row('תום', 10)),
      [t('placeBehind', { points: t('points', { count: 3 }), name: 'תום' })],
    ],
  ])('shows the distance to the next place, with %s', async (_, answer, texts) => {
    const [line] = await link(fullFeed(), () => Promise.resolve(answer));
    expect([line]).toEqual(place(4, 'השכונה', t('rank'), '3', ...texts));
  });

  test('links to a table that could not be loaded, and shows no place in one without the caller', async () => {
    const failing = () => Promise.reject(new FailureError({ kind: 'internal' }));
    expect((await link(fullFeed(), failing))[0]).toBe(place(4, 'השכונה', t('standings'))[0]);
    expect((await link(fullFeed(), () => Promise.resolve(table(null))))[0]).toBe(place(4, 'השכונה')[0]);
  });

  test('links to the first league’s table where the games could not be loaded', async () => {
    const failing = () => Promise.reject(new FailureError({ kind: 'offline' }));
    const { lines } = await show({ rows: [], count: null, state: 'failed' }, failing);
    expect(lines).toEqual(place(4, 'השכונה', t('standings')));
  });

  test('is empty until the games are loaded', async () => {
    expect(await show({ rows: [], count: null })).toMatchObject({ lines: [], requests: [] });
  });

  const open = (id: number, date: string | null) => buildItem(id, 'vote', { [10 * id]: null }, { date });
  const lacking = (id: number, ...dates: (string | null)[]) =>
    buildPost(id, { section: 4, items_data: dates.map((date, at) => open(10 * id + at, date)) });
  const missing = async (feed: Feed) => {
    const { lines, onPick } = await show(feed);
    return { words: lines.slice(1), onPick };
  };
  const button = (key: 'picksToMake' | 'picksToMakeAtLeast', count: number, ...until: string[]) => [
    `button "${[t(key, { count }), ...until].join(' ')}"`,
  ];

  test('shows that all picks are made, if there are games', async () => {
    expect((await missing(fullFeed(picked(1, 4)))).words).toEqual([t('allPicked')]);
    expect((await missing(fullFeed())).words).toEqual([]);
  });

  test('counts the missing picks, and opens the one that closes first', async () => {
    const [later, sooner] = ['2026-06-11T20:00:00.000Z', '2026-06-11T18:30:00.000Z'];
    const feed = fullFeed(lacking(1, later, null), picked(2, 4), lacking(3, sooner));
    const { words, onPick } = await missing(feed);
    expect(words).toEqual(button('picksToMake', 3, t('pickUntil', { when: '21:30' })));
    fireEvent.click(screen.getByRole('button'));
    expect(onPick.mock.calls.map(([item]) => item.id)).toEqual([30]);
  });

  test('shows no time where the missing pick has none', async () => {
    expect((await missing(fullFeed(lacking(1, null)))).words).toEqual(button('picksToMake', 1));
  });

  test('shows that later pages may have more, where the last game has missing picks too', async () => {
    const count = 9;
    expect((await missing({ rows: [picked(1, 4), lacking(2, null)], count })).words).toEqual(
      button('picksToMakeAtLeast', 1),
    );
    expect((await missing({ rows: [lacking(1, null), picked(2, 4)], count })).words).toEqual(
      button('picksToMake', 1),
    );
  });
});

describe('the line of a round that is over', () => {
  const show = async (items: readonly Partial<Item>[], isGuest = false) => {
    const items_data = items.map((item, at) => buildItem(at, 'vote', {}, { status: 'ended', ...item }));
    const post = buildPost(1, { section: 4, description: 'מחזור 1', items_data });
    const { container, unmount } = await renderScreen(
      <SettledRound post={post} titleId="title" inLeague>
        {null}
      </SettledRound>,
      { data: { ...buildAppData({ sections: leagues }), ...(isGuest && { appuser: null }) } },
    );
    const [line] = container.getElementsByTagName('summary');
    const parts = [...(line?.children ?? [])].filter(({ textContent }) => textContent !== '');
    // In parentheses what screen readers do not read.
    const words = parts.map(({ textContent, ariaHidden }) =>
      ariaHidden === 'true' ? `(${textContent})` : textContent,
    );
    unmount();
    return words.slice(1);
  };
  const leagues = [buildLeague(4, 'השכונה')];

  test('has the caller’s points, or that they picked nothing', async () => {
    expect(await show([{ value: 1, pts: 3 }, {}])).toEqual(['(+3)', t('points', { count: 3 })]);
    expect(await show([{ value: 1, pts: 0 }, {}])).toEqual(['(0)', t('points', { count: 0 })]);
    expect(await show([{}, { status: 'void' }])).toEqual([t('notPicked')]);
  });

  test('has neither for picks on matches that were called off, nor for a guest', async () => {
    expect(await show([{}, { status: 'void', value: 0 }])).toEqual([]);
    expect(await show([{}, {}], true)).toEqual([]);
  });
});
