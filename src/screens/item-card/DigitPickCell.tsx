import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import type { ItemOption } from '#contract/models.ts';
import type { PickCell } from '#machines/digit-pad.ts';
import { DigitCell } from '#ui/match/DigitCell.tsx';
import { useDigitPad } from './DigitPadProvider.tsx';
import type { MyBet } from './use-bet.ts';

type Props = { option: ItemOption; column: number; bet: MyBet; size?: 'small' | 'normal' | 'large' };

/**
 * One digit of the caller's pick. A tap opens the pad on it; a focused cell takes digit and arrow keys
 * itself.
 */
export function DigitPickCell({ option, column, bet, size = 'normal' }: Props) {
  const { actor: pad, register, visibleCells } = useDigitPad();
  const ref = useRef<HTMLButtonElement>(null);
  const { id, item, name } = option;
  const active = useSelector(pad, ({ context }) => context.active?.option === id);
  const cell = useMemo<PickCell | null>(
    () => (bet.actor && bet.open ? { bet: bet.actor, option: id, item, name, column } : null),
    [bet.actor, bet.open, id, item, name, column],
  );

  useEffect(() => (cell && ref.current ? register(ref.current, cell) : undefined), [register, cell]);

  useEffect(() => {
    if (!active) return;
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView({ block: 'nearest', behavior: calm ? 'instant' : 'smooth' });
  }, [active]);

  const open = () => cell && pad.send({ type: 'cell.tap', cell });
  return (
    <DigitCell
      ref={ref}
      name={name}
      digit={bet.values[id] ?? null}
      state={bet.stateOf(id)}
      active={active}
      size={size}
      onOpen={open}
      onDigit={(pressed) => {
        open();
        pad.send({ type: 'digit.press', digit: pressed, cells: visibleCells() });
      }}
      onClear={() => {
        open();
        pad.send({ type: 'digit.clear', cells: visibleCells() });
      }}
      onClose={() => pad.send({ type: 'pad.close' })}
      onMove={(direction) => {
        open();
        pad.send({ type: 'cell.move', direction, cells: visibleCells() });
      }}
    />
  );
}
