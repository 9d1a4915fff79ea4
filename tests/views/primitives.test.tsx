import { act, fireEvent, screen } from '@testing-library/react';
import { CatchBoundary } from '@tanstack/react-router';
import { createLucideIcon } from 'lucide-react';
import { Suspense } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { T } from '#i18n/react.tsx';
import { looksOf } from '#tests/support/views/looks.ts';
import { renderView } from '#tests/support/views/render-view.tsx';
import { t } from '#tests/support/translations.ts';
import { AfterFrame } from '#ui/primitives/AfterFrame.tsx';
import { Button, LinkButton, buttonClass } from '#ui/primitives/Button.tsx';
import { Card } from '#ui/primitives/Card.tsx';
import createIcon from '#ui/primitives/create-icon.tsx';
import { cx } from '#ui/primitives/cx.ts';
import { DateText } from '#ui/primitives/DateText.tsx';
import { Geresh } from '#ui/primitives/Geresh.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { ExitAnimation } from '#ui/primitives/ExitAnimation.tsx';
import { focusOnce } from '#ui/primitives/focus-once.ts';
import { Logo } from '#ui/primitives/Logo.tsx';
import { Menu } from '#ui/primitives/Menu.tsx';
import { passFocusOn } from '#ui/primitives/pass-focus-on.ts';
import { QrCode } from '#ui/primitives/QrCode.tsx';
import { Spinner } from '#ui/primitives/Spinner.tsx';
import { Heading, Row, Stack, TopLevel, VisuallyHidden } from '#ui/primitives/Stack.tsx';
import { Tabs } from '#ui/primitives/Tabs.tsx';

test('class names are joined without empty ones', () => {
  expect(cx('a', false, null, undefined, '', 'b')).toBe('a b');
});

test('a message isolates texts in it, so that they keep their direction, and leaves elements as they are', () => {
  const { container } = renderView(
    <p>
      <T k="welcomeName" name="Dana" />, <T k="welcomeName" name={<b>Dana</b>} />
    </p>,
  );
  expect(container.innerHTML).toBe('<p>היי <bdi>Dana</bdi>, היי <b>Dana</b></p>');
});

describe('an icon of the build', () => {
  const node: [tag: string, attributes: Record<string, string>][] = [
    ['circle', { cx: '12', cy: '12', r: '10', key: 'outline' }],
    ['path', { d: 'M8 12h8', key: 'line' }],
  ];
  const BuiltIcon = createIcon({ name: 'circle-arrow', node });
  const LucideIcon = createLucideIcon('circle-arrow', node);

  test.each([
    {},
    { size: 20 },
    { size: 26, strokeWidth: 2.75, className: 'chevron' },
    { size: 20, 'aria-hidden': 'true' },
    { size: 14, role: 'img', 'aria-label': 'being sent' },
    { 'aria-label': 'being sent' },
    { role: 'img' },
  ] as const)('is the one that lucide draws: %o', (props) => {
    const { container } = renderView(
      <>
        <BuiltIcon {...props} />
        <LucideIcon {...props} />
      </>,
    );
    const [built, lucide] = [...container.children].map((icon) => ({
      tag: icon.tagName,
      attributes: Object.fromEntries([...icon.attributes].map(({ name, value }) => [name, value])),
      parts: icon.innerHTML,
    }));
    expect(built).toEqual(lucide);
    expect(built?.parts).toBe('<circle cx="12" cy="12" r="10"></circle><path d="M8 12h8"></path>');
  });
});

describe('a button', () => {
  test('is pressed, and submits only with the type submit', () => {
    const onClick = vi.fn<() => void>();
    const { outline } = renderView(
      <>
        <Button onClick={onClick} icon={<img src="/i.svg" alt="" />}>
          שליחה
        </Button>
        <Button type="submit" disabled>
          שמירה
        </Button>
      </>,
    );
    expect(outline()).toEqual(['button "שליחה"', 'button "שמירה" disabled type=submit']);
    const button = screen.getByRole('button', { name: 'שליחה' });
    fireEvent.click(button);
    expect(onClick.mock.calls).toHaveLength(1);
    expect(button.querySelector('img')?.getAttribute('src')).toBe('/i.svg');
  });

  test('that is busy keeps its name, shows a spinner, and does nothing', () => {
    const onClick = vi.fn<() => void>();
    const { outline, container } = renderView(
      <Button type="submit" busy onClick={onClick}>
        שליחה
      </Button>,
    );
    expect(outline()).toEqual(['button "שליחה" busy disabled']);
    fireEvent.click(screen.getByRole('button'));
    expect(onClick.mock.calls).toEqual([]);
    expect([...container.querySelectorAll('button > span')].map(looksOf)).toEqual([
      ['label', 'hidden'],
      ['spinnerOverlay'],
    ]);
  });

  test('has the requested style', () => {
    const { container } = renderView(
      <>
        <Button>א</Button>
        <Button tone="quiet" size="small" full>
          ב
        </Button>
      </>,
    );
    expect([...container.children].map(looksOf)).toEqual([
      ['button', 'tones_main', 'sizes_normal'],
      ['button', 'tones_quiet', 'sizes_small', 'full'],
    ]);
  });

  test('can be a link of the same style', () => {
    const { outline, container } = renderView(
      <LinkButton href="/new" tone="quiet" size="small" full icon={<img src="/i.svg" alt="" />}>
        ליגה חדשה
      </LinkButton>,
    );
    expect(outline()).toEqual(['link "ליגה חדשה" href=/new']);
    const link = container.firstElementChild;
    expect(link?.className).toBe(buttonClass({ tone: 'quiet', size: 'small', full: true }));
    expect(link?.querySelector('img')).not.toBeNull();
    expect(buttonClass()).toBe(buttonClass({ tone: 'main', size: 'normal', full: false }));
  });
});

describe('a button with only an icon', () => {
  test('has a label and a tooltip', () => {
    const onClick = vi.fn<() => void>();
    const { outline, container } = renderView(
      <IconButton label="סגירה" onClick={onClick}>
        <img src="/x.svg" alt="" />
      </IconButton>,
    );
    expect(outline()).toEqual(['button "סגירה"']);
    const button = screen.getByRole('button');
    expect([button.title, looksOf(button), container.querySelectorAll('img').length]).toEqual([
      'סגירה',
      ['button', 'tones_plain', 'sizes_normal'],
      1,
    ]);
    fireEvent.click(button);
    expect(onClick.mock.calls).toHaveLength(1);
  });

  test('shows whether it is expanded, busy or disabled', () => {
    const onClick = vi.fn<() => void>();
    const { outline, container } = renderView(
      <>
        <IconButton label="א" tone="main" size="small" expanded={false} onClick={onClick}>
          א
        </IconButton>
        <IconButton label="ב" expanded disabled onClick={onClick}>
          ב
        </IconButton>
        <IconButton label="ג" type="submit" busy onClick={onClick}>
          <img src="/x.svg" alt="" />
        </IconButton>
      </>,
    );
    expect(outline()).toEqual([
      'button "א" expanded=false',
      'button "ב" disabled expanded',
      'button "ג" busy disabled type=submit',
    ]);
    expect(looksOf(container.firstElementChild)).toEqual(['button', 'tones_main', 'sizes_small']);
    const [, disabled, busy] = screen.getAllByRole('button');
    for (const button of [disabled, busy]) if (button) fireEvent.click(button);
    expect(onClick.mock.calls).toEqual([]);
    // The spinner is in the place of the icon.
    expect([busy?.querySelectorAll('img').length, busy?.querySelectorAll('svg').length]).toEqual([0, 1]);
  });
});

test('a card has the requested element and label', () => {
  const { outline, container } = renderView(
    <>
      <Card>א</Card>
      <Card as="article" label="מחזור 1" pad={false}>
        ב
      </Card>
      <Card as="section" labelledBy="title">
        <span id="title">ג</span>
      </Card>
    </>,
  );
  expect(outline()).toEqual(['א', 'article "מחזור 1": ב', 'region "ג": ג']);
  expect([...container.children].map(looksOf)).toEqual([['card', 'padded'], ['card'], ['card', 'padded']]);
});

test('a date is in Israel’s time, and relative to the current time where that is given', () => {
  const at = '2026-06-20T18:00:00Z';
  const { outline } = renderView(
    <>
      <DateText at={at} />
      <DateText at={at} now={Date.parse(at) + 7_200_000} />
    </>,
  );
  expect(outline()).toEqual([
    `time datetime=${at}: 20.6.26 · 21:00`,
    `time datetime=${at}: ${t('hrs', { count: 2 })}`,
  ]);
});

test('the mark has one stroke, or two for an exact hit, and can be animated', () => {
  const { container } = renderView(
    <>
      <Geresh />
      <Geresh drawn />
      <Geresh double />
      <Geresh double drawn />
    </>,
  );
  const marks = [...container.children].map((mark) => [
    mark.getAttribute('viewBox'),
    mark.getAttribute('aria-hidden'),
    [...mark.children].map(looksOf),
    mark.children[1]?.getAttribute('transform'),
  ]);
  expect(marks).toEqual([
    ['0 0 14 16.7', 'true', [[]], undefined],
    ['0 0 14 16.7', 'true', [['drawn']], undefined],
    ['0 0 24.5 16.7', 'true', [[], []], 'translate(10.5 0)'],
    ['0 0 24.5 16.7', 'true', [['drawn'], ['second']], 'translate(10.5 0)'],
  ]);
});

test('the logo has a label', () => {
  const { outline, container } = renderView(<Logo size="small" />);
  expect(outline()).toEqual([`img "${t('appName')}"`]);
  expect(container.querySelectorAll('path')).toHaveLength(2);
});

test('a spinner is announced only if it has a label', () => {
  const { outline, container } = renderView(
    <>
      <Spinner />
      <Spinner label="טוען" />
    </>,
  );
  expect(outline()).toEqual(['status: טוען']);
  const strokes = [...container.querySelectorAll('span:first-child path')].map((path) =>
    path.getAttribute('d'),
  );
  expect(strokes.slice(0, 3)).toEqual(['M7 2 3 14', 'M17 2 13 14', 'M27 2 23 14']);
});

describe('headings', () => {
  test('have the requested level, and begin with the second beside the page', () => {
    const headings = (
      <>
        <Heading level={1} id="first">
          א
        </Heading>
        <Heading level={2}>ב</Heading>
        <Heading level={3}>ג</Heading>
      </>
    );
    const { outline } = renderView(
      <>
        {headings}
        <TopLevel value={2}>{headings}</TopLevel>
      </>,
    );
    const [a, b, c] = ['heading "א"', 'heading "ב" level=2', 'heading "ג" level=3'];
    expect(outline()).toEqual([`${a} level=1`, b, c, `${a} level=2`, b, c]);
    expect(document.getElementById('first')?.textContent).toBe('א');
  });

  test('have the size of their level by default', () => {
    const { container } = renderView(
      <>
        <Heading level={1}>א</Heading>
        <Heading level={2}>ב</Heading>
        <Heading level={3}>ג</Heading>
        <Heading level={3} size="title">
          ד
        </Heading>
      </>,
    );
    expect([...container.children].flatMap(looksOf)).toEqual([
      'headings_display',
      'headings_title',
      'headings_lead',
      'headings_title',
    ]);
  });
});

test('stacks and rows have the requested gaps and order', () => {
  const { container } = renderView(
    <>
      <Stack>א</Stack>
      <Stack gap="x2" inOrder>
        ב
      </Stack>
      <Row>ג</Row>
      <Row gap="x1" wrap between>
        ד
      </Row>
      <VisuallyHidden>ה</VisuallyHidden>
    </>,
  );
  expect([...container.children].map(looksOf)).toEqual([
    ['stack', 'gaps_x4'],
    ['stack', 'gaps_x2', 'inOrder'],
    ['row', 'gaps_x2'],
    ['row', 'gaps_x1', 'wrap', 'between'],
    ['visuallyHidden'],
  ]);
});

describe('a menu', () => {
  const actions = ['עריכה', 'שיתוף', 'מחיקה'].map((label, at) => ({
    label,
    icon: null,
    danger: at === 2,
    onPress: vi.fn<() => void>(),
  }));
  const openMenu = () => renderView(<Menu label="אפשרויות" actions={actions} />);

  test('focuses its first action when it opens', () => {
    const { outline, container } = openMenu();
    expect(outline()).toEqual([
      'menu "אפשרויות"',
      '  menuitem "עריכה" focused',
      '  menuitem "שיתוף"',
      '  menuitem "מחיקה"',
    ]);
    expect([...container.querySelectorAll('button')].map(looksOf)).toEqual([
      ['item'],
      ['item'],
      ['item', 'danger'],
    ]);
  });

  test('moves the focus by the arrows, Home and End, and wraps at its ends', () => {
    openMenu();
    const press = (key: string) => {
      const isLeft = fireEvent.keyDown(document.activeElement ?? document.body, { key });
      return [document.activeElement?.textContent, isLeft];
    };
    expect(
      ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp', 'Home', 'End', 'a'].map(press),
    ).toEqual([
      ['שיתוף', false],
      ['מחיקה', false],
      ['עריכה', false],
      ['מחיקה', false],
      ['שיתוף', false],
      ['עריכה', false],
      ['מחיקה', false],
      ['מחיקה', true],
    ]);
  });

  test('runs the action that is pressed', () => {
    openMenu();
    fireEvent.click(screen.getByRole('menuitem', { name: 'שיתוף' }));
    expect(actions.map(({ onPress }) => onPress.mock.calls.length)).toEqual([0, 1, 0]);
  });
});

test('a QR code has a quiet zone of four modules, and a rectangle for each run of dark ones', () => {
  const { outline, container } = renderView(<QrCode text="x" label="קוד" />);
  expect(outline()).toEqual(['img "קוד"']);
  const svg = container.querySelector('svg');
  // The smallest code has 21 modules a side.
  expect(svg?.getAttribute('viewBox')).toBe('0 0 29 29');
  const runs = (svg?.querySelector('path')?.getAttribute('d') ?? '').split('z').slice(0, -1);
  const dark = runs.map((run) => {
    const [, x, y, width, back] = /^M(\d+) (\d+)h(\d+)v1h-(\d+)$/.exec(run) ?? [];
    expect(width).toBe(back);
    return [Number(x), Number(y), Number(width)] as const;
  });
  // The finder patterns: their first line is dark over seven modules, at the beginning and the end of the first line.
  expect(dark.filter(([, y, width]) => y === 4 && width >= 7).map(([x, , width]) => [x, width])).toEqual([
    [4, 7],
    [18, 7],
  ]);
  // The second line of a finder: one, five light, one.
  expect(dark.filter(([x, y]) => y === 5 && x < 11)).toEqual([
    [4, 5, 1],
    [10, 5, 1],
  ]);
  expect(Math.max(...dark.map(([x, , width]) => x + width))).toBe(25);
  expect(Math.max(...dark.map(([, y]) => y))).toBe(24);
});

test('a QR code has the error correction that repairs a seventh of it', () => {
  const { container } = renderView(<QrCode text={'x'.repeat(15)} label="קוד" />);
  // Fifteen characters fit 21 modules a side at the lower level alone, which would repair less.
  expect(container.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 33 33');
});

test('tabs show one panel, and report which is chosen', () => {
  const onChange = vi.fn<(value: string) => void>();
  const tabs = [
    { value: 'open', label: 'פתוחים', content: 'משחקים פתוחים' },
    { value: 'ended', label: 'שנגמרו', content: 'משחקים שנגמרו' },
  ];
  const { outline } = renderView(
    <Tabs label="משחקים" value="ended" onChange={onChange} tabs={tabs} end="עוד" />,
  );
  expect(outline()).toEqual([
    'part dir=rtl',
    '  tablist "משחקים" tabindex=0',
    '    tab "פתוחים" data-state=inactive selected=false tabindex=-1',
    '    tab "שנגמרו" data-state=active selected tabindex=-1',
    '  עוד',
    '  tabpanel "שנגמרו" data-state=active tabindex=0: משחקים שנגמרו',
  ]);
  // The press reports it, and so does the focus.
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'פתוחים' }), { button: 0 });
  expect(onChange.mock.calls).toEqual([['open'], ['open']]);
});

test('arrows move through tabs in their direction on the screen', async () => {
  const onChange = vi.fn<(value: string) => void>();
  const tabs = ['a', 'b', 'c'].map((value) => ({ value, label: value, content: value }));
  renderView(<Tabs label="משחקים" value="b" onChange={onChange} tabs={tabs} />);
  const chosen = screen.getByRole('tab', { selected: true });
  act(() => chosen.focus());
  fireEvent.keyDown(chosen, { key: 'ArrowLeft' });
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('c'));
  expect(onChange.mock.calls).toEqual([['c']]);
});

test('the chosen tab is scrolled to the middle of its list', () => {
  const place = new Map([
    ['tablist', { x: 10, width: 100 }],
    ['a', { x: 10, width: 60 }],
    ['b', { x: 70, width: 80 }],
  ]);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function measure(this: Element) {
    return place.get(this.getAttribute('role') === 'tablist' ? 'tablist' : this.textContent) as DOMRect;
  });
  const tabs = ['a', 'b'].map((value) => ({ value, label: value, content: value }));
  const { rerender } = renderView(<Tabs label="משחקים" value="b" onChange={() => {}} tabs={tabs} />);
  const list = screen.getByRole('tablist');
  // The middle of the second tab, at 110, is scrolled to that of the list, at 60.
  expect(list.scrollLeft).toBe(50);
  list.scrollLeft = 30;
  rerender(<Tabs label="משחקים" value="a" onChange={() => {}} tabs={tabs} />);
  expect(list.scrollLeft).toBe(10);
});

test('the content of AfterFrame is not in the first render', async () => {
  const values: (string | null)[] = [];
  const Seen = () => {
    values.push(document.querySelector('[data-frame]')?.textContent ?? null);
    return null;
  };
  const { outline } = renderView(
    <Suspense>
      <p data-frame>
        <AfterFrame>
          <Seen />
          תוכן
        </AfterFrame>
      </p>
    </Suspense>,
  );
  // The page was there without the content while that was rendered.
  expect(values).toEqual(['']);
  expect(outline()).toEqual(['part data-frame: תוכן']);
});

describe('an element with an exit animation', () => {
  const panel = (
    <div id="panel" data-panel className="panel">
      <p id="text">שלום</p>
      <img src="blob:picture" alt="" />
      <img src="/flag.svg" alt="" />
      <ExitAnimation />
    </div>
  );
  const allowMotion = () => vi.stubGlobal('matchMedia', () => ({ matches: false }));
  // Of this panel: what an earlier test has left may still be leaving.
  const copyOf = () => document.querySelector<HTMLElement>('[data-panel][data-leaving]');

  test('is removed at once, and an inert copy plays the animation', async () => {
    let end: (() => void) | undefined;
    const finished = new Promise<void>((resolve) => {
      end = resolve;
    });
    vi.spyOn(Element.prototype, 'getAnimations').mockReturnValue([{ finished } as unknown as Animation]);
    const box = { top: 10, left: 20, width: 300, height: 40 } as DOMRect;
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(box);
    allowMotion();
    const { unmount, container } = renderView(panel);
    expect(container.querySelector('[data-panel]')?.lastElementChild?.outerHTML).toBe(
      '<span hidden=""></span>',
    );
    unmount();
    const copy = copyOf();
    expect([copy?.parentElement, copy?.inert, copy?.className, copy?.textContent]).toEqual([
      document.body,
      true,
      'panel',
      'שלום',
    ]);
    expect(document.querySelectorAll('#text')).toHaveLength(0);
    expect([...document.images].map((picture) => picture.getAttribute('src'))).toEqual([null, '/flag.svg']);
    const { position, inset, margin } = copy?.style ?? {};
    expect({ position, inset, margin }).toEqual({
      position: 'fixed',
      inset: '10px auto auto 20px',
      margin: '0px',
    });
    end?.();
    await act(async () => finished);
    await Promise.resolve();
    expect(copyOf()).toBeNull();
  });

  test('is copied with its scroll position', () => {
    const scrolled = vi.fn<(options: ScrollToOptions) => void>();
    Object.defineProperty(Element.prototype, 'scrollTo', {
      value: scrolled,
      configurable: true,
      writable: true,
    });
    allowMotion();
    const { unmount, container } = renderView(panel);
    vi.spyOn(Element.prototype, 'getAnimations').mockReturnValue([
      { finished: new Promise(() => undefined) } as unknown as Animation,
    ]);
    const text = container.querySelector('p');
    if (text) text.scrollTop = 33;
    unmount();
    const parts = scrolled.mock.contexts.map((part) => part as Element);
    const ofCopy = parts.flatMap((part, at) =>
      copyOf()?.contains(part) ? [[part.textContent, ...(scrolled.mock.calls[at] ?? [])]] : [],
    );
    expect(ofCopy).toEqual([['שלום', { top: 33 }]]);
  });

  test('has no copy under reduced motion', () => {
    const { unmount } = renderView(panel);
    unmount();
    expect(copyOf()).toBeNull();
  });
});

describe('a component whose code is loaded lazily', () => {
  const load = async () => {
    vi.resetModules();
    return import('#ui/primitives/lazy-component.tsx');
  };
  type Props = { name: string };
  const Loaded = ({ name }: Props) => <p>שלום {name}</p>;

  test('has a placeholder until it is loaded, and none once it was', async () => {
    const { lazyComponent } = await load();
    const Greeting = lazyComponent<Props>(
      () => Promise.resolve(Loaded),
      ({ name }) => <p>רגע, {name}</p>,
    );
    const first = renderView(<Greeting name="נועה" />);
    expect(first.outline()).toEqual(['רגע, נועה']);
    await act(async () => Greeting.preload());
    expect(first.outline()).toEqual(['שלום נועה']);
    expect(renderView(<Greeting name="דנה" />).outline()).toEqual(['שלום דנה']);
  });

  test('that cannot be loaded rejects with a ChunkLoadError, and is tried again', async () => {
    const { lazyComponent, ChunkLoadError } = await load();
    const cut = new Error('the line is cut');
    const fetch = vi.fn<() => Promise<typeof Loaded>>().mockRejectedValueOnce(cut).mockResolvedValue(Loaded);
    const Greeting = lazyComponent<Props>(fetch);
    const failed = await Greeting.preload().catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ChunkLoadError);
    expect((failed as Error).cause).toBe(cut);
    await Greeting.preload();
    expect(renderView(<Greeting name="נועה" />).outline()).toEqual(['שלום נועה']);
    await Greeting.preload();
    expect(fetch.mock.calls).toHaveLength(2);
  });

  test('that cannot be loaded throws to the error boundary around it, and is tried again at the next mount', async () => {
    const { lazyComponent, ChunkLoadError } = await load();
    const cut = new Error('the line is cut');
    const fetch = vi.fn<() => Promise<typeof Loaded>>().mockRejectedValueOnce(cut);
    const Greeting = lazyComponent<Props>(fetch.mockResolvedValue(Loaded), () => 'רגע');
    const caught: unknown[] = [];
    const boundary = (attempt: number) => (
      <CatchBoundary
        getResetKey={() => attempt}
        errorComponent={() => 'לא נטען'}
        onCatch={(error) => caught.push(error)}
      >
        <Greeting name="נועה" />
      </CatchBoundary>
    );
    vi.spyOn(console, 'error').mockReturnValue();
    const { outline, rerender } = renderView(boundary(1));
    expect(outline()).toEqual(['רגע']);
    await act(async () => Promise.resolve());
    expect([outline(), caught]).toEqual([
      ['לא נטען'],
      [new ChunkLoadError('code not loaded', { cause: cut })],
    ]);
    await act(async () => rerender(boundary(2)));
    expect(outline()).toEqual(['שלום נועה']);
  });

  test('is preloaded one after the other, each once the page is idle', async () => {
    const { lazyComponent, preloadAll } = await load();
    const rendered: string[] = [];
    const component = (name: string) =>
      lazyComponent<Props>(() => {
        rendered.push(name);
        // Loaded code may declare further components.
        if (name === 'one') component('three');
        return Promise.resolve(Loaded);
      });
    component('one');
    const preloaded = component('two');
    await preloaded.preload();
    rendered.length = 0;
    await preloadAll(() => {
      rendered.push('idle');
      return Promise.resolve();
    });
    expect(rendered).toEqual(['idle', 'one', 'idle', 'three']);
  });

  test('ends the preloading at the first that cannot be loaded', async () => {
    const { lazyComponent, preloadAll, ChunkLoadError } = await load();
    const attempts: string[] = [];
    const cut = () => {
      attempts.push('cut');
      return Promise.reject(new Error('the line is cut'));
    };
    lazyComponent<Props>(cut);
    lazyComponent<Props>(cut);
    await expect(preloadAll(() => Promise.resolve())).rejects.toBeInstanceOf(ChunkLoadError);
    expect(attempts).toEqual(['cut']);
  });
});

describe('the focus of a removed row', () => {
  const list = (rows: readonly string[]) => (
    <>
      <ul aria-label="רשימה" ref={passFocusOn}>
        {rows.map((name) => (
          <li key={name} aria-label={name}>
            <button type="button">{name}</button>
          </li>
        ))}
      </ul>
      <button type="button">אחר</button>
    </>
  );
  const rows = ['א', 'ב', 'ג', 'ד'];
  const focus = (name: string) => act(() => screen.getByRole('button', { name }).focus());
  const focused = () => document.activeElement?.ariaLabel ?? document.activeElement?.textContent;

  test.each([
    ['the next one', 'ב', ['א', 'ג', 'ד'], 'ג'],
    ['the one before, where the next one went too', 'ב', ['א', 'ד'], 'א'],
    ['the one before the last', 'ד', ['א', 'ב', 'ג'], 'ג'],
    ['the list, where none is left', 'ב', [], 'רשימה'],
  ])('passes to %s', async (_, name, remaining, heir) => {
    const { rerender } = renderView(list(rows));
    focus(name);
    await act(async () => rerender(list(remaining)));
    expect(focused()).toBe(heir);
    focus('אחר');
    expect(document.querySelectorAll('[tabindex]')).toHaveLength(0);
  });

  test('passes to the list where all rows are removed at once', async () => {
    renderView(list(rows));
    focus('ג');
    await act(async () => screen.getByRole('list').replaceChildren());
    expect(focused()).toBe('רשימה');
  });

  test('is unchanged where it is elsewhere', async () => {
    const { rerender } = renderView(list(rows));
    focus('ב');
    focus('אחר');
    await act(async () => rerender(list(['א'])));
    expect(focused()).toBe('אחר');
  });

  test('does not scroll, since a virtual list also removes rows that are scrolled away from', async () => {
    const { rerender } = renderView(list(rows));
    focus('א');
    const focusing = vi.spyOn(HTMLElement.prototype, 'focus');
    await act(async () => rerender(list(['ב', 'ג', 'ד'])));
    expect(focused()).toBe('ב');
    expect(new Set(focusing.mock.calls.flat())).toEqual(new Set([{ preventScroll: true }]));
    focusing.mockRestore();
  });
});

describe('the focus of an element', () => {
  const elements = () => {
    renderView(
      <>
        <button>כן</button>
        <p data-testid="text">מילים</p>
      </>,
    );
    return { button: screen.getByRole('button'), text: screen.getByTestId('text') };
  };

  test('stays as it is where the element takes it by itself', () => {
    const { button } = elements();
    expect(focusOnce(button)).toBe(true);
    expect([document.activeElement, button.hasAttribute('tabindex')]).toEqual([button, false]);
  });

  test('is taken once by an element that never does, until it leaves', () => {
    const { button, text } = elements();
    expect(focusOnce(text)).toBe(true);
    expect([document.activeElement, text.tabIndex, text.hasAttribute('tabindex')]).toEqual([text, -1, true]);
    act(() => button.focus());
    expect(text.hasAttribute('tabindex')).toBe(false);
  });
});
