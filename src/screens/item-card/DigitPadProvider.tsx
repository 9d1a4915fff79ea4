import { useActorRef, useSelector } from '@xstate/react';
import { createContext, use, type ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import { useT } from '#i18n/react.tsx';
import { digitPad, type PickCell } from '#machines/digit-pad.ts';
import { useAppChild } from '#screens/app-context.tsx';
import { DigitPad } from '#ui/match/DigitPad.tsx';
import { useCellDigit } from './use-bet.ts';

export type DigitPadActor = ActorRefFrom<typeof digitPad>;

const DigitPadContext = createContext<DigitPadActor | null>(null);

/** The screen's digit pad actor. */
export function useDigitPad(): DigitPadActor {
  const pad = use(DigitPadContext);
  if (!pad) throw new Error('no PickPadProvider above');
  return pad;
}

/** Data attributes of a cell, which `visibleCells` reads. */
export const cellAttributes = ({ option, item, name, column, filled }: PickCell) => ({
  'data-pick-option': option,
  'data-pick-item': item,
  'data-pick-name': name,
  'data-pick-column': column,
  'data-pick-filled': filled ? '' : undefined,
});

/** Cells that take a digit now, in DOM order: lists mount and unmount them. */
export const visibleCells = (): PickCell[] =>
  [...document.querySelectorAll<HTMLElement>('[data-pick-option]')]
    .filter((cell) => cell.checkVisibility())
    .map(({ dataset }) => ({
      option: Number(dataset['pickOption']),
      item: Number(dataset['pickItem']),
      name: dataset['pickName'] ?? '',
      column: Number(dataset['pickColumn']),
      filled: dataset['pickFilled'] !== undefined,
    }));

/** Mounted once around all cells; draws the pad at the bottom of the screen. */
export function DigitPadProvider({ children }: { children: ReactNode }) {
  const book = useAppChild('bets');
  const pad = useActorRef(digitPad, { input: { book } });
  return (
    <DigitPadContext value={pad}>
      {children}
      <ConnectedDigitPad pad={pad} />
    </DigitPadContext>
  );
}

function ConnectedDigitPad({ pad }: { pad: DigitPadActor }) {
  const active = useSelector(pad, ({ context }) => context.active);
  return active && <OpenPad pad={pad} cell={active} />;
}

function OpenPad({ pad, cell }: { pad: DigitPadActor; cell: PickCell }) {
  const t = useT();
  const digit = useCellDigit(cell);
  return (
    <DigitPad
      title={t('padTitle', { name: cell.name })}
      digit={digit}
      onDigit={(pressed) => pad.send({ type: 'digit.press', digit: pressed, cells: visibleCells() })}
      onClear={() => pad.send({ type: 'digit.clear', cells: visibleCells() })}
      onClose={() => pad.send({ type: 'pad.close' })}
    />
  );
}
