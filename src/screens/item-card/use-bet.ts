import { shallowEqual, useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import type { Item } from '#contract/models.ts';
import type { bet as betLogic } from '#machines/bet.ts';
import type { PickCell } from '#machines/digit-pad.ts';
import { useApp, useAppChild } from '#screens/app-context.tsx';
import type { DigitState } from '#ui/match/DigitCell.tsx';
import { shownValues } from '#domain/bet/pending-values.ts';
import { outcomeOf } from './item-display.ts';

type Snapshot = SnapshotFrom<typeof betLogic>;
type Values = Readonly<Record<number, number>>;

/** The caller's bet on one item, for views. */
export type MyBet = {
  /** Values by itemOption id: saved or pending. */
  readonly values: Values;
  /** Shown in `data-bet`, which tests read. */
  readonly phase: BetPhase;
  /** Whether picks are accepted now. */
  readonly open: boolean;
  readonly failure: Failure | null;
  readonly stateOf: (option: number) => DigitState;
  /** Sets a pick; null removes it. */
  readonly put: (option: number, value: number | null) => void;
};

const phases = ['refused', 'busy', 'waiting', 'draft'] as const;
type BetPhase = (typeof phases)[number] | 'open' | 'closed';

/** Cell state of an unsaved value, by phase. */
const unsavedStates: Record<BetPhase, DigitState> = {
  refused: 'refused',
  busy: 'saving',
  waiting: 'waiting',
  draft: 'mine',
  open: 'saving',
  closed: 'refused',
};

const phaseOf = (snapshot: Snapshot): BetPhase =>
  phases.find((tag) => snapshot.hasTag(tag)) ?? (snapshot.hasTag('open') ? 'open' : 'closed');

/** State of a closed cell: each digit by itself for `bets`, else the score as a whole. */
function closedStateOf(item: Item, option: number, digit: number | undefined): DigitState {
  const result = item.options[option]?.result ?? null;
  if (digit === undefined || result === null) return 'locked';
  if (item.type !== 'bets') return outcomeOf(item) ?? 'locked';
  if (digit === result) return 'exact';
  return Math.abs(digit - result) === 1 ? 'hit' : 'missed';
}

function useBetActor(item: number) {
  return useSelector(useAppChild('bets'), ({ context }) => context.bets[item]);
}

/** The caller's bet on an item. Until the registry has its actor, the server's values are shown read-only. */
export function useBet(item: Item): MyBet {
  const actor = useBetActor(item.id);
  const phase = useSelector(actor, (snapshot): BetPhase => (snapshot ? phaseOf(snapshot) : 'closed'));
  const open = useSelector(actor, (snapshot) => snapshot?.hasTag('open') ?? false);
  const failure = useSelector(actor, (snapshot) => snapshot?.context.failure ?? null);
  const wanted = useSelector(actor, (snapshot) => snapshot?.context.wanted ?? {}, shallowEqual);
  const known = useSelector(actor, (snapshot) => snapshot?.context.item ?? item);
  const values = shownValues(known, wanted);
  return {
    values,
    phase,
    open,
    failure,
    stateOf: (option) => {
      if (option in wanted) return unsavedStates[phase];
      if (!open) return closedStateOf(item, option, values[option]);
      return values[option] === undefined ? 'empty' : 'saved';
    },
    put: (option, value) => actor?.send({ type: 'pick.put', option, value }),
  };
}

/** The digit of a cell, for the pad. */
export function useCellDigit({ item, option }: PickCell): number | null {
  return useSelector(useBetActor(item), (snapshot) =>
    snapshot ? (shownValues(snapshot.context.item, snapshot.context.wanted)[option] ?? null) : null,
  );
}

/**
 * Reports to the bet registry which items are visible, as the server last sent them, and which no longer are.
 * Called once, by the nearest list. An item is reported once: a render has nothing newer than the bet, which
 * may have been saved since.
 */
export function useTrackItems(items: readonly Item[]): void {
  const app = useApp();
  const book = useAppChild('bets');
  const told = useRef(new Map<number, Item>());
  useEffect(() => {
    const before = told.current;
    told.current = new Map(items.map((item) => [item.id, item]));
    const left = [...before.keys()].filter((id) => !told.current.has(id));
    if (left.length > 0) book.send({ type: 'items.left', items: left });
    // Another list may have released the bet of an item that is still visible here.
    const { bets } = book.getSnapshot().context;
    const fresh = items.filter((item) => before.get(item.id) !== item || !(item.id in bets));
    if (fresh.length === 0) return;
    const serverNow = Date.now() + (app.getSnapshot().context.clock ?? 0);
    book.send({ type: 'items.seen', items: fresh, serverNow });
  });
}
