import { useActorRef, useSelector } from '@xstate/react';
import { createContext, use, useMemo, type MouseEvent, type ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import { useT } from '#i18n/react.tsx';
import { digitPad, type PickCell, type VisibleCell } from '#machines/digit-pad.ts';
import { BackLayer } from '#screens/back-layer.tsx';
import { media } from '#theme/tokens.css.ts';
import { DigitPad } from '#ui/match/DigitPad.tsx';
import { pickedValue } from './use-bet.ts';

type DigitPadActor = ActorRefFrom<typeof digitPad>;
type Pad = {
  readonly actor: DigitPadActor;
  /** Registers a cell that takes a digit, until the returned function is called. */
  readonly register: (element: HTMLElement, cell: PickCell) => () => void;
  /** The registered and visible cells of the pane that contains `near`, in DOM order. */
  readonly visibleCells: (near: Element | null) => VisibleCell[];
};

/** Whether a cell takes digits from a keyboard: on a desktop, unless it was opened by touch. */
export const hasKeyboard = (event?: MouseEvent): boolean =>
  window.matchMedia(media.keys).matches &&
  !(event?.nativeEvent instanceof PointerEvent && ['touch', 'pen'].includes(event.nativeEvent.pointerType));

/** Part of the page whose cells follow one another: a pane, or all of it. */
const paneOf = (element: Element | null | undefined) => element?.closest('[data-pane]') ?? null;

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
        actor.send({ type: 'cell.removed', id: cell.id });
      };
    },
    visibleCells: (near) =>
      [...cells]
        .filter(([element]) => element.checkVisibility() && paneOf(element) === paneOf(near))
        .toSorted(([one], [other]) =>
          one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
        )
        .map(([, cell]) => visible(cell)),
  };
}

/** Mounted once around all cells; draws the pad at the bottom of the screen while it is needed. */
export function DigitPadProvider({ children }: { children: ReactNode }) {
  const actor = useActorRef(digitPad);
  const pad = useMemo(() => createPad(actor), [actor]);
  const cell = useSelector(actor, (snapshot) => (snapshot.hasTag('open') ? snapshot.context.active : null));
  return (
    <DigitPadContext value={pad}>
      {children}
      {cell && <OpenPad pad={pad} cell={cell} />}
    </DigitPadContext>
  );
}

function OpenPad({ pad: { actor, visibleCells }, cell }: { pad: Pad; cell: PickCell }) {
  const t = useT();
  const digit = useSelector(cell.bet, (bet) => pickedValue(bet, cell.option));
  const cells = () => visibleCells(document.getElementById(cell.id));
  return (
    <>
      <BackLayer onBack={() => actor.send({ type: 'cell.leave' })} />
      <DigitPad
        title={t('padTitle', { name: cell.name })}
        digit={digit}
        onDigit={(pressed) => actor.send({ type: 'digit.press', digit: pressed, cells: cells() })}
        onClear={() => actor.send({ type: 'digit.clear', cells: cells() })}
        onClose={() => actor.send({ type: 'cell.leave' })}
      />
    </>
  );
}
