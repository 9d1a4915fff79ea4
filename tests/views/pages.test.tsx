import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { createActor, createMachine, fromCallback, fromPromise } from 'xstate';
import { FailureError, type Failure } from '#contract/failures.ts';
import type { CompetitionSummary } from '#contract/make-game-calls.ts';
import type { Item, Member, Notification, Post } from '#contract/models.ts';
import { CachedAnswer } from '#domain/cached-answer.ts';
import type { Switches } from '#domain/notification-switches.ts';
import { chosenLanguage, languages, rememberLanguage } from '#i18n/load.ts';
import { activeGroup } from '#machines/active-group.ts';
import { command } from '#machines/command.ts';
import { formOf } from '#machines/form.ts';
import { postActions } from '#machines/post-actions.ts';
import { notificationPreferences } from '#machines/notification-preferences.ts';
import { pushOffer } from '#machines/push-offer.ts';
import { pushSubscription, type DevicePush } from '#machines/push-subscription.ts';
import { resourceOf, type LoadRequest } from '#machines/resource.ts';
import { useServerNow } from '#screens/app-context.tsx';
import { NameScreen } from '#screens/welcome/NameScreen.tsx';
import { ItemPage } from '#screens/item-page/ItemScreen.tsx';
import { RefusedMessages } from '#screens/notifications/RefusedMessages.tsx';
import { NotificationPreferences } from '#screens/profile/NotificationPreferences.tsx';
import { PushSwitch } from '#screens/profile/PushSwitch.tsx';
import { StaffScreen } from '#screens/staff/StaffScreen.tsx';
import { StaticPageScreen } from '#screens/static-page/StaticPageScreen.tsx';
import {
  CompetitionHead,
  CompetitionNotes,
  useChangesSummary,
} from '#screens/tournament/CompetitionHead.tsx';
import { NewTeams } from '#screens/tournament/NewTeams.tsx';
import { buildAppData, buildItem, buildLeague, buildPost } from '#tests/support/builders.ts';
import { renderScreen } from '#tests/support/views/render-screen.tsx';
import { renderView } from '#tests/support/views/render-view.tsx';
import { t } from '#tests/support/translations.ts';
import { pagedListOf, type Page, type PageRequest } from '#machines/paged-list.ts';
import { shareTarget, type Shared } from '#machines/share-target.ts';
import { ShareTargetScreen } from '#screens/share-target/ShareTargetScreen.tsx';
import { notificationVisit } from '#machines/notification-visit.ts';
import { NotificationsScreen } from '#screens/notifications/NotificationsScreen.tsx';
import { LeaguePage } from '#screens/league/LeaguePage.tsx';

test.each([
  ['unsupported', false, true, 'push.unsupported'],
  ['denied', false, true, 'push.denied'],
  ['off', false, false, 'push.deviceText'],
  ['on', true, false, 'push.deviceText'],
] as const)('the switch of pushes to a device that is %s', async (device, checked, disabled, hint) => {
  const subscription = pushSubscription.provide({ actors: { readDevice: fromPromise(async () => device) } });
  const value = { subscription, offer: pushOffer };
  // Loaded already, as React marks it.
  const loaded = Object.assign(Promise.resolve(value), { status: 'fulfilled', value });
  await renderScreen(<PushSwitch />, { machines: { push: () => loaded } });
  const input = await screen.findByRole<HTMLInputElement>('switch', { name: t('push.device') });
  expect([input.checked, input.disabled]).toEqual([checked, disabled]);
  expect(document.body.textContent).toBe(t('push.device') + t(hint));
});

describe('the name of a new member', () => {
  const show = async (save: () => Promise<Member>) => {
    const member = formOf<Member>().provide({ actors: { saveValues: fromPromise(save) } });
    const { outline } = await renderScreen(<NameScreen />, {
      machines: { forms: { member } },
      children: { connection: createMachine({}) },
    });
    const type = (value: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value } });
    const press = () => fireEvent.click(screen.getByRole('button', { name: t('proceed') }));
    return { outline: () => outline().slice(outline().indexOf('  form novalidate') + 1), type, press };
  };
  const never = () => new Promise<never>(() => {});
  const lines = (field: string, problem: string, button: string, ...after: string[]) =>
    [
      `heading "${t('nameTitle')}" level=1`,
      t('nameText'),
      t('name'),
      `textbox "${t('name')}" autocomplete=name ${field}`,
      problem ? `alert: ${problem}` : 'alert',
      `button "${t('proceed')}" ${button}`,
      ...after,
    ].map((line) => `    ${line}`);
  const placeholder = `placeholder=${t('namePlaceholder')}`;

  test('is asked for, and cannot be nothing', async () => {
    const { outline, type, press } = await show(never);
    expect(outline()).toEqual(
      lines(`focused maxlength=40 ${placeholder} value=""`, '', 'disabled type=submit'),
    );
    type('נועה');
    const typed = `dir=auto focused maxlength=40 ${placeholder} value="נועה"`;
    expect(outline()).toEqual(lines(typed, '', 'type=submit'));
    press();
    expect(outline()).toEqual(lines(typed, '', 'busy disabled'));
  });

  test.each<[string, Failure, string, string[]]>([
    [
      'is refused by the server for its words',
      { kind: 'validation', fields: { name: { code: 'invalid' } } },
      t('problem.invalid'),
      [],
    ],
    ['could not be saved', { kind: 'offline' }, '', [`alert: ${t('failure.offline')}`]],
  ])('%s, and stays as typed', async (_, failure, problem, after) => {
    const { outline, type, press } = await show(() => Promise.reject(new FailureError(failure)));
    type('נועה');
    press();
    const described = problem && `described "${problem}" `;
    const states = `${described}dir=auto focused ${problem && 'invalid '}maxlength=40 ${placeholder}`;
    await expect.poll(outline).toEqual(lines(`${states} value="נועה"`, problem, 'type=submit', ...after));
  });
});

test('the time is the server’s, whatever the device’s clock says', async () => {
  vi.useFakeTimers({
    now: new Date('2026-06-11T19:00:00Z'),
    toFake: ['Date', 'setInterval', 'clearInterval'],
  });
  const Clock = () => new Date(useServerNow(10_000)).toISOString();
  const { container } = await renderScreen(<Clock />, { clockOffset: 90_000 });
  expect(container.textContent).toBe('2026-06-11T19:01:30.000Z');
  act(() => void vi.advanceTimersByTime(10_000));
  expect(container.textContent).toBe('2026-06-11T19:01:40.000Z');
  vi.useRealTimers();
});

/** What is loaded already, as React marks it. */
const loadedNow = <Value,>(value: Value) =>
  Object.assign(Promise.resolve(value), { status: 'fulfilled', value });

test('the hours of the night are half hours, of which the end is none of the beginning; leagues are the caller’s own', async () => {
  const preferences: Switches = {
    'quiet.night': true,
    'quiet.from': '23:30',
    'quiet.until': '07:00',
    'league.5': false,
  };
  const subscription = pushSubscription.provide({
    actors: { readDevice: fromPromise<DevicePush, void>(async () => 'off') },
  });
  const push = loadedNow({ subscription, offer: pushOffer });
  const machine = loadedNow(
    notificationPreferences.provide({
      actors: { fetchPreferences: fromPromise<Switches, undefined>(async () => preferences) },
    }),
  );
  await renderScreen(<NotificationPreferences />, {
    data: buildAppData({
      sections: [
        buildLeague(9, 'ליגת העל', { custom: false, is_member: false }),
        buildLeague(5, 'המשרד'),
        buildLeague(4, 'השכונה'),
      ],
    }),
    machines: { push: () => push, notificationPreferences: () => machine },
  });
  const selects = await screen.findAllByRole<HTMLSelectElement>('combobox');
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  const times = hours.flatMap((hour) => [`${hour}:00`, `${hour}:30`]);
  expect(selects.map(({ value, options }) => [value, [...options].map((option) => option.value)])).toEqual([
    ['23:30', times.filter((time) => time !== '07:00')],
    ['07:00', times.filter((time) => time !== '23:30')],
  ]);
  const names = screen.getAllByRole('switch').map((input) => input.closest('label')?.textContent);
  expect(names.slice(-2)).toEqual(['המשרד', 'השכונה']);
  expect(names).not.toContain('ליגת העל');
});

test('messages that the server refused are listed, not those that still wait', async () => {
  const refused: Failure = { kind: 'not_found' };
  const message = (key: string, description: string, why: Failure | null) => ({
    key,
    post: 2,
    description,
    images: [],
    made: '2026-06-11T09:00:00.000Z',
    refused: why,
  });
  await renderScreen(<RefusedMessages />, {
    unsent: [
      message('b', 'מחכה', null),
      message('c', 'נדחתה', refused),
      message('a', 'בדרך', null),
      message('d', 'גם נדחתה', refused),
    ],
  });
  const section = screen.getByRole('region', { name: t('messagesNotSent') });
  expect([...section.querySelectorAll('p[dir]')].map(({ textContent }) => textContent)).toEqual([
    'נדחתה',
    'גם נדחתה',
  ]);
});

describe('a public page', () => {
  type PageOf = { slug: string; language: string };
  const show = async (slug: string, load: () => Promise<Post>, contact = '') => {
    const data = buildAppData();
    const { outline } = await renderScreen(<StaticPageScreen slug={slug} />, {
      data: { ...data, activeParams: { ...data.activeParams, contact } },
      machines: {
        resources: {
          page: resourceOf<Post, PageOf>().provide({
            actors: { load: fromPromise<Post | CachedAnswer<Post>, LoadRequest<PageOf>>(load) },
          }),
        },
      },
    });
    return outline();
  };
  const page = (description: string) => () => Promise.resolve(buildPost(1, { description }));

  test('has paragraphs in the direction of their text; the first of several lines is a heading', async () => {
    expect(await show('terms', page('פתיחה\n\nנקודות\nשורה ראשונה\nשורה שנייה\n\n\nEnglish'))).toEqual([
      `heading "${t('terms')}" level=1`,
      'article',
      '  part dir=auto: פתיחה',
      '  part dir=auto',
      '    heading "נקודות" level=2',
      '    שורה ראשונה\nשורה שנייה',
      '  part dir=auto: English',
    ]);
  });

  test.each([
    ['gameRules', [`heading "${t('gameRules')}" level=1`]],
    ['about', []],
  ])('has a title if its slug is known: %s', async (slug, title) => {
    expect(await show(slug, page('פתיחה'))).toEqual([...title, 'article', '  part dir=auto: פתיחה']);
  });

  const contactLines = (...lines: string[]) => [
    `heading "${t('accessibility')}" level=1`,
    'article',
    '  part dir=auto: פתיחה',
    `  heading "${t('contact')}" level=2`,
    ...lines,
  ];

  test.each([
    ['help@hevre.example', 'mailto:help@hevre.example'],
    ['https://hevre.example/help', 'https://hevre.example/help'],
  ])('of accessibility links to the contact: %s', async (contact, href) => {
    const lines = await show('accessibility', page('פתיחה'), contact);
    expect(lines.filter((line) => line.includes('link'))).toEqual([
      `  link "${contact}" dir=ltr href=${href}`,
    ]);
    expect(lines.slice(0, 4)).toEqual(contactLines());
  });

  test('of accessibility shows that no contact is set', async () => {
    expect(await show('accessibility', page('פתיחה'))).toEqual(contactLines(`  ${t('contactNone')}`));
  });

  test('has a placeholder while it loads', async () => {
    expect(await show('terms', () => new Promise(() => {}))).toEqual([
      `heading "${t('terms')}" level=1`,
      `status: ${t('loading')}`,
    ]);
  });
});

test('the chosen language is stored on the device, with its locale for the page’s direction', () => {
  expect(chosenLanguage().code).toBe('heb');
  for (const language of languages) {
    rememberLanguage(language);
    expect(chosenLanguage()).toBe(language);
  }
  const last = languages.at(-1);
  const stored = ['hevre.language', 'hevre.locale'].map((key) => localStorage.getItem(key));
  expect([stored, localStorage.length]).toEqual([[last?.code, last?.locale], 2]);
  localStorage.clear();
});

describe('a page that is not available', () => {
  const games = [`link "${t('tabMain')}" href=/main`];

  test('is the page of staff for everyone without the role', async () => {
    const { outline } = await renderScreen(<StaffScreen />);
    expect(outline()).toEqual([`heading "${t('staffOnly')}" level=1`, t('staffOnlyText'), ...games]);
  });

  type ById = { readonly id: number };
  test.each([
    ['a match that was shown', [new CachedAnswer(buildItem(5, 'vote', {}), 0)], 'gameGone'],
    ['a match that was not', [], 'leaguePrivate'],
  ] as const)('has a title for %s', async (_, answers, title) => {
    const remaining = [...answers];
    const load = async () => {
      const answer = remaining.shift();
      if (answer) return answer;
      throw new FailureError({ kind: 'not_found' });
    };
    const item = fromPromise<Item | CachedAnswer<Item>, LoadRequest<ById>>(load);
    const post = fromPromise<Post | CachedAnswer<Post>, LoadRequest<ById>>(() => new Promise(() => {}));
    const { container } = await renderScreen(<ItemPage id={5} />, {
      machines: {
        resources: {
          item: resourceOf<Item, ById>().provide({ actors: { load: item } }),
          post: resourceOf<Post, ById>().provide({
            actors: { load: post },
          }),
        },
      },
    });
    await vi.waitFor(() => expect(container.querySelector('h1')?.textContent).toBe(t(title)));
  });
});

describe('a competition', () => {
  const competition = (more: Partial<CompetitionSummary> = {}): CompetitionSummary => ({
    id: 'cup',
    name: 'World Cup',
    over: false,
    rounds: 3,
    matches: 64,
    first: '2026-06-11T19:00:00Z',
    last: '2026-07-19T19:00:00Z',
    imported: false,
    ready: 64,
    changes: { moved: [], closed: [], results: [], left: [] },
    undo_until: null,
    newTeams: [],
    questions: 0,
    ...more,
  });
  const matches = t('matchesCount', { count: 64 });
  const dates = t('tournamentDates', { first: '11.6.26', last: '19.7.26' });

  test.each([
    [{}, `${matches} · ${dates}`],
    [{ last: '2026-06-11T20:00:00Z' }, `${matches} · 11.6.26`],
    [{ last: null }, `${matches} · 11.6.26`],
    [{ first: null, last: null }, matches],
    [{ matches: 1, first: null }, t('matchesCount', { count: 1 })],
  ])('has its name, its matches and its days: %j', (more, texts) => {
    const { outline } = renderView(<CompetitionHead competition={competition(more)} />);
    expect(outline()).toEqual(['[World Cup]', texts]);
  });

  test.each([
    [{}, []],
    [{ ready: 60 }, [t('tournamentLater', { count: 60 })]],
    [{ ready: 0 }, [t('fileNothingAhead')]],
    [{ over: true }, [t('tournamentReplay')]],
    [{ over: true, ready: 63 }, [t('tournamentReplay'), t('tournamentLater', { count: 63 })]],
    [{ imported: true, ready: 0 }, [t('tournamentThere')]],
    [{ imported: true, ready: 2 }, [t('tournamentNew', { count: 2 })]],
  ])('shows what its import would do: %j', (more, texts) => {
    const { outline } = renderView(<CompetitionNotes competition={competition(more)} />);
    expect(outline()).toEqual(texts);
  });

  const Summary = ({ of }: { of: CompetitionSummary }) => useChangesSummary()(of);
  const changed = (moved: number, closed: number, results: number) => {
    const some = (count: number) => Array.from({ length: count }, () => ({}) as never);
    return { moved: some(moved), closed: some(closed), results: some(results), left: [] };
  };
  test.each([
    [1, 0, 0, 0, t('tournamentMoves', { count: 1 })],
    [0, 1, 0, 0, t('tournamentCloses', { count: 1 })],
    [0, 0, 1, 0, t('tournamentResults', { count: 1 })],
    [0, 0, 0, 1, t('tournamentNew', { count: 1 })],
    [
      2,
      3,
      4,
      5,
      [
        t('tournamentMoves', { count: 2 }),
        t('tournamentCloses', { count: 3 }),
        t('tournamentResults', { count: 4 }),
        t('tournamentNew', { count: 5 }),
      ].join(' · '),
    ],
  ])(
    'with %i moved, %i closed, %i results and %i new matches lists these',
    (moved, closed, results, ready, texts) => {
      const { outline } = renderView(
        <Summary of={competition({ imported: true, ready, changes: changed(moved, closed, results) })} />,
      );
      expect(outline()).toEqual([texts]);
    },
  );
});

describe('the new teams of a competition', () => {
  const knownTeams = [
    { id: 1, name: 'ברזיל' },
    { id: 2, name: 'יפן' },
  ];
  type Props = Parameters<typeof NewTeams>[0];
  function show(
    names: string[],
    teams: Record<string, number> = {},
    failure: Failure | null = null,
    disabled = false,
  ) {
    const actor = createActor(createMachine({ context: { knownTeams, teams, failure } })).start();
    const send = vi.spyOn(actor, 'send').mockReturnValue();
    const { outline, container } = renderView(
      <NewTeams actor={actor as unknown as Props['actor']} names={names} disabled={disabled} />,
    );
    return { send, outline, isOpen: container.querySelector('details')?.open };
  }
  const choice = (name: string, options: string[], value = '', more: string[] = []) => [
    `  [${name}]`,
    `  combobox "${name}" ${more.map((state) => `${state} `).join('')}value="${value}"`,
    ...options.map((option) => `    option "${option}"`),
  ];
  const head = (count: number, states = ' open') => [
    `group${states}`,
    `  button "${t('fileNewTeams', { count })}"`,
    `  ${t('teamsNewHint')}`,
  ];

  test('may each be a known one, which is then not offered to the others', () => {
    const { outline, send } = show(['Brasil', 'Nippon'], { Brasil: 1 });
    expect(outline()).toEqual([
      ...head(2),
      ...choice('Brasil', [t('teamNew'), 'ברזיל', 'יפן'], '1'),
      '  alert',
      ...choice('Nippon', [t('teamNew'), 'יפן']),
      '  alert',
    ]);
    const [brasil, nippon] = screen.getAllByRole('combobox');
    fireEvent.change(brasil ?? document.body, { target: { value: '' } });
    fireEvent.change(nippon ?? document.body, { target: { value: '2' } });
    expect(send.mock.calls).toEqual([
      [{ type: 'team.choose', name: 'Brasil', option: null }],
      [{ type: 'team.choose', name: 'Nippon', option: 2 }],
    ]);
  });

  test('are expanded if they are at most three', () => {
    expect(show(['א', 'ב', 'ג']).isOpen).toBe(true);
    expect(show(['א', 'ב', 'ג', 'ד']).isOpen).toBe(false);
  });

  test('show which of them duplicates another team of the competition', () => {
    const failure: Failure = { kind: 'validation', fields: { 'teams.1.option': { code: 'duplicate' } } };
    const { outline } = show(['Nippon', 'Brasil'], { Brasil: 1, Nippon: 2 }, failure, true);
    expect(outline()).toEqual([
      ...head(2),
      ...choice('Nippon', [t('teamNew'), 'יפן'], '2', [
        `described "${t('teamTaken')}"`,
        'disabled',
        'invalid',
      ]),
      `  alert: ${t('teamTaken')}`,
      ...choice('Brasil', [t('teamNew'), 'ברזיל'], '1', ['disabled']),
      '  alert',
    ]);
  });
});

describe('what another app has shared', () => {
  const show = async (shared: Shared | null) => {
    const machine = shareTarget.provide({
      actors: {
        loadShared: fromPromise<Shared | null, void>(() => Promise.resolve(shared)),
        handoff: fromCallback(() => undefined),
        discardShared: fromPromise<void, void>(() => Promise.resolve()),
      } as never,
    });
    const chats = fromPromise<Page<Post> | CachedAnswer<Page<Post>>, PageRequest<object>>(() =>
      Promise.resolve({
        results: [
          buildPost(9, { description: 'מחזור 2', publisher_data: { section: shownLeague, member: null } }),
          buildPost(2, { description: '', publisher_data: { section: shownLeague, member: null } }),
        ],
        count: 2,
      }),
    );
    const { outline } = await renderScreen(<ShareTargetScreen />, {
      machines: {
        shareTarget: () => loadedNow(machine),
        lists: { chats: pagedListOf<Post, object>().provide({ actors: { fetchPage: chats } }) },
      },
    });
    return outline();
  };
  const shownLeague = { id: 4, name: 'השכונה', image: null } as never;

  test('is shown in its own direction, above the chats it can be sent to', async () => {
    expect(await show({ text: 'look https://x.co/1', pictures: [], refusal: null })).toEqual([
      `heading "${t('share.title')}" level=1`,
      t('share.text'),
      `region "${t('share.content')}"`,
      '  part dir=auto',
      '    look',
      '    link "https://x.co/1" href=https://x.co/1 rel=noopener nofollow ugc target=_blank',
      `region "${t('share.chats')}"`,
      `  heading "${t('share.chats')}" level=2`,
      '  list',
      '    listitem',
      '      button "מחזור 2 השכונה"',
      '    listitem',
      '      button "השכונה"',
      `button "${t('share.discard')}"`,
    ]);
  });

  test('is nothing, or a file that is no picture', async () => {
    const empty = (text: 'share.emptyText' | 'pictureNotOne') => [
      `heading "${t('share.empty')}" level=1`,
      t(text),
      `link "${t('tabMain')}" href=/main`,
    ];
    expect(await show(null)).toEqual(empty('share.emptyText'));
    expect(await show({ text: '', pictures: [], refusal: 'not_a_picture' })).toEqual(empty('pictureNotOne'));
    expect(await show({ text: 'א', pictures: [], refusal: 'too_big' })).toContain(
      `alert: ${t('pictureTooBig')}`,
    );
  });
});

test('notifications that are new stay marked, and those of one match are new if one of them is', async () => {
  const notification = (
    id: number,
    title: string,
    isNew: boolean,
    item: Item | null = null,
  ): Notification => ({
    id,
    created: `2026-06-11T20:${50 - id}:00.000Z`,
    kind: 'results',
    title,
    description: '',
    new: isNew,
    link: `item?id=${id}`,
    publisher_data: { section: null, member: null },
    item,
  });
  const match = buildItem(5, 'home/away', { 51: 1, 52: 0 });
  const rows = [
    notification(4, 'חדשה', true),
    notification(7, 'תוצאה', true, match),
    notification(2, 'ישנה', false),
    notification(6, 'נסגר', false, match),
  ];
  const fetchPage = fromPromise<Page<Notification> | CachedAnswer<Page<Notification>>, PageRequest<object>>(
    () => Promise.resolve({ results: rows, count: rows.length }),
  );
  const { container } = await renderScreen(<NotificationsScreen />, {
    clockOffset: Date.parse('2026-06-11T21:00:00.000Z') - Date.now(),
    machines: {
      lists: { notifications: pagedListOf<Notification, object>().provide({ actors: { fetchPage } }) },
      notificationVisit: notificationVisit.provide({
        actors: { markAllRead: fromPromise(() => new Promise(() => {})) } as never,
      }),
    },
  });
  await screen.findByText('ישנה');
  const entries = [...container.querySelectorAll<HTMLElement>('li > a')].map((entry) => [
    entry.querySelector('bdi')?.textContent,
    entry.dataset['state'],
  ]);
  expect(entries).toEqual([
    ['חדשה', 'new'],
    ['תוצאה', 'new'],
    ['ישנה', 'read'],
  ]);
});

test('a league’s text has the direction of its words, and is folded where it is longer than a line', async () => {
  const never = fromPromise(() => new Promise(() => {})) as never;
  const list = pagedListOf<never, never>().provide({ actors: { fetchPage: never } }) as never;
  const resource = resourceOf<never, never>().provide({ actors: { load: never } }) as never;
  const shown = async (description: string) => {
    const league = buildLeague(4, 'השכונה', { description, is_member: false, active: false });
    const task = createActor(command).start();
    const { outline, unmount } = await renderScreen(
      <LeaguePage league={league} task={task} onChanged={() => {}} />,
      {
        data: buildAppData({ sections: [league] }),
        address: '/?tab=members',
        machines: {
          command,
          lists: { members: list, standings: list, feed: list, games: list, chats: list },
          resources: { standings: resource, post: resource },
          postActions,
          activeGroup,
        },
      },
    );
    const lines = outline().filter((line) => line.includes(description));
    unmount();
    return lines;
  };
  const long = 'The league of our street, since the cup of 2018';
  expect(await shown('Our street')).toEqual(['  part dir=auto: Our street']);
  expect(await shown(long)).toEqual([`    button "${long}" dir=auto`]);
});
