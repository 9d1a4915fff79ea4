import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { looksOf } from '#tests/support/views/looks.ts';
import { renderView } from '#tests/support/views/render-view.tsx';
import { t } from '#tests/support/translations.ts';
import { Heading } from '#ui/primitives/Stack.tsx';
import { OfflineNotice } from '#ui/shell/OfflineNotice.tsx';
import { Pane, PaneTitle } from '#ui/shell/Pane.tsx';
import { Shell } from '#ui/shell/Shell.tsx';
import { TabBar } from '#ui/shell/TabBar.tsx';
import { TopBar } from '#ui/shell/TopBar.tsx';
import { createActor, createMachine, fromCallback, fromPromise } from 'xstate';
import { activeGroup } from '#machines/active-group.ts';
import { backStack } from '#machines/back-stack.ts';
import { pagedListOf } from '#machines/paged-list.ts';
import { postActions } from '#machines/post-actions.ts';
import { resourceOf } from '#machines/resource.ts';
import { DigitPadProvider } from '#screens/item-card/DigitPadProvider.tsx';
import { Panes } from '#screens/shell/Panes.tsx';
import { buildAppData, buildLeague } from '#tests/support/builders.ts';
import { renderScreen } from '#tests/support/views/render-screen.tsx';
import { useLocation, useRouter } from '@tanstack/react-router';
import { useSetSearchParams, useSheet } from '#screens/search-params.ts';

const nothing = () => undefined;

test('a lost connection is announced, and the number of picks that wait for it or for the server', () => {
  const { outline, rerender } = renderView(<OfflineNotice offline={false} />);
  expect(outline()).toEqual(['status']);
  rerender(<OfflineNotice offline={false} waiting={0} />);
  expect(outline()).toEqual(['status']);
  rerender(<OfflineNotice offline={false} waiting={2} />);
  expect(outline()).toEqual([`status: ${t('picksHeld', { count: 2 })}`]);
  rerender(<OfflineNotice offline />);
  expect(outline()).toEqual([`status: ${t('offlineQuiet')}`]);
  rerender(<OfflineNotice offline waiting={0} />);
  expect(outline()).toEqual([`status: ${t('offlineQuiet')}`]);
  rerender(<OfflineNotice offline waiting={1} />);
  expect(outline()).toEqual([`status: ${t('offlineWaiting', { count: 1 })}`]);
});

test('the page has a top, tabs, one main column and parts beside it', () => {
  const { outline, rerender, container } = renderView(
    <Shell
      top="למעלה"
      strip="אין קליטה"
      tabs="לשוניות"
      label="הפיד"
      aside="שיחה"
      panes="טבלה"
      connection="live"
    >
      משחקים
    </Shell>,
  );
  expect(outline()).toEqual([
    'part data-connection=live',
    '  למעלהאין קליטה',
    '  לשוניות',
    '  main "הפיד": משחקים',
    '  טבלה',
    '  complementary: שיחה',
  ]);
  expect(looksOf(container.firstElementChild)).toEqual(['shell', 'withTabs', 'withAside', 'withPanes']);
  rerender(<Shell top="למעלה">משחקים</Shell>);
  expect(outline()).toEqual(['למעלה', 'main: משחקים']);
  expect(looksOf(container.firstElementChild)).toEqual(['shell']);
  expect([...(container.firstElementChild?.children ?? [])].map(({ localName }) => localName)).toEqual([
    'div',
    'main',
  ]);
});

test('the tabs show the current one, and the number of new rows', () => {
  const tab = (id: string, more = {}) => ({ id, label: id, icon: null, href: `/${id}`, ...more });
  const { outline, container } = renderView(
    <TabBar
      items={[
        tab('feed', { current: true }),
        tab('leagues', { count: 0 }),
        tab('chats', { count: 99 }),
        tab('news', { count: 100 }),
        tab('friends', { count: 1, current: false }),
      ]}
    />,
  );
  const newCount = (count: number) => t('newCount', { count });
  expect(outline()).toEqual([
    `navigation "${t('mainNavigation')}"`,
    '  link "feed" current=page href=/feed',
    '  link "leagues" href=/leagues',
    `  link "chats ${newCount(99)}" href=/chats`,
    `  link "news ${newCount(100)}" href=/news`,
    `  link "friends ${newCount(1)}" href=/friends`,
  ]);
  expect([...container.querySelectorAll('[aria-hidden]')].map(({ textContent }) => textContent)).toEqual([
    '99',
    '99+',
    '1',
  ]);
});

describe('the top bar', () => {
  test('has a link home', () => {
    const { outline } = renderView(<TopBar homeHref="/" />);
    expect(outline()).toEqual([`link "${t('appName')}" href=/`]);
  });

  test('has buttons for back and the menu, and a link to the member', () => {
    const calls: string[] = [];
    const bar = (menuOpen?: boolean) => (
      <TopBar
        homeHref="/"
        onBack={() => calls.push('back')}
        user={{ name: 'נועה', image: '/noa.jpg', online: true, href: '/me' }}
        onMenu={() => calls.push('menu')}
        {...(menuOpen !== undefined && { menuOpen })}
      />
    );
    const { outline, rerender, container } = renderView(bar());
    const lines = (menu: string) => [
      `button "${t('back')}"`,
      `link "${t('appName')}" href=/`,
      `link "נועה ${t('online')}" href=/me`,
      `button "${t('menu')}" ${menu} haspopup=dialog`,
    ];
    expect(outline()).toEqual(lines('expanded=false'));
    rerender(bar(true));
    expect(outline()).toEqual(lines('expanded'));
    for (const button of screen.getAllByRole('button')) fireEvent.click(button);
    expect(calls).toEqual(['back', 'menu']);
    expect(container.querySelector('img')?.getAttribute('src')).toBe('/noa.jpg');
  });
});

describe('a part beside the main column', () => {
  const pane = (props: Partial<Parameters<typeof Pane>[0]> = {}) => (
    <Pane label="טבלה" title={<PaneTitle>ליגת השכונה</PaneTitle>} {...props}>
      {props.children ?? <Heading level={1}>המקומות</Heading>}
    </Pane>
  );

  test('has a bar and headings of the second level', () => {
    const { outline, container } = renderView(pane());
    expect(outline()).toEqual([
      'region "טבלה" data-pane tabindex=-1',
      '  heading "ליגת השכונה" level=2',
      '  heading "המקומות" level=2',
    ]);
    expect([looksOf(container.firstElementChild), looksOf(container.querySelector('header + *'))]).toEqual([
      ['pane'],
      ['body'],
    ]);
  });

  test('can scroll by itself, or be hidden', () => {
    const { container, rerender } = renderView(pane({ whole: true }));
    expect([looksOf(container.firstElementChild), container.querySelector('header + *')?.localName]).toEqual([
      ['pane', 'whole'],
      'h2',
    ]);
    expect(container.querySelector('section')?.hidden).toBe(false);
    rerender(pane({ hidden: true }));
    expect(container.querySelector('section')?.hidden).toBe(true);
  });

  const page = (open: boolean, children?: React.ReactNode) => (
    <>
      <button type="button">לפתוח</button>
      <button type="button">אחר</button>
      {open && pane({ onClose: nothing, ...(children !== undefined && { children }) })}
    </>
  );

  test('that was opened has the focus, closes by its button, and returns the focus', () => {
    const onClose = vi.fn<() => void>();
    const { outline, rerender, container } = renderView(page(false));
    const [opener] = screen.getAllByRole('button');
    opener?.focus();
    const focused = vi.spyOn(HTMLElement.prototype, 'focus');
    rerender(page(true));
    expect(outline().slice(2)).toEqual([
      'region "טבלה" data-pane focused tabindex=-1',
      `  button "${t('close')}"`,
      '  heading "ליגת השכונה" level=2',
      '  heading "המקומות" level=2',
    ]);
    expect(looksOf(container.querySelector('section'))).toEqual(['pane', 'opened']);
    rerender(page(false));
    expect(document.activeElement).toBe(opener);
    // Neither focus scrolls.
    expect(focused.mock.calls).toEqual([[{ preventScroll: true }], [{ preventScroll: true }]]);
    rerender(pane({ onClose }));
    fireEvent.click(screen.getByRole('button', { name: t('close') }));
    expect(onClose.mock.calls).toHaveLength(1);
  });

  test('takes no focus from an element in it, and returns none that was moved', () => {
    const { rerender } = renderView(page(false));
    const [opener, other] = screen.getAllByRole('button');
    opener?.focus();
    rerender(page(true, <input ref={(input) => input?.focus()} aria-label="שם" />));
    expect(document.activeElement?.getAttribute('aria-label')).toBe('שם');
    other?.focus();
    rerender(page(false));
    expect(document.activeElement).toBe(other);
  });

  test('that was not opened takes no focus', () => {
    renderView(pane());
    expect(document.activeElement).toBe(document.body);
  });
});

describe('the panes beside a screen', () => {
  const awaited = fromPromise<never, never>(() => new Promise(() => {}));
  const resource = resourceOf<never, never>().provide({ actors: { load: awaited as never } }) as never;
  const list = pagedListOf<never, never>().provide({ actors: { fetchPage: awaited as never } }) as never;
  const show = async (address: string) => {
    const { container, unmount } = await renderScreen(
      <DigitPadProvider>
        <Panes />
      </DigitPadProvider>,
      {
        address,
        data: { ...buildAppData({ sections: [buildLeague(4, 'השכונה')] }), appuser: null },
        children: { toasts: createMachine({}) },
        machines: {
          resources: { item: resource, post: resource, standings: resource },
          lists: { standings: list },
          postActions,
          activeGroup: activeGroup.provide({
            actors: {
              loadGroup: fromPromise<number | null, { member: number }>(() => Promise.resolve(null)),
              groupStore: fromCallback(() => undefined),
            },
          }),
          backStack: createActor(backStack, { input: { entries: 0, onLayer: false } }),
        },
      },
    );
    await screen.findAllByRole('region', {}, { timeout: 10_000 });
    const panes = [...container.querySelectorAll<HTMLElement>('[data-pane]')].map(
      (pane) => `${pane.hidden ? 'hidden ' : ''}${pane.getAttribute('aria-label')}`,
    );
    unmount();
    return panes;
  };
  const [table, match, game, chat] = [t('standings'), t('matchPane'), t('gamePane'), t('chat')];

  test('have space for the one that was opened last; the others stay behind it, hidden', async () => {
    expect(await show('/')).toEqual([table]);
    expect(await show('/?match=5')).toEqual([`hidden ${table}`, match]);
    expect(await show('/?game=2')).toEqual([`hidden ${table}`, game]);
    expect(await show('/?sheet=chat&of=2')).toEqual([`hidden ${table}`, chat]);
    expect(await show('/?match=5&sheet=chat&of=2')).toEqual([`hidden ${table}`, `hidden ${match}`, chat]);
    expect(await show('/?game=2&sheet=chat&of=2')).toEqual([`hidden ${table}`, `hidden ${game}`, chat]);
    // A match has the place of its game.
    expect(await show('/?match=5&game=2')).toEqual([`hidden ${table}`, match]);
  });

  test('are all visible where there is space for all', async () => {
    vi.stubGlobal('matchMedia', (media: string) =>
      Object.assign(new EventTarget(), { media, matches: true }),
    );
    expect(await show('/?match=5&sheet=chat&of=2')).toEqual([table, match, chat]);
    expect(await show('/?game=2&sheet=chat&of=2')).toEqual([table, game, chat]);
  });
});

describe('the sheet that the address names', () => {
  const show = async (address: string) => {
    const Probe = () => {
      const { history } = useRouter();
      const { href } = useLocation();
      const sheet = useSheet();
      const setSearch = useSetSearchParams();
      return (
        <>
          <output>{`${history.length} ${href}`}</output>
          <button type="button" onClick={() => sheet.open('numbers', 4)}>
            numbers
          </button>
          <button type="button" onClick={() => sheet.open('game')}>
            game
          </button>
          <button type="button" onClick={() => setSearch({ post: 7 })}>
            post
          </button>
          <button type="button" onClick={sheet.close}>
            close
          </button>
        </>
      );
    };
    await renderScreen(<Probe />, {
      address,
      machines: { backStack: createActor(backStack, { input: { entries: 0, onLayer: false } }) },
    });
    return async (button: string, entries: number, href: string) => {
      fireEvent.click(screen.getByRole('button', { name: button }));
      await expect.poll(() => screen.getByRole('status').textContent).toBe(`${entries} ${href}`);
    };
  };

  test('has one history entry, whatever sheets follow one another in it, and closing it goes back', async () => {
    const press = await show('/?tab=table');
    await press('numbers', 2, '/?tab=table&sheet=numbers&of=4');
    await press('game', 2, '/?tab=table&sheet=game');
    await press('post', 2, '/?tab=table&sheet=game&post=7');
    await press('close', 2, '/?tab=table');
  });

  test('is replaced where the page began with it', async () => {
    const press = await show('/?sheet=game&post=5');
    await press('post', 1, '/?sheet=game&post=7');
    await press('close', 1, '/?post=7');
  });
});
