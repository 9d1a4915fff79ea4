import { shallowEqual, useSelector } from '@xstate/react';
import { useEffect, useId } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import type { Item } from '#contract/models.ts';
import type { BetActor } from '#machines/bet.ts';
import { useApp, useBetRegistry } from '#screens/app-context.tsx';
import type { DigitState } from '#ui/match/DigitCell.tsx';
import type { Person } from '#ui/people/Avatar.tsx';
import { shownValues } from '#domain/bet/pending-values.ts';
import { outcomeOf } from './item-display.ts';

type Snapshot = SnapshotFrom<BetActor>;
type Values = Readonly<Record<number, number>>;

/** The caller's bet on one item, for views. */
export type MyBet = {
  readonly actor: BetActor | undefined;
  /** Values by itemOption id: saved or pending. */
  readonly values: Values;
  /** Shown in `data-bet`, which tests read. */
  readonly phase: BetPhase;
  /** Whether picks are accepted now. */
  readonly open: boolean;
  /** Why the last save was refused. A bet that waits for a connection is only marked in its cell. */
  readonly refusal: Failure | null;
  readonly stateOf: (option: number) => DigitState;
  /** Sets a pick; null removes it. */
  readonly setPick: (option: number, value: number | null) => void;
};

/** A vote or balance with the caller's bet on it. */
export type PickProps = {
  readonly item: Item;
  readonly bet: MyBet;
  /** Who chose an option, where that is shown. */
  readonly votersOf?: (option: number) => readonly Person[];
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
  const { result = null, details } = item.options[option] ?? {};
  if (digit === undefined || result === null || (item.type === 'bets' && details?.no_points)) return 'locked';
  if (item.type !== 'bets') return outcomeOf(item) ?? 'locked';
  if (digit === result) return 'exact';
  return Math.abs(digit - result) === 1 && item.rules['pts_close'] !== 0 ? 'hit' : 'missed';
}

/** The caller's bet on an item. Until the registry has its actor, the server's values are shown read-only. */
export function useBet(item: Item): MyBet {
  const actor = useSelector(useBetRegistry(), ({ context }) => context.bets[item.id]);
  const phase = useSelector(actor, (snapshot): BetPhase => (snapshot ? phaseOf(snapshot) : 'closed'));
  const open = useSelector(actor, (snapshot) => snapshot?.hasTag('open') ?? false);
  const failure = useSelector(actor, (snapshot) => snapshot?.context.failure ?? null);
  const pending = useSelector(actor, (snapshot) => snapshot?.context.pendingValues ?? {}, shallowEqual);
  const current = useSelector(actor, (snapshot) => snapshot?.context.item ?? item);
  const values = shownValues(current, pending);
  return {
    actor,
    values,
    phase,
    open,
    refusal: phase === 'refused' ? failure : null,
    stateOf: (option) => {
      if (option in pending) return unsavedStates[phase];
      if (!open) return closedStateOf(item, option, values[option]);
      return values[option] === undefined ? 'empty' : 'saved';
    },
    setPick: (option, value) => actor?.send({ type: 'pick.set', option, value }),
  };
}

/** The value of one option as a bet shows it, or null. */
export const pickedValue = ({ context: { item, pendingValues } }: Snapshot, option: number): number | null =>
  shownValues(item, pendingValues)[option] ?? null;

const noItems: readonly Item[] = [];

/**
 * Reports to the bet registry which items a view shows, as the server last sent them, and none once it unmounts.
 * Call it once, in the nearest list, with a referentially stable `items`: each new array is reported, and all again when
 * the server's clock is measured better.
 */
export function useTrackItems(items: readonly Item[] = noItems): void {
  const view = useId();
  const app = useApp();
  const bets = useBetRegistry();
  const offset = useSelector(app, ({ context }) => context.clockOffset ?? 0);
  useEffect(() => {
    bets.send({ type: 'items.visible', view, items, serverNow: Date.now() + offset });
  }, [bets, view, items, offset]);
  useEffect(() => () => bets.send({ type: 'items.visible', view, items: [], serverNow: 0 }), [bets, view]);
}
