import { createEvent, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { renderView } from '#tests/support/views/render-view.tsx';
import { t } from '#tests/support/translations.ts';
import type { BoardEvent } from '#ui/board/board-drag.tsx';
import { OptionBoard } from '#ui/board/OptionBoard.tsx';

type Props = Parameters<typeof OptionBoard>[0];

const item = (id: number, ...names: string[]) => ({
  id,
  faces: names.map((name) => ({ name, image: `/${name}.svg` })),
});
const groups = [
  { id: 1, name: 'בית א', items: [item(1, 'ארגנטינה'), item(2, 'ברזיל'), item(3, 'יפן', 'קוריאה')] },
  { id: 2, name: 'בית ב', items: [] },
  // An option may be in several groups.
  { id: 3, name: 'בית ג', items: [item(2, 'ברזיל')] },
];
const held = { option: 1, group: 1 };
const announced = { what: 'targeted', option: 1, group: 1, index: 2, slots: 3, swapPartner: null } as const;

function show(props: Partial<Props> = {}, language: 'heb' | 'en' = 'heb') {
  const onEvent = vi.fn<(event: BoardEvent) => void>();
  const board = (more: Partial<Props> = {}) => (
    <OptionBoard
      label="הבתים"
      groups={groups}
      swaps={false}
      state="idle"
      held={null}
      target={null}
      scrollSpeed={0}
      announcement={null}
      lastDropped={null}
      steps={['down', 'next']}
      onEvent={onEvent}
      renderBelow={(group) => <button type="button">הוספה {group}</button>}
      {...props}
      {...more}
    />
  );
  const view = renderView(board(), language);
  const rerender = (more: Partial<Props>) => view.rerender(board(more));
  const takeEvents = () => onEvent.mock.calls.splice(0).map(([event]) => event);
  return { ...view, rerender, takeEvents };
}

const itemOf = (option: number, group: number) => {
  const found = document.querySelector<HTMLElement>(`[data-group="${group}"] [data-option="${option}"]`);
  if (!found) throw new Error(`no item ${option} in group ${group}`);
  return found;
};
const argentina = () => itemOf(1, 1);
/** In the first group, or the last. */
const brazil = (at = 0) => itemOf(2, at === 0 ? 1 : 3);
const keys = `described "${t('boardKeys')}"`;

describe('the board', () => {
  test('is a list of groups, each with the list of its items and the part below it', () => {
    const { outline } = show();
    const button = (name: string, id: number) =>
      `        button "${name}" data-option=${id} ${keys} pressed=false`;
    expect(outline()).toEqual([
      'group "הבתים" data-state=idle',
      `  ${t('boardHint')}`,
      '  list',
      '    listitem data-group=1',
      '      heading "בית א" level=3',
      '      list "בית א"',
      '        listitem',
      `  ${button('ארגנטינה', 1)}`,
      '        listitem',
      `  ${button('ברזיל', 2)}`,
      '        listitem',
      `  ${button('יפן + קוריאה', 3)}`,
      '      button "הוספה 1"',
      '    listitem data-group=2',
      '      heading "בית ב" level=3',
      '      list "בית ב"',
      `      ${t('boardEmpty')}`,
      '      button "הוספה 2"',
      '    listitem data-group=3',
      '      heading "בית ג" level=3',
      '      list "בית ג"',
      '        listitem',
      `  ${button('ברזיל', 2)}`,
      '      button "הוספה 3"',
      '  status live=assertive',
    ]);
    const pair = itemOf(3, 1);
    expect([...pair.querySelectorAll('img')].map((crest) => crest.getAttribute('src'))).toEqual([
      '/יפן.svg',
      '/קוריאה.svg',
    ]);
    expect([...pair.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual([
      'יפן',
      'קוריאה',
    ]);
  });

  test('marks the item in hand in the group that it was taken from, and in no other', () => {
    show({ state: 'lifted', held: { option: 2, group: 3 }, announcement: announced });
    expect(
      [brazil(0), brazil(1)].map((one) => [one.getAttribute('aria-pressed'), one.dataset['held']]),
    ).toEqual([
      ['false', undefined],
      ['true', ''],
    ]);
    const sources = [...document.querySelectorAll('[data-source]')].map((group) =>
      group.getAttribute('data-group'),
    );
    expect(sources).toEqual(['3']);
  });

  test.each(['idle', 'pressed'] as const)('that is %s has nothing in hand', (state) => {
    show({ state, held });
    expect(argentina().getAttribute('aria-pressed')).toBe('false');
    expect(document.querySelectorAll('[data-source]')).toHaveLength(0);
    expect(fireEvent.keyDown(window, { key: 'Escape' })).toBe(true);
  });

  test.each(['holding', 'dragging', 'lifted'] as const)('that is %s has an item in hand', (state) => {
    show({ state, held });
    expect(argentina().getAttribute('aria-pressed')).toBe('true');
  });

  test('marks the last dropped item where it was dropped', () => {
    show({ lastDropped: { option: 2, group: 3 } });
    expect([brazil(0).dataset['dropped'], brazil(1).dataset['dropped']]).toEqual([undefined, '']);
  });
});

describe('the last dropped item', () => {
  test('gets the focus where nothing else has it', () => {
    const { rerender } = show();
    rerender({ lastDropped: { option: 2, group: 3 } });
    expect(document.activeElement).toBe(brazil(1));
  });

  test('takes the focus from no other element', () => {
    const { rerender } = show();
    const below = screen.getByRole('button', { name: 'הוספה 2' });
    below.focus();
    rerender({ lastDropped: { option: 2, group: 3 } });
    expect(document.activeElement).toBe(below);
  });
});

describe('the drop target of the item in hand', () => {
  /** For each group, the indexes at which a line is shown. */
  const gaps = () =>
    [...document.querySelectorAll('[data-group]')].map((group) => {
      const rows = [...group.querySelectorAll('ol > li')];
      return rows.flatMap((row, at) =>
        [...row.querySelectorAll('[class*=dropIndicator]')].map((indicator) =>
          indicator.nextElementSibling === null ? at + 1 : at,
        ),
      );
    });
  const targets = () =>
    [...document.querySelectorAll('[data-target]')].map((group) => group.getAttribute('data-group'));
  const place = (group: number, index: number, from = held, swaps = false) => {
    const { unmount } = show({ state: 'dragging', held: from, target: { group, index }, swaps });
    const found = { gaps: gaps(), targets: targets() };
    unmount();
    return found;
  };

  test('is shown by a line, at an index that does not count the item in hand', () => {
    expect(place(1, 0)).toEqual({ gaps: [[], [], []], targets: [] });
    expect(place(1, 1)).toEqual({ gaps: [[2], [], []], targets: ['1'] });
    expect(place(1, 2)).toEqual({ gaps: [[3], [], []], targets: ['1'] });
    const second = { option: 2, group: 1 };
    expect(place(1, 0, second)).toEqual({ gaps: [[0], [], []], targets: ['1'] });
    expect(place(1, 1, second)).toEqual({ gaps: [[], [], []], targets: [] });
    expect(place(1, 2, second)).toEqual({ gaps: [[3], [], []], targets: ['1'] });
    expect(place(3, 0)).toEqual({ gaps: [[], [], [0]], targets: ['3'] });
    expect(place(3, 1)).toEqual({ gaps: [[], [], [1]], targets: ['3'] });
    expect(place(2, 0)).toEqual({ gaps: [[], [], []], targets: ['2'] });
  });

  test('after the last item is shown at its end', () => {
    show({ state: 'dragging', held, target: { group: 3, index: 1 } });
    const ends = [...document.querySelectorAll<HTMLElement>('[class*=dropIndicator]')];
    expect(ends.map((marker) => [marker.dataset['end'], marker.getAttribute('aria-hidden')])).toEqual([
      ['', 'true'],
    ]);
  });

  test('is marked on the item to swap with', () => {
    show({ state: 'dragging', held, target: { group: 3, index: 0 }, swaps: true });
    expect(gaps().flat()).toEqual([]);
    expect(targets()).toEqual(['3']);
    expect([...document.querySelectorAll('[data-swap]')]).toEqual([brazil(1)]);
  });

  test('is not shown while nothing is in hand', () => {
    show({ state: 'idle', held, target: { group: 3, index: 0 } });
    expect([gaps().flat(), targets()]).toEqual([[], []]);
  });

  test('is scrolled into view only for an item that was picked up by key or tap', () => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
    const scrolledTo = () => scrolled.mock.contexts.map((element) => (element as HTMLElement).dataset);
    const { rerender } = show({ state: 'dragging', held, target: { group: 3, index: 0 } });
    rerender({ target: { group: 3, index: 0 }, swaps: true });
    expect(scrolledTo()).toEqual([]);
    rerender({ state: 'lifted', target: { group: 3, index: 0 } });
    expect(scrolled.mock.calls).toEqual([[{ block: 'nearest' }]]);
    rerender({ state: 'lifted', target: { group: 3, index: 0 }, swaps: true });
    expect(scrolledTo().at(-1)).toMatchObject({ option: '2', swap: '' });
  });
});

describe('the toolbar of the item in hand', () => {
  const bar = () => screen.queryByRole('group', { name: t('boardBar', { name: 'ארגנטינה' }) });

  test('is shown for an item that was picked up by key or tap', () => {
    const { rerender } = show({ state: 'lifted', held, announcement: announced });
    expect(bar()).not.toBeNull();
    rerender({ state: 'dragging' });
    expect(bar()).toBeNull();
    rerender({ state: 'idle' });
    expect(bar()).toBeNull();
  });

  test('moves the item where it can move, drops it, or cancels', () => {
    const { takeEvents } = show({ state: 'lifted', held, announcement: announced });
    const buttons = within(bar() ?? document.body).getAllByRole('button');
    expect(
      buttons.map((button) => [
        button.getAttribute('aria-label') ?? button.textContent,
        (button as HTMLButtonElement).disabled,
      ]),
    ).toEqual([
      [t('cancel'), false],
      [t('boardUp'), true],
      [t('boardDown'), false],
      [t('boardPrevious'), true],
      [t('boardNext'), false],
      [t('boardPut'), false],
    ]);
    for (const button of buttons) fireEvent.click(button);
    expect(takeEvents()).toEqual([
      { type: 'option.cancel' },
      { type: 'option.step', direction: 'down' },
      { type: 'option.step', direction: 'next' },
      { type: 'option.drop' },
    ]);
  });

  test('moves it up and to the previous group too', () => {
    const { takeEvents } = show({
      state: 'lifted',
      held,
      announcement: announced,
      steps: ['up', 'previous'],
    });
    for (const key of ['boardUp', 'boardDown', 'boardPrevious', 'boardNext'] as const)
      fireEvent.click(screen.getByRole('button', { name: t(key) }));
    expect(takeEvents()).toEqual([
      { type: 'option.step', direction: 'up' },
      { type: 'option.step', direction: 'previous' },
    ]);
  });

  test('shows the item and its place, and has an exit animation', () => {
    show({ state: 'lifted', held, announcement: announced });
    const [info] = bar()?.querySelectorAll('p') ?? [];
    const place = t('boardPlace', { group: 'בית א', place: 3, places: 3 });
    expect([info?.getAttribute('aria-hidden'), info?.textContent]).toEqual(['true', `ארגנטינה${place}`]);
    expect(bar()?.lastElementChild?.outerHTML).toBe('<span hidden=""></span>');
  });
});

describe('the announcement', () => {
  const announcedText = (announcement: NonNullable<Props['announcement']>) => {
    const { outline, unmount } = show({ state: 'lifted', held, announcement });
    const shown = document.querySelector('[role=group] [role=group] p > :last-child')?.textContent;
    const spoken = outline().at(-1);
    unmount();
    return [spoken, shown];
  };
  const at = { name: 'ארגנטינה', group: 'בית א', place: 3, places: 3 };
  const place = t('boardPlace', at);

  test.each([
    ['lifted', t('boardLifted', at), place],
    ['targeted', place, place],
    ['moved', t('boardMoved', at), place],
    ['returned', t('boardKept', at), place],
    ['refused', t('boardRefused', at), t('boardRefused', at)],
  ] as const)('of an item that is %s is a whole sentence', (what, spoken, shown) => {
    expect(announcedText({ ...announced, what })).toEqual([`  status live=assertive: ${spoken}`, shown]);
  });

  test('of a swap names the item to swap with', () => {
    const text = t('boardTrade', { group: 'בית א', other: 'יפן + קוריאה' });
    expect(announcedText({ ...announced, swapPartner: 3 })).toEqual([
      `  status live=assertive: ${text}`,
      text,
    ]);
  });

  test('of an item that was removed has no name', () => {
    const text = t('boardMoved', { name: '', group: '', place: 3, places: 3 });
    expect(announcedText({ ...announced, what: 'moved', option: 9, group: 9 })[0]).toBe(
      `  status live=assertive: ${text}`,
    );
  });
});

describe('a press on the board', () => {
  const rect = (left: number, top: number, width: number, height: number) =>
    ({ left, top, right: left + width, bottom: top + height, width, height }) as DOMRect;
  /** Groups of 100 × 300 beside one another, whose items are rows of 20; the board begins at 10, 5. */
  const layOut = () =>
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function measure(this: Element) {
      const group = this.closest('[data-group]');
      const column = group ? [...document.querySelectorAll('[data-group]')].indexOf(group) : 0;
      if (this.hasAttribute('data-option')) {
        const row = [...(group?.querySelectorAll('[data-option]') ?? [])].indexOf(this);
        return rect(10 + column * 100, 45 + row * 20, 100, 20);
      }
      return this.hasAttribute('data-group') ? rect(10 + column * 100, 5, 100, 300) : rect(10, 5, 300, 300);
    });
  const press = (element: Element, init: PointerEventInit) =>
    fireEvent(
      element,
      new PointerEvent('pointerdown', {
        bubbles: true,
        button: 0,
        isPrimary: true,
        pointerId: 5,
        pointerType: 'mouse',
        clientX: 60,
        clientY: 55,
        ...init,
      }),
    );
  const areas = [
    {
      id: 1,
      left: 0,
      right: 100,
      top: 0,
      bottom: 300,
      rows: [40, 60, 80].map((top) => ({ left: 0, right: 100, top, bottom: top + 20 })),
    },
    { id: 2, left: 100, right: 200, top: 0, bottom: 300, rows: [] },
    {
      id: 3,
      left: 200,
      right: 300,
      top: 0,
      bottom: 300,
      rows: [{ left: 200, right: 300, top: 40, bottom: 60 }],
    },
  ];

  test('reports the pressed item, the kind of pointer, and all areas relative to the board', () => {
    layOut();
    const { takeEvents } = show();
    press(argentina(), {});
    press(brazil(1).querySelector('bdi') ?? document.body, {
      pointerType: 'touch',
      clientX: 250,
      clientY: 50,
    });
    press(argentina(), { pointerType: 'pen' });
    expect(takeEvents()).toEqual([
      { type: 'option.press', held, by: 'mouse', at: { x: 50, y: 50 }, areas },
      { type: 'option.press', held: { option: 2, group: 3 }, by: 'touch', at: { x: 240, y: 45 }, areas },
      { type: 'option.press', held, by: 'touch', at: { x: 50, y: 50 }, areas },
    ]);
  });

  test('reports the rows in their order on the screen, even after they have changed places', () => {
    layOut();
    const { takeEvents, rerender } = show();
    const reversed = groups.map((group) => ({ ...group, items: group.items.toReversed() }));
    rerender({ groups: reversed });
    press(argentina(), {});
    expect(takeEvents()).toEqual([{ type: 'option.press', held, by: 'mouse', at: { x: 50, y: 50 }, areas }]);
  });

  test('is ignored by another finger, by another button, and beside the items', () => {
    const { takeEvents } = show();
    press(argentina(), { isPrimary: false });
    press(argentina(), { button: 2 });
    press(screen.getByRole('heading', { name: 'בית א' }), {});
    expect(takeEvents()).toEqual([]);
  });

  const move = (type: string, init: PointerEventInit = {}) =>
    fireEvent(window, new PointerEvent(type, { pointerId: 5, clientX: 60, clientY: 55, ...init }));

  test('is followed until the pointer is released or lost', () => {
    layOut();
    const { takeEvents, rerender } = show();
    press(argentina(), {});
    takeEvents();
    rerender({ state: 'pressed' });
    move('pointermove', { clientX: 80, clientY: 155 });
    move('pointermove', { pointerId: 6 });
    move('pointerup', { pointerId: 6 });
    // 150 of the 300 pixels that scroll.
    expect(takeEvents()).toEqual([{ type: 'pointer.move', at: { x: 70, y: 150 }, depth: 0.5 }]);
    expect(argentina().style.translate).toBe('');
    move('pointerup');
    move('pointercancel');
    fireEvent.blur(window);
    expect(takeEvents()).toEqual([
      { type: 'option.drop' },
      { type: 'option.cancel' },
      { type: 'option.cancel' },
    ]);
  });

  test('that drags moves the item within the board, and its offset is removed at the end', () => {
    layOut();
    const { rerender } = show();
    press(argentina(), {});
    rerender({ state: 'dragging', held });
    const moving = argentina();
    const moved = (clientX: number, clientY: number) => {
      move('pointermove', { clientX, clientY });
      return moving.style.translate;
    };
    expect(moved(80, 155)).toBe('20px 100px');
    expect([moved(0, 0), moved(1000, 1000)]).toEqual(['0px -40px', '200px 240px']);
    rerender({ state: 'idle', held: null });
    expect(moving.style.translate).toBe('');
  });

  test('is reported again when the board scrolls under a resting pointer', () => {
    layOut();
    const { takeEvents, rerender } = show();
    press(argentina(), {});
    rerender({ state: 'dragging', held });
    takeEvents();
    fireEvent.scroll(document);
    expect(takeEvents()).toEqual([]);
    move('pointermove', { clientX: 80, clientY: 155 });
    fireEvent.scroll(document);
    const report = { type: 'pointer.move', at: { x: 70, y: 150 }, depth: 0.5 };
    expect(takeEvents()).toEqual([report, report]);
  });

  test('that is long opens no context menu', () => {
    const { rerender } = show();
    expect(fireEvent.contextMenu(argentina())).toBe(true);
    press(argentina(), {});
    rerender({ state: 'pressed' });
    expect(fireEvent.contextMenu(argentina())).toBe(false);
  });

  test.each(['idle', 'lifted'] as const)('is not followed while the board is %s', (state) => {
    const { takeEvents, rerender } = show();
    press(argentina(), {});
    rerender({ state: 'pressed' });
    move('pointermove');
    rerender({ state, held: state === 'lifted' ? held : null });
    takeEvents();
    fireEvent.scroll(document);
    move('pointermove');
    move('pointerup');
    move('pointercancel');
    fireEvent.blur(window);
    expect(takeEvents()).toEqual([]);
    expect(fireEvent.contextMenu(argentina())).toBe(true);
  });

  test('at an edge scrolls a step a frame', () => {
    const frames: FrameRequestCallback[] = [];
    vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
    const cancelled = vi.fn<(frame: number) => void>();
    vi.stubGlobal('cancelAnimationFrame', cancelled);
    const scrolled = vi.fn<(x: number, y: number) => void>();
    Object.defineProperty(document.documentElement, 'scrollBy', { value: scrolled, configurable: true });
    const { rerender } = show();
    press(argentina(), {});
    rerender({ state: 'dragging', held });
    expect(frames).toHaveLength(0);
    rerender({ state: 'dragging', held, scrollSpeed: 12 });
    frames[0]?.(0);
    frames[1]?.(16);
    expect(scrolled.mock.calls).toEqual([
      [0, 12],
      [0, 12],
    ]);
    rerender({ state: 'dragging', held });
    expect(cancelled.mock.calls).toEqual([[3]]);
  });

  test.each([
    ['auto', true],
    ['scroll', true],
    ['visible', false],
  ])('reports its depth in the nearest scrolling element: %s', (overflow, scrolls) => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function measure(this: Element) {
      return this.id === 'scroller' ? rect(0, 100, 300, 100) : rect(0, 0, 300, 200);
    });
    const { takeEvents, rerender, container } = show();
    container.id = 'scroller';
    container.style.overflowY = overflow;
    press(argentina(), {});
    rerender({ state: 'dragging', held });
    takeEvents();
    move('pointermove', { clientY: 150 });
    expect(takeEvents()).toEqual([
      { type: 'pointer.move', at: { x: 60, y: 150 }, depth: scrolls ? 0.5 : 0.75 },
    ]);
  });
});

describe('a tap', () => {
  test('on an item focuses it and reports it', () => {
    const { takeEvents } = show();
    const focused = vi.spyOn(brazil(1), 'focus');
    fireEvent.click(brazil(1).querySelector('bdi') ?? document.body);
    // The tapped item is in view already.
    expect(focused.mock.calls).toEqual([[{ preventScroll: true }]]);
    expect(takeEvents()).toEqual([{ type: 'option.tap', held: { option: 2, group: 3 } }]);
    expect(document.activeElement).toBe(brazil(1));
  });

  test('on a group reports the group, but not on the part below its items', () => {
    const { takeEvents } = show();
    fireEvent.click(screen.getByRole('heading', { name: 'בית ב' }));
    fireEvent.click(screen.getByRole('button', { name: 'הוספה 2' }));
    fireEvent.click(screen.getByText(t('boardHint')));
    expect(takeEvents()).toEqual([{ type: 'group.tap', group: 2 }]);
  });

  test('leaves the focus on the item in hand', () => {
    show({ state: 'lifted', held, announcement: announced });
    argentina().focus();
    fireEvent.click(brazil());
    expect(document.activeElement).toBe(argentina());
  });

  const takesFocus = (element: Element) => {
    const event = createEvent.mouseDown(element);
    fireEvent(element, event);
    return !event.defaultPrevented;
  };

  test('on an item does not focus it when pressed, since that may become a drag', () => {
    show();
    expect([takesFocus(argentina()), takesFocus(screen.getByRole('heading', { name: 'בית א' }))]).toEqual([
      false,
      true,
    ]);
  });

  test('anywhere in a group moves no focus while an item is in hand', () => {
    show({ state: 'lifted', held, announcement: announced });
    expect([
      takesFocus(argentina()),
      takesFocus(screen.getByRole('heading', { name: 'בית א' })),
      takesFocus(screen.getByRole('button', { name: 'הוספה 1' })),
    ]).toEqual([false, false, true]);
  });
});

describe('keys', () => {
  const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];
  test.each([
    ['heb', ['up', 'down', 'next', 'previous']],
    ['en', ['up', 'down', 'previous', 'next']],
  ] as const)(
    'of arrows move the item in hand in their direction on the screen in %s',
    (language, directions) => {
      const { takeEvents } = show({ state: 'lifted', held, announcement: announced }, language);
      expect(arrows.map((key) => fireEvent.keyDown(argentina(), { key }))).toEqual(arrows.map(() => false));
      expect(takeEvents()).toEqual(directions.map((direction) => ({ type: 'option.step', direction })));
      expect(fireEvent.keyDown(argentina(), { key: 'a' })).toBe(true);
      expect(takeEvents()).toEqual([]);
    },
  );

  test.each(['idle', 'dragging'] as const)(
    'of arrows are left to the page while the board is %s',
    (state) => {
      const { takeEvents } = show({ state, held });
      expect(arrows.map((key) => fireEvent.keyDown(argentina(), { key }))).toEqual(arrows.map(() => true));
      expect(takeEvents()).toEqual([]);
    },
  );

  test('of Escape cancel wherever the focus is, and are not left to the page', () => {
    const { takeEvents, rerender } = show({ state: 'dragging', held });
    expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(false);
    expect(fireEvent.keyDown(document.body, { key: 'Enter' })).toBe(true);
    expect(takeEvents()).toEqual([{ type: 'option.cancel' }]);
    rerender({ state: 'idle', held: null });
    expect(fireEvent.keyDown(document.body, { key: 'Escape' })).toBe(true);
    expect(takeEvents()).toEqual([]);
  });
});

describe('a move of the focus', () => {
  const lifted = { state: 'lifted', held, announcement: announced } as const;
  const blur = (from: Element, to: Element | null) => fireEvent.blur(from, { relatedTarget: to });
  const cancel = [{ type: 'option.cancel' }];

  test('from the item in hand or its toolbar to elsewhere cancels', () => {
    const { takeEvents } = show(lifted);
    blur(argentina(), brazil());
    expect(takeEvents()).toEqual(cancel);
    blur(screen.getByRole('button', { name: t('boardPut') }), document.body);
    expect(takeEvents()).toEqual(cancel);
  });

  test('between these two, from elsewhere, or to another window does not cancel', () => {
    const { takeEvents } = show(lifted);
    const put = screen.getByRole('button', { name: t('boardPut') });
    blur(argentina(), put);
    blur(put, argentina());
    blur(brazil(), screen.getByRole('button', { name: 'הוספה 1' }));
    blur(argentina(), null);
    expect(takeEvents()).toEqual([]);
  });

  test('to the same option in another group cancels', () => {
    const { takeEvents } = show({ ...lifted, held: { option: 2, group: 1 } });
    blur(brazil(0), brazil(1));
    expect(takeEvents()).toEqual(cancel);
    blur(brazil(1), brazil(0));
    expect(takeEvents()).toEqual([]);
  });

  test('while nothing was picked up by key or tap reports nothing', () => {
    const { takeEvents } = show({ state: 'dragging', held });
    blur(argentina(), brazil());
    expect(takeEvents()).toEqual([]);
  });
});

describe('a touch that moves', () => {
  const touch = (cancelable = true) => {
    const event = new Event('touchmove', { bubbles: true, cancelable });
    fireEvent(argentina(), event);
    return event.defaultPrevented;
  };
  test('scrolls, unless an item is in hand', () => {
    const { rerender } = show();
    expect(touch()).toBe(false);
    rerender({ state: 'pressed', held });
    expect(touch()).toBe(false);
    rerender({ state: 'holding', held });
    expect([touch(), touch(false)]).toEqual([true, false]);
  });
});
