import { Clock } from 'lucide-react';
import type { KeyboardEvent, MouseEvent, ReactNode, Ref } from 'react';
import type { CellDirection } from '#domain/digit-cells.ts';
import type { MessageKey } from '#i18n/keys.ts';
import { useI18n } from '#i18n/react.tsx';
import * as css from './DigitCell.css.ts';
import { cx } from '#ui/primitives/cx.ts';
import { Geresh } from '#ui/primitives/Geresh.tsx';

/** State of a digit cell. The first six are editable, the others final. */
export type DigitState =
  | 'empty'
  | 'mine'
  | 'saving'
  | 'saved'
  | 'waiting'
  | 'refused'
  | 'locked'
  | 'exact'
  | 'hit'
  | 'missed';

/** Handlers of the keys pressed in a cell. */
export type CellKeys = {
  onDigit?: (digit: number) => void;
  onClear?: () => void;
  onMove?: (move: CellDirection) => void;
  onClose?: () => void;
};

type Props = CellKeys & {
  /** Name of the team or option. */
  name: string;
  digit: number | null;
  state: DigitState;
  /** Digits are written into this cell: by the pad, or by the keyboard. */
  active?: 'pad' | 'keys' | null;
  size?: keyof typeof css.sizes;
  ref?: Ref<HTMLButtonElement>;
  id?: string;
  onOpen?: (event: MouseEvent) => void;
  /** Focused by the keyboard. */
  onFocus?: () => void;
  onBlur?: () => void;
};

const sentences: Record<DigitState, MessageKey> = {
  empty: 'cellEmpty',
  mine: 'cellMine',
  saving: 'cellSaving',
  saved: 'cellSaved',
  waiting: 'cellWaiting',
  refused: 'cellRefused',
  locked: 'cellLocked',
  exact: 'cellExact',
  hit: 'cellHit',
  missed: 'cellMissed',
};
/** Sentences for an empty cell: the removal is not saved yet. */
const emptySentences: Partial<Record<DigitState, MessageKey>> = {
  saving: 'cellTakenBack',
  waiting: 'cellTakenBackWaits',
  locked: 'cellLockedEmpty',
};
const finalStates = new Set<DigitState>(['locked', 'exact', 'hit', 'missed']);
/** Whether the digit can change no more. */
export const isFinal = (state: DigitState): boolean => finalStates.has(state);

const corner = (icon: ReactNode) => <span className={css.corner}>{icon}</span>;
const badge = (tone: string, mark: ReactNode) => (
  <span className={cx(css.badge, tone)} aria-hidden="true">
    {mark}
  </span>
);

/** Icon of the state: colour is never the only sign. */
const stateIcons: Partial<Record<DigitState, ReactNode>> = {
  saving: (
    <span className={cx(css.corner, css.pending)}>
      <Geresh />
    </span>
  ),
  saved: corner(<Geresh drawn />),
  locked: corner(<Geresh />),
  waiting: corner(<Clock size={12} strokeWidth={3} />),
  refused: badge(css.bad, '!'),
  exact: badge(css.good, <Geresh double drawn />),
  hit: badge(css.good, <Geresh drawn />),
  missed: badge(css.bad, '×'),
};

/** Digit cell of the caller's pick, thumb-sized. */
export function DigitCell({
  name,
  digit,
  state,
  active = null,
  size = 'normal',
  ref,
  id,
  onOpen,
  onFocus,
  onBlur,
  ...keys
}: Props) {
  const { t, direction } = useI18n();
  const closedEmpty = state === 'locked' && digit === null;
  const sentence = digit === null ? (emptySentences[state] ?? 'cellEmpty') : sentences[state];
  const cellProps = {
    className: cx(css.cell, css.sizes[size]),
    'data-state': closedEmpty ? 'closed' : state,
    'aria-label': t(sentence, { name, digit }),
  };
  const content = (
    <>
      <bdi className={css.digit}>{digit ?? (isFinal(state) ? '–' : '')}</bdi>
      {!closedEmpty && size !== 'small' && stateIcons[state]}
    </>
  );

  if (isFinal(state)) {
    return (
      <span {...cellProps} role="img">
        {content}
      </span>
    );
  }

  return (
    <button
      {...cellProps}
      ref={ref}
      id={id}
      type="button"
      data-active={active ?? undefined}
      aria-expanded={active === 'pad'}
      onClick={onOpen}
      onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && onFocus?.()}
      onBlur={({ currentTarget }) => !isFocused(currentTarget) && onBlur?.()}
      onKeyDown={(event) => pressCellKey(event, direction, active !== null, keys)}
    >
      {content}
    </button>
  );
}

/** A digit, a deletion, an arrow or a way out, pressed in a cell. */
export function pressCellKey(
  event: KeyboardEvent,
  direction: 'rtl' | 'ltr',
  active: boolean,
  { onDigit, onClear, onMove, onClose }: CellKeys,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const move = moveOf(event.key, direction);
  if (/^[0-9]$/.test(event.key)) onDigit?.(Number(event.key));
  else if (event.key === 'Backspace' || event.key === 'Delete') onClear?.();
  else if (event.key === 'Escape' && active && onClose) onClose();
  else if (event.key === 'Enter' && active) onMove?.('next');
  else if (move) onMove?.(move);
  else return;
  event.preventDefault();
}

/** Whether an element has the document's focus, even while another window has the keyboard. */
const isFocused = (element: Element) => document.activeElement === element;

/** Arrow keys follow the screen: the home cell is at the inline start. */
function moveOf(key: string, direction: 'rtl' | 'ltr'): CellDirection | null {
  if (key === 'ArrowUp') return 'up';
  if (key === 'ArrowDown') return 'down';
  if (key === 'ArrowLeft') return direction === 'rtl' ? 'next' : 'previous';
  if (key === 'ArrowRight') return direction === 'rtl' ? 'previous' : 'next';
  return null;
}
