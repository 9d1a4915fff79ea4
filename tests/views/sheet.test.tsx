import { fireEvent, screen, within } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { describe, expect, test, vi } from 'vitest';
import { looksOf } from '#tests/support/views/looks.ts';
import { outlineOf } from '#tests/support/views/outline.ts';
import { renderView } from '#tests/support/views/render-view.tsx';
import { t } from '#tests/support/translations.ts';
import { Toasts, type Toast } from '#ui/feedback/Toasts.tsx';
import { Menu } from '#ui/primitives/Menu.tsx';
import { Sheet } from '#ui/sheet/Sheet.ts';
import { SheetDialog, type SheetProps } from '#ui/sheet/SheetDialog.tsx';

const nothing = () => undefined;
const sheet = (props: Partial<SheetProps> = {}) => (
  <SheetDialog open onClose={nothing} title="עריכה" {...props}>
    {props.children ?? <input aria-label="שם" defaultValue="" />}
  </SheetDialog>
);
const dialog = () => screen.getByRole('dialog');
/** The dialog watches presses outside, and returns the focus, by timers. */
const afterTimers = () => new Promise((resolve) => setTimeout(resolve));

describe('a sheet', () => {
  test('has a title, a button to close it, and the focus', () => {
    renderView(sheet());
    const box = dialog();
    expect(outlineOf(box)).toEqual([
      `button "${t('close')}" focused`,
      'heading "עריכה" level=2',
      'textbox "שם" value=""',
    ]);
    expect([
      box.hasAttribute('aria-describedby'),
      document.getElementById(box.getAttribute('aria-labelledby') ?? '')?.textContent,
    ]).toEqual([false, 'עריכה']);
    expect(box.querySelector('h2 bdi')?.textContent).toBe('עריכה');
    // The sheet and its backdrop have exit animations.
    const markers = [...document.querySelectorAll('[hidden]')].map(
      (marker) => marker.parentElement?.localName,
    );
    expect(markers).toEqual(['div', 'div']);
  });

  test('has buttons beside the title, and a footer', () => {
    const onPress = vi.fn<() => void>();
    renderView(
      sheet({
        actions: [
          { label: 'שמירה', onPress, tone: 'main' },
          { label: 'מחיקה', onPress: nothing, disabled: true },
          { label: 'שליחה', onPress: nothing, busy: true },
        ],
        footer: <p>סיכום</p>,
      }),
    );
    expect(outlineOf(dialog())).toEqual([
      `button "${t('close')}" focused`,
      'heading "עריכה" level=2',
      'button "שמירה"',
      'button "מחיקה" disabled',
      'button "שליחה" busy disabled',
      'textbox "שם" value=""',
      'סיכום',
    ]);
    fireEvent.click(screen.getByRole('button', { name: 'שמירה' }));
    expect(onPress.mock.calls).toHaveLength(1);
  });

  test('lies at the bottom or the end, and has the requested height', () => {
    const classesOf = (props: Partial<SheetProps>) => {
      const { unmount } = renderView(sheet(props));
      const found = [dialog(), dialog().querySelector('header + div')].map(looksOf);
      unmount();
      return found;
    };
    expect(classesOf({})).toEqual([['sheet', 'sides_bottom'], ['body']]);
    expect(classesOf({ side: 'end' })).toEqual([['sheet', 'sides_end'], ['body']]);
    expect(classesOf({ tall: true })).toEqual([['sheet', 'sides_bottom', 'tall'], ['whole']]);
    expect(classesOf({ steady: true })).toEqual([['sheet', 'sides_bottom', 'steady'], ['body']]);
  });

  test('that is closed is not rendered', () => {
    renderView(sheet({ open: false }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('that is opened again is over its backdrop, each time', () => {
    const { rerender } = renderView(sheet({ open: false }));
    const isOver = () => {
      const markers = [...document.querySelectorAll('[hidden]')].map(({ parentElement }) => parentElement);
      return markers.indexOf(dialog()) === markers.length - 1;
    };
    const shownStates = [true, false, true].flatMap((open) => {
      rerender(sheet({ open }));
      return open ? [isOver()] : [];
    });
    expect(shownStates).toEqual([true, true]);
  });

  test('closes by its button and by Escape', () => {
    const onClose = vi.fn<() => void>();
    renderView(sheet({ onClose }));
    fireEvent.click(screen.getByRole('button', { name: t('close') }));
    expect(onClose.mock.calls).toHaveLength(1);
    fireEvent.keyDown(dialog(), { key: 'Escape' });
    expect(onClose.mock.calls).toHaveLength(2);
  });

  test('is not closed by a press on a toast which that press removes', async () => {
    const onClose = vi.fn<() => void>();
    function Page() {
      const [toasts, setToasts] = useState<readonly Toast[]>([{ id: 1, tone: 'won', text: 'נשמר' }]);
      return (
        <>
          {/* As in a browser, which renders before the press reaches the document. */}
          <Toasts toasts={toasts} onDismiss={() => flushSync(() => setToasts([]))} />
          {sheet({ onClose })}
        </>
      );
    }
    renderView(<Page />);
    await afterTimers();
    const dismiss = within(screen.getByRole('log')).getByRole('button', { name: t('close') });
    // A touch outside closes a sheet by its click.
    fireEvent.pointerDown(dismiss, { pointerType: 'touch' });
    fireEvent.click(dismiss);
    expect([dismiss.isConnected, onClose.mock.calls.length]).toEqual([false, 0]);
    fireEvent.pointerDown(document.body, { pointerType: 'touch' });
    fireEvent.click(document.body);
    expect(onClose.mock.calls).toHaveLength(1);
  });

  test('closes by a press outside it, but not by one on a toast or in the sheet', async () => {
    const onClose = vi.fn<() => void>();
    const toasts = [{ id: 1, tone: 'won', text: 'נשמר' }] as const;
    const page = (shown: boolean) => (
      <>
        <Toasts toasts={shown ? toasts : []} onDismiss={nothing} />
        {sheet({ onClose })}
      </>
    );
    const { rerender } = renderView(page(true));
    await afterTimers();
    const toast = screen.getByText('נשמר');
    fireEvent.pointerDown(toast);
    fireEvent.click(toast);
    expect(onClose.mock.calls).toHaveLength(0);
    rerender(page(false));
    fireEvent.pointerDown(dialog());
    fireEvent.click(dialog());
    expect(onClose.mock.calls).toHaveLength(0);
    fireEvent.pointerDown(document.body);
    fireEvent.click(document.body);
    expect(onClose.mock.calls).toHaveLength(1);
  });
});

describe('the focus', () => {
  const page = (open: boolean, step?: string, children?: ReactNode) => (
    <>
      <button type="button">לפתוח</button>
      <button type="button">אחר</button>
      {sheet({ open, children, ...(step !== undefined && { step }) })}
    </>
  );
  const button = (name: string) => {
    const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
    if (!found) throw new Error(`no button ${name}`);
    return found;
  };
  const focused = () => document.activeElement?.textContent;

  test('returns to the opener once the sheet is closed, each time', async () => {
    const { rerender } = renderView(page(false));
    for (const opener of ['לפתוח', 'אחר']) {
      button(opener).focus();
      rerender(page(true));
      expect(dialog().contains(document.activeElement)).toBe(true);
      rerender(page(false));
      await afterTimers();
      expect(focused()).toBe(opener);
    }
  });

  test.each([
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- what a form's first field has
    ['a field', <input key="field" aria-label="שם" autoFocus />, 'שם'],
    [
      'a menu',
      <Menu key="menu" label="אפשרויות" actions={[{ label: 'להעביר', icon: null, onPress: nothing }]} />,
      'להעביר',
    ],
  ])('goes to %s that requests it, and back to the opener, each time', async (_, children, name) => {
    const { rerender } = renderView(page(false));
    for (const opener of ['לפתוח', 'אחר']) {
      button(opener).focus();
      rerender(page(true, undefined, children));
      await afterTimers();
      expect(document.activeElement?.ariaLabel ?? focused()).toBe(name);
      rerender(page(false, undefined, children));
      await afterTimers();
      expect(focused()).toBe(opener);
    }
  });

  test('is left where it was moved meanwhile', async () => {
    const { rerender } = renderView(page(false));
    button('לפתוח').focus();
    rerender(page(true));
    rerender(page(false));
    button('אחר').focus();
    await afterTimers();
    expect(focused()).toBe('אחר');
  });

  test('goes into the panel of the next step, and back to the first opener at the end', async () => {
    const { rerender } = renderView(page(false, 'one'));
    button('לפתוח').focus();
    rerender(page(true, 'one'));
    const first = dialog();
    rerender(page(true, 'two'));
    await afterTimers();
    expect(dialog()).not.toBe(first);
    expect(dialog().contains(document.activeElement)).toBe(true);
    rerender(page(false, 'two'));
    await afterTimers();
    expect(focused()).toBe('לפתוח');
  });

  test('returns to what opened the menu, from a sheet that opened as the menu closed', async () => {
    const twoSheets = (open: 'menu' | 'question' | null) => (
      <>
        <button type="button">לפתוח</button>
        {sheet({ open: open === 'menu', title: 'תפריט', children: <button type="button">לבטל</button> })}
        {sheet({ open: open === 'question' })}
      </>
    );
    const { rerender } = renderView(twoSheets(null));
    button('לפתוח').focus();
    rerender(twoSheets('menu'));
    await afterTimers();
    rerender(twoSheets(null));
    rerender(twoSheets('question'));
    await afterTimers();
    const [close, field] = dialog().querySelectorAll<HTMLElement>('button, input');
    expect(document.activeElement).toBe(close);
    field?.focus();
    rerender(twoSheets(null));
    await afterTimers();
    expect(document.activeElement).toBe(button('לפתוח'));
  });

  test('goes to what remains around an opener that was removed, until it moves on', async () => {
    const card = (open: boolean, opener: boolean) => (
      <main>
        <section aria-label="הכרטיס">
          <p>{opener && <button type="button">לפתוח</button>}</p>
          <button type="button">אחר</button>
        </section>
        {sheet({ open })}
      </main>
    );
    const { rerender } = renderView(card(false, true));
    button('לפתוח').focus();
    rerender(card(true, true));
    rerender(card(false, false));
    await afterTimers();
    const { activeElement: paragraph } = document;
    expect([paragraph?.localName, paragraph?.parentElement?.ariaLabel]).toEqual(['p', 'הכרטיס']);
    button('אחר').focus();
    expect(paragraph?.hasAttribute('tabindex')).toBe(false);
  });

  test('is on the body, as after a link, once the opener’s screen was removed', async () => {
    const screenOf = (open: boolean, isHere: boolean) => (
      <main>
        {isHere && <button type="button">לפתוח</button>}
        {sheet({ open })}
      </main>
    );
    const { rerender } = renderView(screenOf(false, true));
    button('לפתוח').focus();
    rerender(screenOf(true, true));
    rerender(screenOf(false, false));
    await afterTimers();
    expect(document.activeElement).toBe(document.body);
  });
});

test('a step that changes as the sheet opens keeps the panel, and a later one has its own', () => {
  const { rerender } = renderView(sheet({ open: false, step: 'one' }));
  rerender(sheet({ step: 'two' }));
  const panel = dialog();
  rerender(sheet({ step: 'two', title: 'אחרת' }));
  expect(dialog()).toBe(panel);
  rerender(sheet({ step: 'three' }));
  expect(dialog()).not.toBe(panel);
});

test('a sheet that closes as its step changes leaves as it was, over its backdrop', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  const { rerender } = renderView(sheet({ step: 'result', title: 'תוצאה' }));
  rerender(sheet({ open: false, step: 'menu', title: 'תפריט' }));
  const leaving = [...document.querySelectorAll('[data-leaving]')].map((copy) => copy.querySelector('h2'));
  expect(leaving.map((title) => title?.textContent)).toEqual([undefined, 'תוצאה']);
});

test('a sheet is rendered once its code is loaded', async () => {
  renderView(
    <Sheet open onClose={nothing} title="עריכה">
      תוכן
    </Sheet>,
  );
  await vi.waitFor(() => expect(outlineOf(dialog()).at(-1)).toBe('תוכן'));
});
