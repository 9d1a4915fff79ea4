import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { createActor, createMachine, fromCallback, fromPromise } from 'xstate';
import type { Group, League, Member } from '#contract/models.ts';
import { activeGroup } from '#machines/active-group.ts';
import { backStack } from '#machines/back-stack.ts';
import { command } from '#machines/command.ts';
import { formOf, type FormValues } from '#machines/form.ts';
import { join, type JoinRequest, type JoinTarget } from '#machines/join.ts';
import { pagedListOf, type Page, type PageRequest } from '#machines/paged-list.ts';
import { upload } from '#machines/upload.ts';
import type { CachedAnswer } from '#domain/cached-answer.ts';
import { sealScript } from '#domain/seals.ts';
import { SetLanguageContext, useIsMyLeague } from '#screens/app-context.tsx';
import { NoGames } from '#screens/feed/EmptyFeed.tsx';
import { LeagueSettings } from '#screens/league/LeagueSettings.tsx';
import { GroupSelect, useActiveGroup } from '#screens/groups/GroupPicker.tsx';
import { JoinScreen } from '#screens/join/JoinScreen.tsx';
import { MyLeaguesScreen } from '#screens/league/LeagueScreen.tsx';
import { LeaguesScreen } from '#screens/leagues/LeaguesScreen.tsx';
import { SideMenu } from '#screens/shell/SideMenu.tsx';
import { useTableLeague } from '#screens/shell/use-table-league.ts';
import { buildAppData, buildGroup, buildLeague, buildOwnLeague, buildPage } from '#tests/support/builders.ts';
import { renderScreen } from '#tests/support/views/render-screen.tsx';
import { t } from '#tests/support/translations.ts';
import { invite } from '#machines/invite.ts';
import { GroupPage } from '#screens/groups/GroupPage.tsx';
import { InviteGroups } from '#screens/groups/InviteGroups.tsx';
import { OwnCheck } from '#screens/seals/OwnCheck.tsx';
import { SealCode } from '#screens/seals/SealCode.tsx';

describe('leaving a league', () => {
  const warningOf = async (league: League) => {
    const task = createActor(command).start();
    task.send({ type: 'command.ask', command: { name: 'leave', target: { section: league.id } } });
    const { unmount } = await renderScreen(
      <LeagueSettings league={league} task={task} onChanged={() => {}} />,
      {
        data: buildAppData({ sections: [league] }),
        machines: { backStack: createActor(backStack, { input: { entries: 0, onLayer: false } }) },
      },
    );
    const dialog = await screen.findByRole('dialog', { name: t('leave') }, { timeout: 10_000 });
    const [text] = [...dialog.querySelectorAll('p')].map(({ textContent }) => textContent);
    unmount();
    return text;
  };

  test('warns that there is no way back without a code', async () => {
    expect(await warningOf(buildLeague(4, 'השכונה'))).toBe(t('leaveText', { name: 'השכונה' }));
  });

  test('does not in an official league, which everyone may enter', async () => {
    const official = buildLeague(4, 'ליגת העל', { custom: false });
    expect(await warningOf(official)).toBe(t('leaveOfficialText', { name: 'ליגת העל' }));
  });
});

test('a league that was edited is read again, and its settings close', async () => {
  const changed = vi.fn<() => void>();
  const save = vi.fn<(request: { input: { id: number | null; values: FormValues } }) => Promise<League>>();
  save.mockResolvedValue(buildLeague(4, 'השכונה שלנו'));
  const league = formOf<League>().provide({ actors: { saveValues: fromPromise(save) } });
  const { address } = await renderScreen(
    <LeagueSettings
      league={buildLeague(4, 'השכונה', { description: 'רק אנחנו' })}
      task={createActor(command).start()}
      onChanged={changed}
    />,
    {
      address: '/?sheet=settings&of=1',
      machines: {
        forms: { league },
        upload,
        backStack: createActor(backStack, { input: { entries: 0, onLayer: false } }),
        formDraft: { load: () => null, keep: () => {} },
      },
      children: { toasts: createMachine({}) },
    },
  );
  await screen.findByRole('dialog', { name: t('editLeague') }, { timeout: 10_000 });
  fireEvent.change(screen.getByRole('textbox', { name: t('leagueName') }), {
    target: { value: 'השכונה שלנו' },
  });
  expect(changed).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: t('save') }));
  await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce());
  expect(save.mock.calls.map(([{ input }]) => input)).toEqual([{ id: 4, values: { name: 'השכונה שלנו' } }]);
  await vi.waitFor(() => expect(address()).toBe('/'));
});

describe('a league without games', () => {
  const show = async (leagues: League[]) => {
    const { outline, unmount } = await renderScreen(<NoGames leagues={leagues} />, {
      data: buildAppData({ sections: leagues }),
    });
    const lines = outline();
    unmount();
    return lines;
  };
  const closed = { active: false };

  test('offers its first game to whoever runs it, and an invitation to its members', async () => {
    expect((await show([buildOwnLeague(4, 'השכונה')])).filter((line) => line.startsWith('link'))).toEqual([
      `link "${t('newGame')}" href=/section/4?wizard=1`,
      `link "${t('addTournament')}" href=/section/4?tab=games&sheet=tournament`,
    ]);
    expect((await show([buildLeague(4, 'השכונה')])).filter((line) => line.startsWith('link'))).toEqual([
      `link "${t('inviteFriends')}" href=/clans-page?section=4`,
    ]);
  });

  test('offers neither once it is closed', async () => {
    expect(await show([buildOwnLeague(4, 'השכונה', closed)])).toEqual([t('noGamesYet')]);
    expect(await show([buildLeague(4, 'השכונה', closed)])).toEqual([t('noGamesYet')]);
  });

  test('leads to the one that is open, where others are closed', async () => {
    const links = await show([buildOwnLeague(4, 'השכונה', closed), buildLeague(5, 'המשרד')]);
    expect(links.filter((line) => line.startsWith('link'))).toEqual([
      `link "${t('inviteFriends')}" href=/clans-page?section=5`,
    ]);
  });
});

test('the leagues that the caller may see are their own, official ones, and for staff all others', async () => {
  const found = [
    buildLeague(9, 'ליגת העל', { custom: false, is_member: false }),
    buildLeague(5, 'המשרד'),
    buildLeague(8, 'של אחרים', { is_member: false }),
    buildLeague(4, 'מונדיאל', { custom: false }),
    buildLeague(6, 'ליגה ב׳', { custom: false, is_member: false }),
  ];
  type Filters = { mine?: boolean; custom?: boolean; invited?: boolean };
  const fetchPage = fromPromise<Page<League> | CachedAnswer<Page<League>>, PageRequest<Filters>>(
    ({ input: { filters } }) => Promise.resolve(filters.invited ? buildPage() : buildPage(...found)),
  );
  await renderScreen(<LeaguesScreen />, {
    machines: { lists: { leagues: pagedListOf<League, Filters>().provide({ actors: { fetchPage } }) } },
  });
  await screen.findByRole('region', { name: t('myLeagues') });
  const regions = screen.getAllByRole('region');
  expect(
    regions.map((region) => [
      region.getAttribute('aria-label'),
      [...region.querySelectorAll('a')].map((link) => link.getAttribute('href')),
    ]),
  ).toEqual([
    [t('myLeagues'), ['/section/5', '/section/4']],
    [t('officialLeagues'), ['/section/9', '/section/6']],
    [t('otherLeagues'), ['/section/8']],
  ]);
});

test('the menu has the leagues of the caller, not the official ones that are open to them', async () => {
  const session = createMachine({ tags: 'signedIn' });
  const menuToShow = (
    <SetLanguageContext value={() => undefined}>
      <SideMenu />
    </SetLanguageContext>
  );
  await renderScreen(menuToShow, {
    data: buildAppData({
      sections: [
        buildLeague(9, 'ליגת העל', { custom: false, is_member: false }),
        buildLeague(5, 'המשרד'),
        buildLeague(4, 'מונדיאל', { custom: false }),
      ],
    }),
    machines: { command, backStack: createActor(backStack, { input: { entries: 0, onLayer: false } }) },
    children: { session, toasts: createMachine({}) },
  });
  const menu = await screen.findByRole('dialog', { name: t('menu') }, { timeout: 10_000 });
  const links = [...menu.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
  expect(links.filter((href) => href.startsWith('/section/'))).toEqual(['/section/5', '/section/4']);
});

describe('the table beside a screen', () => {
  const TableLeague = () => useTableLeague()?.name ?? 'אין';
  const shown = async (sections: League[], address = '/') => {
    const { container, unmount } = await renderScreen(<TableLeague />, {
      data: buildAppData({ sections }),
      address,
    });
    const text = container.textContent;
    unmount();
    return text;
  };
  const official = buildLeague(9, 'ליגת העל', { custom: false, is_member: false, users: 900 });
  const closed = buildLeague(7, 'אשתקד', { active: false, users: 30 });

  test('is of the caller’s largest league that is open', async () => {
    const [small, large] = [buildLeague(4, 'השכונה', { users: 3 }), buildLeague(5, 'המשרד', { users: 12 })];
    expect(await shown([official, small, closed, large])).toBe('המשרד');
    expect(await shown([large, official, small])).toBe('המשרד');
    expect(await shown([official, closed, small])).toBe('השכונה');
  });

  test('is of a closed league if there is no other, and of none without leagues of the caller’s', async () => {
    expect(await shown([official, closed])).toBe('אשתקד');
    expect(await shown([official])).toBe('אין');
  });
});

test('the screen of the caller’s leagues offers a first one to whoever is in none that is open', async () => {
  await renderScreen(<MyLeaguesScreen />, {
    data: buildAppData({
      sections: [
        buildLeague(9, 'ליגת העל', { custom: false, is_member: false }),
        buildLeague(7, 'אשתקד', { active: false }),
      ],
    }),
  });
  expect(document.body.textContent).toContain(t('noLeaguesTitle'));
});

test('a league is the caller’s if they are in it, whatever others there are', async () => {
  const Mine = () => [9, 4, 5, 6].filter(useIsMyLeague()).join();
  const { container } = await renderScreen(<Mine />, {
    data: buildAppData({
      sections: [
        buildLeague(9, 'ליגת העל', { custom: false, is_member: false }),
        buildLeague(5, 'המשרד'),
        buildLeague(4, 'השכונה', { active: false }),
      ],
    }),
  });
  expect(container.textContent).toBe('4,5');
});

describe('an invitation', () => {
  const data = buildAppData({
    sections: [
      buildLeague(9, 'ליגת העל', { custom: false, is_member: false }),
      buildLeague(5, 'המשרד'),
      buildLeague(4, 'השכונה'),
    ],
    clans: [buildGroup(3, 'המילואים'), buildGroup(8, 'המשפחה')],
  });
  const show = async (kind: JoinTarget['kind'], id: number) => {
    const target: JoinTarget = { kind, id, name: 'האחרונה', image: null, size: 4 };
    const previewJoin = fromPromise<JoinTarget | null, JoinRequest>(() => Promise.resolve(target));
    const machine = join.provide({ actors: { previewJoin } });
    const loaded = Object.assign(Promise.resolve(machine), { status: 'fulfilled', value: machine });
    const { unmount } = await renderScreen(<JoinScreen />, {
      data,
      address: '/?code=7QK2MX4T9P',
      machines: { join: () => loaded },
      children: { toasts: createMachine({}) },
    });
    await screen.findByRole('heading', { name: 'האחרונה' });
    const names = screen.getAllByRole('button').map(({ textContent }) => textContent);
    unmount();
    return names;
  };

  test('leads into a league or group that the caller is in, and asks before any other', async () => {
    const [inside, outside] = [
      [t('goIn'), t('notNow')],
      [t('joinConfirm'), t('notNow')],
    ];
    expect(await show('section', 4)).toEqual(inside);
    expect(await show('section', 9)).toEqual(outside);
    expect(await show('section', 6)).toEqual(outside);
    expect(await show('clan', 8)).toEqual(inside);
    expect(await show('clan', 7)).toEqual(outside);
  });

  test('without a code asks for one, which is more than spaces', async () => {
    const loaded = Object.assign(Promise.resolve(join), { status: 'fulfilled', value: join });
    await renderScreen(<JoinScreen />, {
      data,
      machines: { join: () => loaded },
      children: { toasts: createMachine({}) },
    });
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: t('joinCode') });
    expect([field.dir, field.autocomplete]).toEqual(['ltr', 'off']);
    const isDisabled = (code: string) => {
      fireEvent.change(field, { target: { value: code } });
      return screen.getByRole<HTMLButtonElement>('button', { name: t('proceed') }).disabled;
    };
    expect([isDisabled('   '), isDisabled(' A '), isDisabled('')]).toEqual([true, false, true]);
  });
});

test('the group that tables are filtered by is the one that the device has stored, if the caller is in it', async () => {
  const Groups = () => <GroupSelect active={useActiveGroup()} />;
  const chosen = async (stored: number) => {
    const { unmount } = await renderScreen(<Groups />, {
      data: buildAppData({ clans: [buildGroup(3, 'המילואים'), buildGroup(8, 'המשפחה')] }),
      machines: {
        activeGroup: activeGroup.provide({
          actors: {
            loadGroup: fromPromise<number | null, { member: number }>(() => Promise.resolve(stored)),
            groupStore: fromCallback(() => undefined),
          },
        }),
      },
    });
    const { value } = screen.getByRole<HTMLSelectElement>('combobox', { name: t('chooseClan') });
    unmount();
    return value;
  };
  expect([await chosen(8), await chosen(3), await chosen(5)]).toEqual(['8', '3', '']);
});

test('a group of members without a league has no table, whatever leagues are open to them', async () => {
  const members = fromPromise<Page<Member> | CachedAnswer<Page<Member>>, PageRequest<object>>(
    () => new Promise(() => {}),
  );
  const { outline } = await renderScreen(<GroupPage id={3} />, {
    data: buildAppData({
      sections: [buildLeague(9, 'ליגת העל', { custom: false, is_member: false })],
      clans: [buildGroup(8, 'המשפחה'), buildGroup(3, 'המילואים')],
    }),
    machines: {
      command,
      lists: { members: pagedListOf<Member, object>().provide({ actors: { fetchPage: members } }) },
    },
  });
  expect(outline().filter((line) => !line.startsWith(' '))).toEqual([
    'heading "המילואים" level=1',
    t('members', { count: 3 }),
    `button "${t('clanSettings')}"`,
    t('clanTableText'),
    `button "${t('createNewLeague')}"`,
    `region "${t('membersTab')}"`,
  ]);
});

test('a group that was invited to a league is no longer offered, before the list is fetched again', async () => {
  type Filters = { section?: number; invited?: boolean };
  const [reserves, family, work] = [
    buildGroup(3, 'המילואים'),
    buildGroup(8, 'המשפחה'),
    buildGroup(5, 'העבודה', { in_section: 3 }),
  ];
  const pages = { uninvited: [buildPage(reserves, family)], invited: [buildPage(work)] };
  const fetchPage = fromPromise<Page<Group> | CachedAnswer<Page<Group>>, PageRequest<Filters>>(
    ({ input: { filters } }) => {
      const page = pages[filters.invited ? 'invited' : 'uninvited'].shift();
      return page ? Promise.resolve(page) : new Promise(() => {});
    },
  );
  const machine = invite.provide({
    actors: {
      inviteGroup: fromPromise<boolean, { league: number; group: number }>(() => Promise.resolve(true)),
    },
  });
  const loaded = Object.assign(Promise.resolve(machine), { status: 'fulfilled', value: machine });
  const { outline } = await renderScreen(<InviteGroups section={4} />, {
    data: buildAppData({ clans: [reserves, family, work] }),
    machines: {
      invite: () => loaded,
      lists: { groups: pagedListOf<Group, Filters>().provide({ actors: { fetchPage } }) },
    },
  });
  const rows = () => outline().filter((line) => /heading|\[|button|status/.test(line));
  const offered = (name: string) => [`    [${name}]`, `    button "${t('invite')}: ${name}"`];
  const around = (status: string, ...groups: string[]) => [
    `heading "${t('inviteSuggestions')}" level=2`,
    ...groups.flatMap(offered),
    status,
    `heading "${t('invitedGroups')}" level=2`,
    '    [העבודה]',
    `button "${t('addNewClan')}"`,
  ];
  await expect.poll(rows).toEqual(around('status', 'המילואים', 'המשפחה'));
  fireEvent.click(screen.getByRole('button', { name: `${t('invite')}: המשפחה` }));
  await expect.poll(rows).toEqual(around(`status: ${t('groupsInvited', { count: 1 })}`, 'המילואים'));
});

test('the seals of a league are checked by what is written from left to right', async () => {
  const { outline } = await renderScreen(
    <>
      <SealCode text="ab12" />
      <OwnCheck league={4} />
    </>,
    { machines: { command }, children: { toasts: createMachine({}) } },
  );
  const [first] = sealScript.split('\n');
  expect(outline().map((line) => line.split('\n')[0])).toEqual([
    'part dir=ltr: ab12',
    'group',
    `  button "${t('seal.byOneself')}"`,
    `  ${t('seal.howTo')}`,
    `  part dir=ltr: ${first}`,
    '  part dir=ltr: node check.mjs picks.csv',
    `  button "${t('seal.download')}"`,
    `  button "${t('seal.copy')}"`,
  ]);
});
