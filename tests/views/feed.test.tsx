import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { createActor, createMachine, fromPromise } from 'xstate';
import type { ResponseOf } from '#contract/calls.ts';
import { FailureError } from '#contract/failures.ts';
import {
  tieBreaks,
  type GameState,
  type Item,
  type League,
  type Post,
  type StandingsRow,
} from '#contract/models.ts';
import type { CachedAnswer } from '#domain/cached-answer.ts';
import type { FeedRow } from '#domain/list-window.ts';
import { backStack } from '#machines/back-stack.ts';
import { pagedListOf, type Page, type PageRequest } from '#machines/paged-list.ts';
import { postActions } from '#machines/post-actions.ts';
import { resourceOf, type LoadRequest } from '#machines/resource.ts';
import { Description } from '#screens/feed/Description.tsx';
import { Feed, type ListActor, type OnPick } from '#screens/feed/Feed.tsx';
import { FeedScreen } from '#screens/feed/FeedScreen.tsx';
import { LiveBar } from '#screens/feed/LiveBar.tsx';
import { PlaceStrip } from '#screens/feed/PlaceStrip.tsx';
import { PostActionsSheet } from '#screens/feed/PostActionsSheet.tsx';
import { SettledRound } from '#screens/feed/SettledRound.tsx';
import { GameScreen } from '#screens/game/GameScreen.tsx';
import { CreatedSheet } from '#screens/game/CreatedSheet.tsx';
import { DigitPadProvider } from '#screens/item-card/DigitPadProvider.tsx';
import { EnterResultsButton } from '#screens/results/EnterResultsButton.tsx';
import { buildAppData, buildItem, buildLeague, buildPage, buildPost } from '#tests/support/builders.ts';
import { renderScreen } from '#tests/support/views/render-screen.tsx';
import { t } from '#tests/support/translations.ts';
import { GameCard } from '#screens/feed/GameCard.tsx';

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

/** The feed's lists, with these rows for everyone; `requests` gets the filters of each. */
const feedOf = (rows: readonly FeedRow[], requests: unknown[] = []) =>
  pagedListOf<FeedRow, { section?: number; to_bet?: boolean; state?: GameState }>().provide({
    actors: {
      fetchPage: fromPromise<Page<FeedRow> | CachedAnswer<Page<FeedRow>>, PageRequest<object>>(
        ({ input: { filters } }) => {
          requests.push(filters);
          return Promise.resolve(buildPage(...rows));
        },
      ),
    },
  });

describe('a feed without games', () => {
  const show = async (sections: League[]) => {
    const { unmount } = await renderScreen(
      <DigitPadProvider>
        <FeedScreen />
      </DigitPadProvider>,
      {
        data: buildAppData({ sections }),
        machines: {
          lists: { feed: feedOf([]) },
          resources: { standings: awaited },
          postActions,
          backStack: createActor(backStack, { input: { entries: 0, onLayer: false } }),
        },
        children: { toasts: createMachine({}) },
      },
    );
    const hasPicks = screen.queryByRole('link', { name: t('gamesToBet') }) !== null;
    const shown = (['noLeaguesTitle', 'noGamesYet'] as const).filter((text) => screen.queryByText(t(text)));
    unmount();
    return [hasPicks, shown];
  };
  const awaited = resourceOf<ResponseOf<'standings'>, { section: number }>().provide({
    actors: {
      load: fromPromise<
        ResponseOf<'standings'> | CachedAnswer<ResponseOf<'standings'>>,
        LoadRequest<{ section: number }>
      >(() => new Promise(() => {})),
    },
  });
  const official = buildLeague(9, 'ליגת העל', { custom: false, is_member: false });
  const closed = buildLeague(5, 'אשתקד', { active: false });

  test('offers a league to whoever is in none that is open, official ones apart', async () => {
    expect(await show([official])).toEqual([false, ['noLeaguesTitle']]);
    expect(await show([official, closed])).toEqual([true, ['noLeaguesTitle']]);
  });

  test('waits for games where one league is open', async () => {
    expect(await show([closed, buildLeague(4, 'השכונה')])).toEqual([true, ['noGamesYet']]);
  });
});

describe('the bar of live items', () => {
  const live = (id: number, name: string) =>
    buildPost(id, {
      section: 4,
      items_data: [buildItem(id, 'vote', { [10 * id]: 1 }, { name, status: 'started', started: true })],
    });
  const quiet = Array.from({ length: 20 }, (_, at) => buildPost(100 + at));
  const show = async (rows: readonly FeedRow[], fetched: readonly FeedRow[]) => {
    const list = createActor(createMachine({ context: { rows } })).start() as unknown as ListActor;
    const requests: unknown[] = [];
    const view = await renderScreen(<LiveBar list={list} />, {
      data: buildAppData({ sections: [buildLeague(4, 'השכונה')] }),
      machines: { lists: { feed: feedOf(fetched, requests) } },
    });
    const links = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
    return { ...view, requests, links };
  };
  const change = (post: number) =>
    ({ type: 'item', section: 4, post, item: post, version: 2, member: null, id: null }) as never;

  test('has each live game of a long feed once, and those whose rows are not loaded', async () => {
    const unloaded = { id: 3, placeholder: true } as const;
    const { requests, links } = await show(
      [live(2, 'הגמר'), live(1, 'הדרבי'), ...quiet, unloaded],
      [live(1, 'הדרבי'), live(3, 'הגביע'), live(2, 'הגמר'), live(4, 'חצי הגמר')],
    );
    await expect.poll(links).toEqual(['/item?id=2', '/item?id=1', '/item?id=3', '/item?id=4']);
    expect(requests).toEqual([{ state: 'live' }]);
  });

  test('of a long feed asks again once a game that it does not have has changed, not for one of its own', async () => {
    const { requests, tell, links } = await show(
      [live(2, 'הגמר'), ...quiet],
      [live(3, 'הגביע'), live(4, 'הדרבי')],
    );
    await expect.poll(links).toEqual(['/item?id=2', '/item?id=3', '/item?id=4']);
    tell(change(4));
    expect(requests).toEqual([{ state: 'live' }]);
    tell(change(6));
    expect(requests).toEqual([{ state: 'live' }, { state: 'live' }]);
  });

  test('of a short feed asks for other games only once one of them has changed', async () => {
    const { requests, links, tell } = await show([live(2, 'הגמר'), buildPost(1)], [live(3, 'הגביע')]);
    tell(change(1));
    expect([links(), requests]).toEqual([['/item?id=2'], []]);
    tell(change(3));
    await expect.poll(links).toEqual(['/item?id=2', '/item?id=3']);
    expect(requests).toEqual([{ state: 'live' }]);
  });
});

test('a game’s text has the direction of its words; more than three lines of it open by a button', async () => {
  const { outline } = await renderScreen(<Description text={'1\n2\n3\n4'} />);
  expect(outline()).toEqual([
    'part data-state=folded dir=auto: 1\n2\n3\n4',
    `button "${t('viewAll')}" expanded=false`,
  ]);
  fireEvent.click(screen.getByRole('button'));
  expect(outline()).toEqual([
    'part data-state=open dir=auto: 1\n2\n3\n4',
    `button "${t('viewLess')}" expanded`,
  ]);
});

test('the button of a game’s results counts the items that are due, on the game’s own page all without one', async () => {
  const past = new Date(Date.now() - 60_000).toISOString();
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const items = [
    buildItem(3, 'vote', { 31: 1 }, { date: later }),
    buildItem(1, 'vote', { 11: 1 }, { status: 'ended', ended: true }),
    buildItem(4, 'vote', { 41: 1 }, { status: 'started', started: true }),
    buildItem(2, 'vote', { 21: 1 }, { date: past }),
    buildItem(5, 'vote', { 51: 1 }, { status: 'void' }),
  ];
  const show = async (isWhole: boolean, items_data: Item[], is_staff = true) => {
    const { outline, unmount } = await renderScreen(
      <EnterResultsButton post={buildPost(1, { items_data, is_staff })} isWhole={isWhole} />,
    );
    const lines = outline();
    unmount();
    return lines;
  };
  expect(await show(false, items)).toEqual([`button "${t('enterResultsOf', { count: 2 })}"`]);
  expect(await show(true, items)).toEqual([`button "${t('enterResultsOf', { count: 3 })}"`]);
  expect(await show(false, items.slice(0, 2))).toEqual([]);
  expect(await show(true, items, false)).toEqual([]);
});

test('the actions on a game offer its results where an item has none, and count those', async () => {
  const over = { status: 'ended', ended: true } as const;
  const items = [
    buildItem(3, 'vote', { 31: 1 }, over),
    buildItem(1, 'vote', { 11: 1 }),
    buildItem(2, 'vote', { 21: 1 }, { status: 'void' }),
    buildItem(4, 'vote', { 41: 1 }, { status: 'started', started: true }),
  ];
  const show = async (items_data: Item[]) => {
    const post = buildPost(1, { items_data });
    const actor = createActor(postActions).start();
    actor.send({ type: 'actions.open', post });
    const { unmount } = await renderScreen(<PostActionsSheet actor={actor} post={post} />, {
      machines: { backStack: createActor(backStack, { input: { entries: 0, onLayer: false } }) },
    });
    const dialog = await screen.findByRole('dialog', { name: t('options') }, { timeout: 10_000 });
    const names = [...dialog.querySelectorAll('button')].map(({ textContent }) => textContent);
    unmount();
    return names.filter((name) =>
      ([1, 2, 3, 4] as const).some((count) => name === t('enterResultsOf', { count })),
    );
  };
  expect(await show(items)).toEqual([t('enterResultsOf', { count: 2 })]);
  expect(await show(items.slice(0, 1))).toEqual([]);
});

test('a new game without a text is sent by the names of its first four items; of others there is the number', async () => {
  const names = ['הגמר', 'הדרבי', 'הגביע', 'חצי הגמר', 'הפתיחה', 'הסיום'];
  const items = names.map((name, at) => buildItem(9 - at, 'vote', { [90 - at]: null }, { name }));
  await renderScreen(
    <CreatedSheet post={buildPost(1, { description: '', items_data: items })} onClose={() => {}} />,
    { machines: { backStack: createActor(backStack, { input: { entries: 0, onLayer: false } }) } },
  );
  const dialog = await screen.findByRole('dialog', { name: t('gameCreated') }, { timeout: 10_000 });
  expect(dialog.querySelectorAll('li')).toHaveLength(4);
  expect(dialog.textContent).toContain(t('gameCreatedMore', { count: 2 }));
  const sent = decodeURIComponent(dialog.querySelector('a')?.href ?? '');
  expect(names.map((name) => sent.includes(name))).toEqual([true, true, true, true, false, false]);
});

test('a card says that all is picked once its last open item is, whatever items are over', async () => {
  const past = buildItem(2, 'vote', { 21: null }, { status: 'ended', ended: true, readonly: true });
  const open = (value: number | null) => buildItem(1, 'vote', { 11: value, 12: null });
  const card = (items_data: Item[]) => (
    <DigitPadProvider>
      <GameCard isWhole post={buildPost(2, { items_data })} />
    </DigitPadProvider>
  );
  const { outline, rerender } = await renderScreen(card([past, open(null)]), {
    children: { toasts: createMachine({}) },
  });
  const last = () =>
    outline().filter((line) =>
      [t('allPicked'), t('missingPicks', { count: 1 })].some((it) => line.includes(it)),
    );
  expect(last()).toEqual([`  button "${t('missingPicks', { count: 1 })}"`]);
  rerender(card([past, open(1)]));
  await expect.poll(last).toEqual([`  ${t('allPicked')}`]);
});

describe('a feed of games in one state', () => {
  const game = (id: number, status: Item['status']) =>
    buildPost(id, {
      section: 4,
      items_data: [buildItem(id, 'vote', { [10 * id]: 1 }, { status, started: status !== 'open' })],
    });
  const show = async (...rows: Post[]) => {
    const requests: unknown[] = [];
    const view = await renderScreen(
      <DigitPadProvider>
        <Feed title="פתוחים" section={4} state="open" empty="אין משחקים" />
      </DigitPadProvider>,
      {
        data: buildAppData({ sections: [buildLeague(4, 'השכונה')] }),
        machines: {
          lists: { feed: feedOf(rows, requests) },
          postActions,
          backStack: createActor(backStack, { input: { entries: 0, onLayer: false } }),
        },
        children: { toasts: createMachine({}) },
      },
    );
    return { ...view, requests };
  };
  const change = (post: number) =>
    ({ type: 'item', section: 4, post, item: post, version: 2, member: null, id: null }) as never;

  test('hides those whose state has changed since', async () => {
    const changed = await show(game(2, 'started'));
    expect(changed.outline()).toContain('  אין משחקים');
    changed.unmount();
    const { outline } = await show(game(2, 'started'), game(1, 'open'));
    expect(outline()).not.toContain('  אין משחקים');
  });

  test('asks for all again once a game that it does not have has changed, not for its own', async () => {
    const { tell, requests } = await show(game(2, 'open'), game(1, 'open'));
    const filters = { section: 4, state: 'open' };
    expect(requests).toEqual([filters]);
    tell(change(1));
    expect(requests).toEqual([filters]);
    tell(change(3));
    await expect.poll(() => requests).toEqual([filters, filters]);
  });
});

test('a game shows who has not picked while one of its items is open', async () => {
  const items = [
    buildItem(2, 'vote', { 21: null }, { status: 'ended', ended: true, readonly: true }),
    buildItem(1, 'vote', { 11: null, 12: null }),
  ];
  type Missing = ResponseOf<'missingBettors'>;
  const shown = async (items_data: Item[]) => {
    const asked: number[] = [];
    const { unmount } = await renderScreen(
      <DigitPadProvider>
        <GameScreen id={2} />
      </DigitPadProvider>,
      {
        data: buildAppData({ sections: [buildLeague(4, 'השכונה')] }),
        machines: {
          postActions,
          resources: {
            post: resourceOf<Post, { id: number }>().provide({
              actors: {
                load: fromPromise<Post | CachedAnswer<Post>, LoadRequest<{ id: number }>>(() =>
                  Promise.resolve(buildPost(2, { section: 4, items_data })),
                ),
              },
            }),
            missingBettors: resourceOf<Missing, { post: number }>().provide({
              actors: {
                load: fromPromise<Missing | CachedAnswer<Missing>, LoadRequest<{ post: number }>>(
                  ({ input: { params } }) => {
                    asked.push(params.post);
                    return Promise.resolve({ results: [], count: 0 });
                  },
                ),
              },
            }),
          },
          backStack: createActor(backStack, { input: { entries: 0, onLayer: false } }),
        },
        children: { toasts: createMachine({}) },
      },
    );
    await screen.findByRole('article');
    const answer = [asked, screen.queryByText(t('everyoneBet')) !== null];
    unmount();
    return answer;
  };
  expect(await shown(items)).toEqual([[2], true]);
  expect(await shown(items.slice(0, 1))).toEqual([[], false]);
});
