import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { renderView } from '#tests/support/views/render-view.tsx';
import { t } from '#tests/support/translations.ts';
import { safeArea } from '#theme/logical.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { FailureText } from '#ui/feedback/FailureText.tsx';
import { Notice } from '#ui/feedback/Notice.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { StaleLine } from '#ui/feedback/StaleLine.tsx';
import { isInToast, Toasts, type Toast } from '#ui/feedback/Toasts.tsx';
import { toastsEnd, toastsStart } from '#ui/feedback/toasts-place.ts';
import { TopLevel } from '#ui/primitives/Stack.tsx';

const nothing = () => undefined;

describe('an empty state', () => {
  test('has a title, a text, a drawing and one action', () => {
    const { outline, container } = renderView(
      <EmptyState
        title="עוד אין משחקים"
        text="מתחילים?"
        art="league"
        action={<button type="button">משחק חדש</button>}
      />,
    );
    expect(outline()).toEqual(['עוד אין משחקים', 'מתחילים?', 'button "משחק חדש"']);
    const [art] = container.getElementsByTagName('svg');
    expect([art?.getAttribute('aria-hidden'), art?.children.length]).toEqual(['true', 6]);
  });

  test('has only the parts that it is given', () => {
    const { container } = renderView(<EmptyState title="עוד אין משחקים" />);
    expect(container.firstElementChild?.children).toHaveLength(1);
  });

  test.each([
    ['league', 6],
    ['friends', 4],
    ['chat', 3],
  ] as const)('has a drawing of its own: %s', (art, shapes) => {
    const { container } = renderView(<EmptyState title="עוד אין" art={art} />);
    expect(container.querySelector('svg')?.children).toHaveLength(shapes);
  });

  test('that fills the screen is its heading, of level 2 beside another page', () => {
    const { outline } = renderView(
      <>
        <EmptyState title="עוד אין" whole />
        <TopLevel value={2}>
          <EmptyState title="עוד אין" whole />
        </TopLevel>
      </>,
    );
    expect(outline()).toEqual(['heading "עוד אין" level=1', 'heading "עוד אין" level=2']);
  });
});

test('an error state shows what failed, and retries', () => {
  const onRetry = vi.fn<() => void>();
  const { outline, rerender } = renderView(<ErrorState failure={{ kind: 'internal' }} onRetry={onRetry} />);
  const state = (...lines: string[]) => [
    'alert',
    ...lines.map((line) => `  ${line}`),
    `  button "${t('retry')}"`,
  ];
  expect(outline()).toEqual(state(t('failureTitle'), t('failure.internal')));
  fireEvent.click(screen.getByRole('button'));
  expect(onRetry.mock.calls).toHaveLength(1);
  // Being offline is no defect, so one line is enough.
  rerender(<ErrorState failure={{ kind: 'offline' }} onRetry={onRetry} />);
  expect(outline()).toEqual(state(t('failure.offline')));
  rerender(<ErrorState title="הטבלה לא נטענה" failure={{ kind: 'offline' }} onRetry={onRetry} />);
  expect(outline()).toEqual(state('הטבלה לא נטענה', t('failure.offline')));
});

test('the reason of a failure is announced, unless it is silent', () => {
  const { outline, rerender } = renderView(<FailureText failure={{ kind: 'internal' }} />);
  expect(outline()).toEqual([`alert: ${t('failure.internal')}`]);
  rerender(<FailureText failure={{ kind: 'internal' }} silent />);
  expect(outline()).toEqual([t('failure.internal')]);
  rerender(<FailureText failure={null} />);
  expect(outline()).toEqual([]);
  // A closed item refuses a pick, unless the text of another refusal is given.
  const closed = { kind: 'item_closed' } as const;
  rerender(<FailureText failure={closed} />);
  expect(outline()).toEqual([`alert: ${t('failure.item_closed')}`]);
  rerender(<FailureText failure={closed} closedText="resultClosed" />);
  expect(outline()).toEqual([`alert: ${t('resultClosed')}`]);
  rerender(<FailureText failure={{ kind: 'offline' }} closedText="resultClosed" />);
  expect(outline()).toEqual([`alert: ${t('failure.offline')}`]);
});

describe('a notice', () => {
  test('is a live region even without a text', () => {
    const { outline } = renderView(<Notice text={null} action="עדכון" onDismiss={nothing} />);
    expect(outline()).toEqual(['status']);
  });

  test('has at most one action, and can be dismissed', () => {
    const onAction = vi.fn<() => void>();
    const onDismiss = vi.fn<() => void>();
    const { outline, rerender } = renderView(
      <Notice text="יש גרסה חדשה" action="עדכון" onAction={onAction} onDismiss={onDismiss} />,
    );
    expect(outline()).toEqual(['status', '  יש גרסה חדשה', '  button "עדכון"', `  button "${t('close')}"`]);
    fireEvent.click(screen.getByRole('button', { name: 'עדכון' }));
    expect([onAction.mock.calls.length, onDismiss.mock.calls.length]).toEqual([1, 0]);
    fireEvent.click(screen.getByRole('button', { name: t('close') }));
    expect([onAction.mock.calls.length, onDismiss.mock.calls.length]).toEqual([1, 1]);
    rerender(<Notice text="יש גרסה חדשה" onDismiss={onDismiss} />);
    expect(outline()).toEqual(['status', '  יש גרסה חדשה', `  button "${t('close')}"`]);
  });
});

describe('a placeholder', () => {
  test('announces once that something loads', () => {
    const { outline, container } = renderView(<Skeleton shape="row" count={3} />);
    expect(outline()).toEqual([`status: ${t('loading')}`]);
    expect(container.querySelectorAll('[data-skeleton=row]')).toHaveLength(3);
  });

  test.each([
    ['line', ['line']],
    ['card', ['face text']],
    ['row', ['face text']],
    ['tableRow', ['rank smallFace text rest']],
    ['game', ['face text', ...Array.from({ length: 4 }, () => 'crest name score name crest')]],
    ['match', ['bigCrest score bigCrest', 'score score']],
    ['message', ['smallFace bubble']],
  ] as const)('of a %s has its shape', (shape, lines) => {
    const { container } = renderView(<Skeleton shape={shape} />);
    const [one, ...others] = container.querySelectorAll('[data-skeleton]');
    const shown = [...(one?.children ?? [])].map((row) =>
      [...row.children].map(({ className }) => /bones_([a-zA-Z]+)__/.exec(className)?.[1]).join(' '),
    );
    expect(shown).toEqual(lines);
    expect(others).toEqual([]);
  });
});

test('the age of the shown data is announced', () => {
  const { outline } = renderView(<StaleLine text="מלפני שעתיים" />);
  expect(outline()).toEqual(['status: מלפני שעתיים']);
});

describe('toasts', () => {
  const toasts: Toast[] = [
    { id: 1, tone: 'won', text: 'נשמר' },
    { id: 'two', tone: 'missed', text: 'לא נשמר' },
  ];
  const region = `log "${t('messages')}" live=polite`;

  test('are announced by a region that is always there, and failures as alerts', () => {
    const { outline, rerender, container } = renderView(<Toasts toasts={[]} onDismiss={nothing} />);
    expect(outline()).toEqual([region]);
    rerender(<Toasts toasts={toasts} spoken={[{ id: 3, text: 'התוצאה 2:1' }]} onDismiss={nothing} />);
    expect(outline()).toEqual([
      region,
      '  [התוצאה 2:1]',
      '  part data-toast=won',
      '    [נשמר]',
      `    button "${t('close')}"`,
      '  alert data-toast=missed',
      '    [לא נשמר]',
      `    button "${t('close')}"`,
    ]);
    // The animated mark of a success, and the sign of warning.
    const icons = [...container.querySelectorAll('[data-toast] > span:first-child')];
    expect(icons.map((icon) => icon.querySelectorAll('svg > path[class*=drawn]').length)).toEqual([1, 0]);
  });

  test('are dismissed one by one', () => {
    const onDismiss = vi.fn<(id: Toast['id']) => void>();
    renderView(<Toasts toasts={toasts} onDismiss={onDismiss} />);
    for (const button of screen.getAllByRole('button')) fireEvent.click(button);
    expect(onDismiss.mock.calls).toEqual([[1], ['two']]);
  });

  test('pause while they are hovered or focused', () => {
    const calls: string[] = [];
    renderView(
      <Toasts
        toasts={toasts}
        onDismiss={nothing}
        onPause={() => calls.push('pause')}
        onResume={() => calls.push('resume')}
      />,
    );
    const log = screen.getByRole('log');
    const [close] = screen.getAllByRole('button');
    fireEvent.pointerOver(log);
    expect(calls.splice(0)).toEqual(['pause']);
    // The pointer has moved within the log.
    if (close) fireEvent.pointerOver(close);
    expect(calls.splice(0)).toEqual(['pause']);
    fireEvent.pointerLeave(log);
    expect(calls.splice(0)).toEqual(['resume']);
    close?.focus();
    expect(calls.splice(0)).toEqual(['pause']);
    close?.blur();
    expect(calls.splice(0)).toEqual(['resume']);
  });

  test('are recognised even after the click that has removed them', () => {
    const { rerender, container } = renderView(<Toasts toasts={toasts} onDismiss={nothing} />);
    const [close] = screen.getAllByRole('button');
    rerender(<Toasts toasts={[]} onDismiss={nothing} />);
    expect([close?.isConnected, isInToast(close ?? null)]).toEqual([false, true]);
    expect([isInToast(container), isInToast(null), isInToast(document)]).toEqual([false, false, false]);
  });

  test('are below the top bar on a phone, and in it on a wide window', () => {
    expect([toastsStart, toastsEnd]).toEqual([
      { phone: `calc(4.25rem + ${safeArea.top})`, wide: `calc(0.25rem + ${safeArea.top})` },
      { phone: `calc(8.5rem + ${safeArea.top})`, wide: `calc(4.5rem + ${safeArea.top})` },
    ]);
  });
});
