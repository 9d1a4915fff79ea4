import { useActorRef, useSelector } from '@xstate/react';
import { createContext, use, useMemo, type ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import { useT } from '#i18n/react.tsx';
import { digitPad, type PickCell, type VisibleCell } from '#machines/digit-pad.ts';
import { BackLayer } from '#screens/back-layer.tsx';
import { DigitPad } from '#ui/match/DigitPad.tsx';
import { pickedValue } from './use-bet.ts';

type DigitPadActor = ActorRefFrom<typeof digitPad>;
type Pad = {
  readonly actor: DigitPadActor;
  /** Registers a cell that takes a digit, until the returned function is called. */
  readonly register: (element: HTMLElement, cell: PickCell) => () => void;
  /** The registered cells that are visible now, in DOM order. */
  readonly visibleCells: () => VisibleCell[];
};

const DigitPadContext = createContext<Pad | null>(null);

/** The screen's digit pad and its cells. */
export function useDigitPad(): Pad {
  const pad = use(DigitPadContext);
  if (!pad) throw new Error('no DigitPadProvider above');
  return pad;
}

function createPad(actor: DigitPadActor): Pad {
  const cells = new Map<HTMLElement, PickCell>();
  const visible = (cell: PickCell): VisibleCell => ({
    ...cell,
    filled: pickedValue(cell.bet.getSnapshot(), cell.option) !== null,
  });
  return {
    actor,
    register: (element, cell) => {
      cells.set(element, cell);
      actor.send({ type: 'cell.added', cell: visible(cell) });
      return () => {
        cells.delete(element);
        actor.send({ type: 'cell.removed', option: cell.option });
      };
    },
    visibleCells: () =>
      [...cells]
        .filter(([element]) => element.checkVisibility())
        .toSorted(([one], [other]) =>
          one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
        )
        .map(([, cell]) => visible(cell)),
  };
}

/** Mounted once around all cells; draws the pad at the bottom of the screen. */
export function DigitPadProvider({ children }: { children: ReactNode }) {
  const actor = useActorRef(digitPad);
  const pad = useMemo(() => createPad(actor), [actor]);
  const active = useSelector(actor, ({ context }) => context.active);
  return (
    <DigitPadContext value={pad}>
      {children}
      {active && <OpenPad pad={pad} cell={active} />}
    </DigitPadContext>
  );
}

function OpenPad({ pad: { actor, visibleCells }, cell }: { pad: Pad; cell: PickCell }) {
  const t = useT();
  const digit = useSelector(cell.bet, (bet) => pickedValue(bet, cell.option));
  return (
    <>
      <BackLayer onBack={() => actor.send({ type: 'pad.close' })} />
      <DigitPad
        title={t('padTitle', { name: cell.name })}
        digit={digit}
        onDigit={(pressed) => actor.send({ type: 'digit.press', digit: pressed, cells: visibleCells() })}
        onClear={() => actor.send({ type: 'digit.clear', cells: visibleCells() })}
        onClose={() => actor.send({ type: 'pad.close' })}
      />
    </>
  );
}
