import { useSelector } from '@xstate/react';
import { useEffect, useId, useMemo, useRef, type MouseEvent } from 'react';
import type { ItemOption } from '#contract/models.ts';
import type { PickCell } from '#machines/digit-pad.ts';
import { media } from '#theme/tokens.css.ts';
import { afterPaint } from '#ui/list/defer.ts';
import { DigitCell } from '#ui/match/DigitCell.tsx';
import { hasKeyboard, useDigitPad } from './DigitPadProvider.tsx';
import type { MyBet } from './use-bet.ts';

type Props = { option: ItemOption; column: number; bet: MyBet; size?: 'small' | 'normal' | 'large' };

/**
 * One digit of the caller's pick. A tap opens the pad on it; a focused cell takes digit and arrow keys
 * itself, without a pad where there is a keyboard.
 */
export function DigitPickCell({ option, column, bet, size = 'normal' }: Props) {
  const { actor: pad, register, visibleCells } = useDigitPad();
  const ref = useRef<HTMLButtonElement>(null);
  const place = useId();
  const { id, item, name } = option;
  const active = useSelector(pad, (it) =>
    it.context.active?.id === place ? (it.hasTag('open') ? 'pad' : 'keys') : null,
  );
  const cell = useMemo<PickCell | null>(
    () => (bet.actor && bet.open ? { id: place, bet: bet.actor, option: id, item, name, column } : null),
    [place, bet.actor, bet.open, id, item, name, column],
  );

  useEffect(() => (cell && ref.current ? register(ref.current, cell) : undefined), [register, cell]);

  useEffect(() => {
    if (!active) return;
    // After paint: both force a layout, and the digit that led here should be painted first.
    return afterPaint(() => {
      const calm = matchMedia(media.calm).matches;
      ref.current?.focus({ preventScroll: true });
      ref.current?.scrollIntoView({ block: 'nearest', behavior: calm ? 'instant' : 'smooth' });
    });
  }, [active]);

  const enter = (event?: MouseEvent) =>
    cell && pad.send({ type: hasKeyboard(event) ? 'cell.focus' : 'cell.tap', cell });
  /** Focuses the active cell at once, so that the next key, however soon, goes to it. */
  const focusActive = () =>
    document.getElementById(pad.getSnapshot().context.active?.id ?? '')?.focus({ preventScroll: true });
  return (
    <DigitCell
      ref={ref}
      id={place}
      name={name}
      digit={bet.values[id] ?? null}
      state={bet.stateOf(id)}
      active={active}
      size={size}
      onOpen={enter}
      onFocus={() => hasKeyboard() && enter()}
      onBlur={() => pad.send({ type: 'cell.blur', id: place })}
      onDigit={(pressed) => {
        enter();
        pad.send({ type: 'digit.press', digit: pressed, cells: visibleCells(ref.current) });
        focusActive();
      }}
      onClear={() => {
        enter();
        pad.send({ type: 'digit.clear', cells: visibleCells(ref.current) });
      }}
      onClose={() => pad.send({ type: 'cell.leave' })}
      onMove={(direction) => {
        enter();
        pad.send({ type: 'cell.move', direction, cells: visibleCells(ref.current) });
        focusActive();
      }}
    />
  );
}
