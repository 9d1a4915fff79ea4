import { Clock } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import type { MessageKey } from '#i18n/keys.ts';
import { useI18n } from '#i18n/react.tsx';
import * as css from './DigitCell.css.ts';
import { cx } from '#ui/primitives/cx.ts';
import { Geresh } from '#ui/primitives/Geresh.tsx';

/** State of a digit cell. The first six are editable, the others final. */
export type DigitState =
  'empty' | 'mine' | 'saving' | 'saved' | 'waiting' | 'refused' | 'locked' | 'exact' | 'hit' | 'missed';

export type CellDirection = 'next' | 'previous' | 'up' | 'down';

type Props = {
  /** Name of the team or option. */
  name: string;
  digit: number | null;
  state: DigitState;
  /** The digit pad writes into this cell. */
  active?: boolean;
  size?: keyof typeof css.sizes;
  ref?: Ref<HTMLButtonElement>;
  onOpen?: () => void;
  onDigit?: (digit: number) => void;
  onClear?: () => void;
  onMove?: (move: CellDirection) => void;
  onClose?: () => void;
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

/** Digit cell of the caller's pick, thumb-sized. */
export function DigitCell({
  name,
  digit,
  state,
  active = false,
  size = 'normal',
  ref,
  onOpen,
  onDigit,
  onClear,
  onMove,
  onClose,
}: Props) {
  const { t, direction } = useI18n();
  const closedEmpty = state === 'locked' && digit === null;
  const sentence = digit === null ? (emptySentences[state] ?? 'cellEmpty') : sentences[state];
  const label = t(sentence, { name, digit });
  const look = {
    className: cx(css.cell, css.sizes[size]),
    'data-state': closedEmpty ? 'closed' : state,
    'aria-label': label,
  };
  const inside = (
    <>
      <bdi dir="ltr" className={css.digit}>
        {digit ?? (finalStates.has(state) ? '–' : '')}
      </bdi>
      {!closedEmpty && <StateIcon state={state} />}
    </>
  );

  if (finalStates.has(state)) {
    return (
      <span {...look} role="img">
        {inside}
      </span>
    );
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moveOf(event.key, direction);
    if (/^[0-9]$/.test(event.key)) onDigit?.(Number(event.key));
    else if (event.key === 'Backspace' || event.key === 'Delete') onClear?.();
    else if (event.key === 'Escape' && active) onClose?.();
    else if (move) onMove?.(move);
    else return;
    event.preventDefault();
  };

  return (
    <button
      {...look}
      ref={ref}
      type="button"
      data-active={active || undefined}
      aria-expanded={active}
      onClick={onOpen}
      onKeyDown={onKeyDown}
    >
      {inside}
    </button>
  );
}

/** Arrow keys follow the screen: the home cell is at the inline start. */
function moveOf(key: string, direction: 'rtl' | 'ltr'): CellDirection | null {
  if (key === 'ArrowUp') return 'up';
  if (key === 'ArrowDown') return 'down';
  if (key === 'ArrowLeft') return direction === 'rtl' ? 'next' : 'previous';
  if (key === 'ArrowRight') return direction === 'rtl' ? 'previous' : 'next';
  return null;
}

/** Icon of the state: colour is never the only sign. */
function StateIcon({ state }: { state: DigitState }) {
  if (state === 'saving')
    return (
      <span className={cx(css.corner, css.pending)}>
        <Geresh />
      </span>
    );
  if (state === 'saved')
    return (
      <span className={css.corner}>
        <Geresh drawn />
      </span>
    );
  if (state === 'locked')
    return (
      <span className={css.corner}>
        <Geresh />
      </span>
    );
  if (state === 'waiting')
    return (
      <span className={css.corner}>
        <Clock size={12} strokeWidth={3} />
      </span>
    );
  if (state === 'refused')
    return (
      <span className={cx(css.badge, css.bad)} aria-hidden="true">
        !
      </span>
    );
  if (state === 'exact')
    return (
      <span className={cx(css.badge, css.good)}>
        <Geresh double drawn />
      </span>
    );
  if (state === 'hit')
    return (
      <span className={cx(css.badge, css.good)}>
        <Geresh drawn />
      </span>
    );
  if (state === 'missed')
    return (
      <span className={cx(css.badge, css.bad)} aria-hidden="true">
        ×
      </span>
    );
  return null;
}
