import { expect } from 'vitest';
import type { AnyEventObject, ContextFrom } from 'xstate';
import type { Failure } from '#contract/failures.ts';
import type { Item } from '#contract/models.ts';
import type { BetOutcome } from '#domain/bet/bet-outcomes.ts';
import type { BetChanges, PendingValues } from '#domain/bet/pending-values.ts';
import type { bet } from '#machines/bet.ts';
import { buildItem } from '#tests/support/builders.ts';
import {
  after,
  causeOf,
  done,
  error,
  childSends,
  refStub,
  oneCallAtATime,
  when,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof bet>;
type Digits = readonly [home: number | null, away: number | null];

const hour = 3_600_000;
const date = '2026-06-11T20:00:00.000Z';
const kickOff = Date.parse(date);
const serverNow = kickOff - hour;
const registry = refStub('registry');

const match = buildItem(5, 'home/away', { 11: null, 12: null }, { date });
const savedElsewhere = buildItem(5, 'home/away', { 11: 2, 12: 1 }, { date, bet_version: 3 });
/** The version of the picks after a save by this machine. */
const savedVersion = 4;
const startedState = { status: 'started', started: true, readonly: true } as const;
const startedMatch: Item = { ...match, ...startedState };
const settledMatch: Item = { ...startedMatch, status: 'ended', ended: true, pts: 0 };
const startedSavedMatch: Item = { ...savedElsewhere, ...startedState };
/** Another item for the other inputs: walks are continued only from the first input. */
const otherMatch = buildItem(7, 'home/away', { 11: null, 12: null }, { date });
const otherMatchSaved = buildItem(7, 'home/away', { 11: 2, 12: 1 }, { date });
const otherMatchStarted: Item = { ...otherMatchSaved, ...startedState };
const balance = buildItem(6, 'balance', { 11: null, 12: null });
const settledBalance: Item = { ...balance, ...startedState, status: 'ended', ended: true, pts: 0 };
const votedElsewhere = buildItem(6, 'balance', { 11: 70, 12: null });

const offline = { kind: 'offline' as const };
const itemClosed = { kind: 'item_closed' as const };
const validationFailure = { kind: 'validation' as const };

const savedScore = (item: Item): Digits => [item.options[11]?.value ?? null, item.options[12]?.value ?? null];
const shownScore = ({ item, pendingValues }: Before): Digits => {
  const [home, away] = savedScore(item);
  return [
    11 in pendingValues ? (pendingValues[11] ?? null) : home,
    12 in pendingValues ? (pendingValues[12] ?? null) : away,
  ];
};
const scoreText = ([home, away]: Digits) => `${home ?? '_'}:${away ?? '_'}`;
const isCompleteScore = ([home, away]: Digits) => home !== null && away !== null;
/**
 * The pending values of an item that shows `shown`: those that differ from the saved ones, and those whose save is
 * unconfirmed. A score is pending with both sides, half a score without the side that never had a value.
 */
const pendingValuesFor = (shown: Digits, item: Item, unconfirmed: readonly number[] = []): PendingValues => {
  const saved = savedScore(item);
  const sides = ([11, 12] as const).map((id, index) => ({
    id,
    value: shown[index] ?? null,
    was: saved[index] ?? null,
  }));
  const differing = sides.filter(({ id, value, was }) => value !== was || unconfirmed.includes(id));
  const asOne = item.type === 'home/away' && differing.length > 0;
  const pendingValues = asOne
    ? sides.filter((side) => side.value !== null || differing.includes(side))
    : differing;
  return Object.fromEntries(pendingValues.map(({ id, value }) => [id, value]));
};
const hasNoValues = (pendingValues: PendingValues) => Object.keys(pendingValues).length === 0;

const reportsDraft = ({ id }: Item, pendingValues: PendingValues) => ({
  type: 'draft.changed',
  item: id,
  pendingValues,
});
/** Reports the draft only when it has changed. */
const reportsDraftIfChanged = (before: Before, pendingValues: PendingValues) =>
  JSON.stringify(pendingValues) === JSON.stringify(before.pendingValues)
    ? []
    : [reportsDraft(before.item, pendingValues)];
const setsDeadline = (remaining: number | null) => ({ type: 'deadline.set', remaining });
const delayWait = (name: string, state: string, ms: number) => [
  { event: { type: `xstate.after.${name}.bet.${state}` }, ms },
];
/** The context once the registry has stored the pending values. */
const afterPersisting = (next: Before): Before => ({ ...next, persisted: next.pendingValues });
const startsSaving = ({ item, pendingValues }: Before, changes: BetChanges) => ({
  to: 'saving',
  calls: { saveBets: { ...changes, item: item.id, post: 2, version: item.bet_version ?? 0 } },
  context: { inFlight: changes, unconfirmed: Object.keys(pendingValues).map(Number), failure: null },
});

const reportsWaiting = (item: Item, waits: boolean) => ({
  type: 'pick.waiting',
  item: item.id,
  waiting: waits,
});
const reportsOutcome = (outcome: BetOutcome) => ({ type: 'bet.reported', outcome });
const reportsSaved = (item: Item) => reportsOutcome({ type: 'bet.saved', item });
const reportsRefused = (item: Item, failure: Failure) =>
  reportsOutcome({ type: 'bet.refused', item, failure });
type Transition = { readonly to: string; readonly sends: readonly AnyEventObject[] };

/** The next state of an open item by its shown and its saved values: the whole rule of saving. */
function nextStateWhileOpen(next: Before) {
  const { item, pendingValues, unconfirmed, needsRefetch } = next;
  const shown = shownScore(next);
  const saved = savedScore(item);
  const atRest = needsRefetch
    ? { to: 'refetching', calls: { fetchItem: { id: item.id } }, context: {} }
    : { to: 'drafting', calls: {}, context: {} };
  if (hasNoValues(pendingValues))
    return needsRefetch ? atRest : { to: 'idle', calls: {}, context: { failure: null } };
  const differing = [11, 12].flatMap((itemOption, index) =>
    itemOption in pendingValues && (shown[index] !== saved[index] || unconfirmed.includes(itemOption))
      ? [{ itemOption, value: shown[index] ?? 0 }]
      : [],
  );
  if (item.type === 'balance') return startsSaving(next, { set: differing, clear: [] });
  const [home, away] = shown;
  if (home !== null && away !== null)
    return startsSaving(next, {
      set: [
        { itemOption: 11, value: home },
        { itemOption: 12, value: away },
      ],
      clear: [],
    });
  // Half a score is no bet: both saved sides are cleared, and the half stays a draft.
  return isCompleteScore(saved) ? startsSaving(next, { set: [], clear: [911, 912] }) : atRest;
}

const isClosed = ({ item, deadlinePassed }: Before) => item.readonly || deadlinePassed;
const missesDeadline = (next: Before) => ({
  to: 'missedDeadline',
  calls: {},
  context: afterPersisting({ ...next, pendingValues: {}, unconfirmed: [], failure: itemClosed }),
  sends: [reportsDraft(next.item, {}), reportsRefused(next.item, itemClosed)],
});
/** The next state by the context: unsaved values of a closed item have missed the deadline. */
const nextStateOf = (next: Before) => {
  if (!isClosed(next)) {
    const outcome = nextStateWhileOpen(next);
    // Half a score is not sent until it is complete: it waits for no connection.
    const sends = outcome.to === 'drafting' ? [reportsWaiting(next.item, false)] : [];
    return { ...outcome, context: afterPersisting({ ...next, ...outcome.context }), sends };
  }
  if (!hasNoValues(next.pendingValues)) return missesDeadline(next);
  return { to: 'closed', calls: {}, context: afterPersisting({ ...next, failure: null }), sends: [] };
};
/** The next state by the context, with the events that were sent before it. */
const nextStateAfterSends = (next: Before, sends: readonly AnyEventObject[] = []) => {
  const outcome = nextStateOf(next);
  return { ...outcome, sends: [...sends, ...outcome.sends] };
};
/** The same state with this context: nothing is saved or closed. */
const staysInState = (next: Before, sends: readonly AnyEventObject[] = []) => ({
  to: 'same',
  calls: {},
  context: afterPersisting(next),
  sends,
});

const afterPick = (before: Before, side: 'home' | 'away', value: number | null) => {
  const [home, away] = shownScore(before);
  const pendingValues = pendingValuesFor(
    side === 'home' ? [value, away] : [home, value],
    before.item,
    before.unconfirmed,
  );
  return {
    next: { ...before, pendingValues, failure: null },
    sends: reportsDraftIfChanged(before, pendingValues),
  };
};
/** A pick is shown and stored at once, and sent by the rule of saving. */
const savesPick = (side: 'home' | 'away', value: number | null) => (before: Before) => {
  const { next, sends } = afterPick(before, side, value);
  return nextStateAfterSends(next, sends);
};
/** A pick is shown and stored at once, and sent after the slider's debounce. */
const debouncesPick = (value: number | null) => (before: Before) => {
  const { next, sends } = afterPick(before, 'home', value);
  return {
    ...staysInState(next, sends),
    to: 'debouncing',
    waits: delayWait('sliderDebounce', 'debouncing', 400),
  };
};
/** A pick is shown and stored at once; the save in flight is not changed. */
const queuesPick = (side: 'home' | 'away', value: number | null) => (before: Before) => {
  const { next, sends } = afterPick(before, side, value);
  return staysInState(next, sends);
};

/** The item with the saved values, and their version, of `other`. */
const withSavedValuesOf = ({ id, type, options: _, ...rest }: Item, other: Item) => {
  const [home, away] = savedScore(other);
  return buildItem(id, type, { 11: home, 12: away }, { ...rest, bet_version: other.bet_version });
};

/**
 * The context after a sync, and what it sends. Values that the item has saved are no longer pending. Values that differ
 * from what was saved here may be older than that save: they are ignored and fetched again, unless the item is closed.
 */
const afterSync = (synced: Item, remaining: number | null, before: Before) => {
  const isOutdated =
    before.savedHere &&
    !synced.readonly &&
    scoreText(savedScore(synced)) !== scoreText(savedScore(before.item));
  const item = isOutdated ? withSavedValuesOf(synced, before.item) : synced;
  const unconfirmed = synced.readonly && !before.inFlight ? [] : before.unconfirmed;
  // Half a score is replaced by a whole one that was saved elsewhere.
  const isReplaced =
    !(11 in before.pendingValues && 12 in before.pendingValues) && isCompleteScore(savedScore(item));
  const isScore = item.type === 'home/away';
  const isDropped = hasNoValues(before.pendingValues) || (isScore && isReplaced);
  const pendingValues = isDropped ? {} : pendingValuesFor(shownScore({ ...before, item }), item, unconfirmed);
  const deadlinePassed = remaining !== null && remaining <= 0;
  const needsRefetch = isOutdated || (before.needsRefetch && !synced.readonly);
  const next = { ...before, item, remaining, deadlinePassed, pendingValues, unconfirmed, needsRefetch };
  return {
    next,
    sends: [...reportsDraftIfChanged({ ...before, item }, pendingValues), setsDeadline(remaining)],
  };
};
/** A sync that leads to the next state: the failure of a missed deadline is removed once the item is open again. */
const appliesSync = (item: Item, remaining: number | null) => (before: Before) => {
  const { next, sends } = afterSync(item, remaining, before);
  return nextStateAfterSends(next, sends);
};
/** A sync that closes the item after a refusal, whose failure stays shown. */
const closesRefusedBySync = (item: Item, remaining: number | null) => (before: Before) => ({
  ...appliesSyncInPlace(item, remaining)(before),
  to: 'missedDeadline',
});
/** While saving, debouncing or refused, a sync only updates the context. */
const appliesSyncInPlace = (item: Item, remaining: number | null) => (before: Before) => {
  const { next, sends } = afterSync(item, remaining, before);
  return staysInState(next, sends);
};
/** The result is reported once, before everything else that the transition sends. */
const reportsSettledThen =
  <Outcome extends Transition>(item: Item, transition: (before: Before) => Outcome) =>
  (before: Before) => {
    const outcome = transition(before);
    return before.item.ended
      ? outcome
      : { ...outcome, sends: [reportsOutcome({ type: 'bet.settled', item }), ...outcome.sends] };
  };
/** The item that was fetched after the last save: its saved values are accepted. */
const appliesRefetch = (item: Item) => (before: Before) => {
  const isReplaced =
    !(11 in before.pendingValues && 12 in before.pendingValues) && isCompleteScore(savedScore(item));
  const pendingValues =
    hasNoValues(before.pendingValues) || isReplaced
      ? {}
      : pendingValuesFor(shownScore({ ...before, item }), item);
  const next = { ...before, item, pendingValues, needsRefetch: false, unconfirmed: [] };
  return nextStateAfterSends(next, reportsDraftIfChanged(before, pendingValues));
};
/** The refetch failed: the values saved here stay until the next sync. */
const keepsSavedValues = (before: Before) => nextStateOf({ ...before, needsRefetch: false });
const passesDeadline = (before: Before) => nextStateOf({ ...before, deadlinePassed: true });

/**
 * The sent values are saved; the shown values stay, and those that were changed meanwhile are saved next. An answer
 * without the version of the saved values leads to a fetch of the item.
 */
const confirmsSave = (version: number | undefined) => (before: Before) => {
  const { set, clear } = before.inFlight ?? { set: [], clear: [] };
  const savedNow = (id: number) => {
    const value = set.find(({ itemOption }) => itemOption === id)?.value ?? before.item.options[id]?.value;
    const gone = clear.includes(900 + id) || (before.item.type === 'balance' && value === 0);
    return gone ? null : (value ?? null);
  };
  const { id, type, options: _, ...rest } = before.item;
  const item = buildItem(id, type, { 11: savedNow(11), 12: savedNow(12) }, { ...rest, bet_version: version });
  const pendingValues = pendingValuesFor(shownScore(before), item);
  const needsRefetch = before.needsRefetch || version === undefined;
  const afterAnswer = { inFlight: null, unconfirmed: [], savedHere: true, needsRefetch };
  const next = { ...before, item, pendingValues, ...afterAnswer };
  const { to } = nextStateOf(next);
  // A save is not reported when another one follows, or when its remaining values missed the deadline.
  const reports = to === 'saving' || to === 'missedDeadline' ? [] : [reportsSaved(item)];
  return nextStateAfterSends(next, [...reportsDraftIfChanged(before, pendingValues), ...reports]);
};
/** The server answered that the item is closed: pending values that differ from its own have missed the deadline. */
const closesOnRefusal = (before: Before, item: Item) => {
  const shown = shownScore({ ...before, item });
  const pendingValues = hasNoValues(before.pendingValues) ? {} : pendingValuesFor(shown, item);
  const next = { ...before, item, pendingValues, inFlight: null, unconfirmed: [], deadlinePassed: true };
  return nextStateAfterSends(next, reportsDraftIfChanged({ ...before, item }, pendingValues));
};
/** The picks were changed elsewhere: those still pending are saved over the current ones, with their version. */
const rebasesOnConflict = (item: Item) => (before: Before) => {
  const isReplaced =
    !(11 in before.pendingValues && 12 in before.pendingValues) && isCompleteScore(savedScore(item));
  const pendingValues =
    hasNoValues(before.pendingValues) || isReplaced
      ? {}
      : pendingValuesFor(shownScore({ ...before, item }), item);
  const afterConflict = { inFlight: null, unconfirmed: [], savedHere: true, needsRefetch: false };
  return nextStateAfterSends(
    { ...before, item, pendingValues, ...afterConflict },
    reportsDraftIfChanged(before, pendingValues),
  );
};
const savesPending = (before: Before) => nextStateOf(before);
/** Another tab has stored newer picks, or has saved all of them: the save in flight here is ignored. */
const adoptsStoredDraft = (stored: PendingValues) => (before: Before) => {
  const isSaved = hasNoValues(stored);
  const unconfirmed = isSaved ? [] : before.unconfirmed;
  const pendingValues = isSaved
    ? {}
    : pendingValuesFor([stored[11] ?? null, stored[12] ?? null], before.item, unconfirmed);
  const needsRefetch = isSaved || before.needsRefetch;
  const next = { ...before, pendingValues, unconfirmed, needsRefetch, inFlight: null };
  // The draft is not reported: the device has stored it already.
  return nextStateAfterSends(next);
};
/** A failed save waits for a retry while the item is open. */
const awaitsRetry = (failure: Failure) => (before: Before) => {
  // What was sent stays unconfirmed: the save may have succeeded.
  const next = { ...before, failure, inFlight: null };
  if (isClosed(before)) return nextStateAfterSends(next, [reportsWaiting(before.item, true)]);
  return {
    ...staysInState(next, [reportsWaiting(before.item, true)]),
    to: 'awaitingRetry',
    waits: delayWait('retryDelay', 'awaitingRetry', 15_000),
  };
};
const pickedInOtherTab = { 11: 2, 12: 1 };
/** The context at the start. */
const initialContext = (item: Item, overrides: Partial<Before> = {}): Before => ({
  registry,
  item,
  remaining: hour,
  deadlinePassed: false,
  pendingValues: {},
  persisted: {},
  inFlight: null,
  unconfirmed: [],
  savedHere: false,
  needsRefetch: false,
  failure: null,
  ...overrides,
});

type Snapshot = {
  context: Before;
  matches: (state: 'refetching' | 'debouncing' | 'awaitingRetry') => boolean;
};
const isMatch = ({ context }: Snapshot) => context.item.id === match.id;
const isBalance = ({ context }: Snapshot) => context.item.id === balance.id;
const isOpenMatch = (snapshot: Snapshot) => isMatch(snapshot) && !isClosed(snapshot.context);
/** Most moves are walked only here: after the first save only syncs, and moves during a refetch, can differ. */
const isBeforeFirstSave = (snapshot: Snapshot) =>
  !snapshot.context.savedHere || snapshot.matches('refetching');
const lacksSide = (side: 0 | 1) => (snapshot: Snapshot) =>
  isOpenMatch(snapshot) && shownScore(snapshot.context)[side] === null;
const hasHomeScore = (snapshot: Snapshot) => isOpenMatch(snapshot) && !lacksSide(0)(snapshot);
const isEmptyScore = ([home, away]: Digits) => home === null && away === null;
const isClearing = ({ context }: Snapshot) => (context.inFlight?.clear.length ?? 0) > 0;
/** Closing is walked during one kind of save, that of a new score: the others close alike. */
const mayClose = (snapshot: Snapshot) =>
  isBeforeFirstSave(snapshot) &&
  isNotAwayAlone(snapshot) &&
  (snapshot.context.inFlight === null ||
    (hasOpenScore(snapshot) && isEmptyScore(savedScore(snapshot.context.item))));
const mayMoveSlider = (snapshot: Snapshot) =>
  isBeforeFirstSave(snapshot) && isBalance(snapshot) && snapshot.context.inFlight === null;
/** An open match with a complete score: the one case in which some events are walked. */
const hasOpenScore = (snapshot: Snapshot) =>
  isOpenMatch(snapshot) && isCompleteScore(shownScore(snapshot.context));
/** Leaves out an away score without a home score, which only repeats transitions. */
const isNotAwayAlone = (snapshot: Snapshot) =>
  isMatch(snapshot) && scoreText(shownScore(snapshot.context)) !== '_:1';
/** A sync of the unchanged item is walked only where it can change something. */
const mayChangeOnSync = (snapshot: Snapshot) =>
  isMatch(snapshot) &&
  snapshot.context.inFlight === null &&
  (snapshot.context.unconfirmed.length > 0 ||
    (isNotAwayAlone(snapshot) &&
      (isClosed(snapshot.context) || isCompleteScore(savedScore(snapshot.context.item)))));

const hasUnsaved = (snapshot: Snapshot) =>
  isBeforeFirstSave(snapshot) &&
  isOpenMatch(snapshot) &&
  (!hasNoValues(snapshot.context.pendingValues) || snapshot.matches('refetching'));

/** Expectations of bet, for its test and for its screen's walk. */
export const betExpectations: MachineExpectations<typeof bet> = {
  inputs: {
    'a match': { registry, item: match, serverNow, pendingValues: {} },
    'a stored pick': { registry, item: otherMatch, serverNow, pendingValues: { 11: 2, 12: 1 } },
    'half a stored pick': { registry, item: otherMatch, serverNow, pendingValues: { 11: 2 } },
    'a stored pick, saved since': {
      registry,
      item: otherMatchSaved,
      serverNow,
      pendingValues: { 11: 2, 12: 1 },
    },
    'half a stored pick, after the deadline': {
      registry,
      item: otherMatch,
      serverNow: kickOff,
      pendingValues: { 11: 2 },
    },
    'a started match': { registry, item: otherMatchStarted, serverNow, pendingValues: {} },
    'a balance': { registry, item: balance, serverNow, pendingValues: {} },
  },
  fold: (context) =>
    [
      context.item.type,
      `${scoreText(shownScore(context))} over ${scoreText(savedScore(context.item))}`,
      ...(isClosed(context) ? ['closed'] : []),
      ...(context.savedHere ? ['saved here'] : []),
      ...(context.needsRefetch ? ['needsRefetch'] : []),
      ...(context.unconfirmed.length > 0 && !context.inFlight ? ['unconfirmed'] : []),
      ...(context.inFlight
        ? [`${context.inFlight.set.length} set, ${context.inFlight.clear.length} cleared`]
        : []),
    ].join(', '),
  events: {
    'home 2': when(
      (snapshot) => isBeforeFirstSave(snapshot) && lacksSide(0)(snapshot) && !isClearing(snapshot),
      {
        type: 'pick.set',
        option: 11,
        value: 2,
      },
    ),
    'home cleared': when((snapshot) => isBeforeFirstSave(snapshot) && hasHomeScore(snapshot), {
      type: 'pick.set',
      option: 11,
      value: null,
    }),
    'away 1': when(
      (snapshot) => isBeforeFirstSave(snapshot) && hasHomeScore(snapshot) && lacksSide(1)(snapshot),
      {
        type: 'pick.set',
        option: 12,
        value: 1,
      },
    ),
    '70 votes': when((snapshot) => mayMoveSlider(snapshot), {
      type: 'pick.set',
      option: 11,
      value: 70,
    }),
    'no votes': when(
      (snapshot) =>
        isBeforeFirstSave(snapshot) && isBalance(snapshot) && isEmptyScore(savedScore(snapshot.context.item)),
      {
        type: 'pick.set',
        option: 11,
        value: 0,
      },
    ),
    'another item’s option': when((snapshot) => isBeforeFirstSave(snapshot) && !isClosed(snapshot.context), {
      type: 'pick.set',
      option: 99,
      value: 1,
    }),
    'synced, unchanged': when(mayChangeOnSync, { type: 'item.synced', item: match, serverNow }),
    'saved elsewhere': when(isNotAwayAlone, {
      type: 'item.synced',
      item: savedElsewhere,
      serverNow,
    }),
    'synced, started': when(mayClose, { type: 'item.synced', item: startedMatch, serverNow }),
    'synced, settled': when(
      (snapshot) => mayClose(snapshot) || (isMatch(snapshot) && snapshot.matches('closed')),
      {
        type: 'item.synced',
        item: settledMatch,
        serverNow,
      },
    ),
    'saved, and started': when(
      (snapshot) =>
        isMatch(snapshot) && (snapshot.matches('awaitingRetry') || snapshot.matches('refetching')),
      {
        type: 'item.synced',
        item: startedSavedMatch,
        serverNow,
      },
    ),
    'synced, date passed': when(mayClose, { type: 'item.synced', item: match, serverNow: kickOff }),
    'balance synced': when(isBalance, { type: 'item.synced', item: balance, serverNow }),
    'balance settled': when((snapshot) => snapshot.matches('debouncing'), {
      type: 'item.synced',
      item: settledBalance,
      serverNow,
    }),
    'voted elsewhere': when((snapshot) => snapshot.matches('debouncing'), {
      type: 'item.synced',
      item: votedElsewhere,
      serverNow,
    }),
    'deadline reached': when(
      (snapshot) => mayClose(snapshot) || mayMoveSlider(snapshot),
      childSends('deadline', { type: 'deadline.reached' }),
    ),
    'deadline fails': when(({ context }) => context.item.readonly, error('deadline', new Error('broken'))),
    saved: done('saveBets', {
      bets: [
        { id: 911, itemOption: 11, value: 2 },
        { id: 912, itemOption: 12, value: 1 },
      ],
      version: savedVersion,
    }),
    'cleared, without a version': when(isClearing, done('saveBets', { bets: [], version: undefined })),
    'conflict, with the item': when(
      isNotAwayAlone,
      error('saveBets', { kind: 'conflict', current: savedElsewhere }),
    ),
    'no response': error('saveBets', offline),
    'idempotency conflict': when(hasOpenScore, error('saveBets', { kind: 'conflict' })),
    'signed out': when(hasOpenScore, error('saveBets', { kind: 'unauthenticated' })),
    'closed, with the item': when(
      isNotAwayAlone,
      error('saveBets', { kind: 'item_closed', current: startedSavedMatch }),
    ),
    'closed, with the result': when(
      isNotAwayAlone,
      error('saveBets', { kind: 'item_closed', current: settledMatch }),
    ),
    closed: error('saveBets', { kind: 'item_closed' }),
    'picks refused': error('saveBets', validationFailure),
    'picked in another tab': when(
      (snapshot) => hasUnsaved(snapshot) && scoreText(shownScore(snapshot.context)) !== '2:1',
      {
        type: 'draft.stored',
        pendingValues: pickedInOtherTab,
      },
    ),
    'saved by another tab': when(hasUnsaved, { type: 'draft.stored', pendingValues: {} }),
    'votes in another tab': when((snapshot) => snapshot.matches('debouncing'), {
      type: 'draft.stored',
      pendingValues: { 11: 70 },
    }),
    'connection back': when(hasOpenScore, { type: 'connection.restored' }),
    'retry is due': after('retryDelay', 15_000),
    'refetched: unchanged': when(isMatch, done('fetchItem', match)),
    'refetched: saved elsewhere': when(isMatch, done('fetchItem', savedElsewhere)),
    'refetched: no votes': when(isBalance, done('fetchItem', balance)),
    'refetched: settled': when(isMatch, done('fetchItem', settledMatch)),
    'refetch fails': error('fetchItem', offline),
    'debounce ends': after('sliderDebounce', 400),
  },
  becomes: {
    'start: a match': {
      to: 'idle',
      context: initialContext(match),
      calls: { deadline: { parent: expect.anything() as unknown, remaining: hour } },
    },
    'start: a stored pick': {
      to: 'saving',
      context: initialContext(otherMatch, {
        pendingValues: { 11: 2, 12: 1 },
        persisted: { 11: 2, 12: 1 },
        inFlight: {
          set: [
            { itemOption: 11, value: 2 },
            { itemOption: 12, value: 1 },
          ],
          clear: [],
        },
        unconfirmed: [11, 12],
      }),
      calls: {
        deadline: { parent: expect.anything() as unknown, remaining: hour },
        saveBets: {
          set: [
            { itemOption: 11, value: 2 },
            { itemOption: 12, value: 1 },
          ],
          clear: [],
          item: 7,
          post: 2,
          version: 0,
        },
      },
    },
    'start: half a stored pick': {
      to: 'drafting',
      context: initialContext(otherMatch, { pendingValues: { 11: 2 }, persisted: { 11: 2 } }),
      sends: [reportsWaiting(otherMatch, false)],
    },
    'start: a stored pick, saved since': {
      to: 'idle',
      context: initialContext(otherMatchSaved),
      sends: [reportsDraft(otherMatch, {})],
    },
    'start: half a stored pick, after the deadline': {
      to: 'missedDeadline',
      context: initialContext(otherMatch, { failure: itemClosed, remaining: 0, deadlinePassed: true }),
      sends: [reportsDraft(otherMatch, {}), reportsRefused(otherMatch, itemClosed)],
    },
    'start: a started match': { to: 'closed', context: initialContext(otherMatchStarted) },
    'start: a balance': { to: 'idle', context: initialContext(balance, { remaining: null }) },

    'idle + home 2': savesPick('home', 2),
    'idle + home cleared': savesPick('home', null),
    'drafting + home 2': savesPick('home', 2),
    'drafting + home cleared': savesPick('home', null),
    'drafting + away 1': savesPick('away', 1),
    'awaitingRetry + home 2': savesPick('home', 2),
    'awaitingRetry + home cleared': savesPick('home', null),
    'refused + home 2': savesPick('home', 2),
    'refused + home cleared': savesPick('home', null),
    'saving + home 2': queuesPick('home', 2),
    'saving + home cleared': queuesPick('home', null),

    'idle + 70 votes': debouncesPick(70),
    'idle + no votes': debouncesPick(null),
    'debouncing + 70 votes': debouncesPick(70),
    'debouncing + no votes': debouncesPick(null),
    'awaitingRetry + 70 votes': debouncesPick(70),
    'awaitingRetry + no votes': debouncesPick(null),
    'refused + 70 votes': debouncesPick(70),
    'refused + no votes': debouncesPick(null),
    'saving + no votes': queuesPick('home', null),
    'debouncing + debounce ends': savesPending,
    'refetching + home 2': savesPick('home', 2),
    'refetching + home cleared': savesPick('home', null),
    'refetching + away 1': savesPick('away', 1),
    'refetching + 70 votes': debouncesPick(70),
    'refetching + no votes': debouncesPick(null),
    'refetching + saved, and started': appliesSync(startedSavedMatch, hour),
    'refetching + synced, unchanged': appliesSync(match, hour),
    'refetching + saved elsewhere': appliesSync(savedElsewhere, hour),
    'refetching + synced, started': appliesSync(startedMatch, hour),
    'refetching + synced, date passed': appliesSync(match, 0),
    'refetching + balance synced': appliesSync(balance, null),
    'refetching + deadline reached': passesDeadline,
    'refetching + refetched: unchanged': appliesRefetch(match),
    'refetching + refetched: saved elsewhere': appliesRefetch(savedElsewhere),
    'refetching + refetched: no votes': appliesRefetch(balance),
    'refetching + refetch fails': keepsSavedValues,

    'idle + synced, unchanged': appliesSync(match, hour),
    'idle + saved elsewhere': appliesSync(savedElsewhere, hour),
    'idle + synced, started': appliesSync(startedMatch, hour),
    'idle + synced, date passed': appliesSync(match, 0),
    'idle + balance synced': appliesSync(balance, null),
    'drafting + saved elsewhere': appliesSync(savedElsewhere, hour),
    'drafting + synced, started': appliesSync(startedMatch, hour),
    'drafting + synced, date passed': appliesSync(match, 0),
    'awaitingRetry + saved, and started': appliesSync(startedSavedMatch, hour),
    'drafting + synced, unchanged': appliesSync(match, hour),
    'awaitingRetry + synced, unchanged': appliesSync(match, hour),
    'awaitingRetry + saved elsewhere': appliesSync(savedElsewhere, hour),
    'awaitingRetry + synced, started': appliesSync(startedMatch, hour),
    'awaitingRetry + synced, date passed': appliesSync(match, 0),
    'awaitingRetry + balance synced': appliesSync(balance, null),
    'saving + saved elsewhere': appliesSyncInPlace(savedElsewhere, hour),
    'saving + synced, started': appliesSyncInPlace(startedMatch, hour),
    'saving + synced, date passed': appliesSyncInPlace(match, 0),
    'saving + balance synced': appliesSyncInPlace(balance, null),
    'debouncing + balance synced': appliesSyncInPlace(balance, null),
    'debouncing + voted elsewhere': appliesSyncInPlace(votedElsewhere, null),
    'debouncing + deadline reached': passesDeadline,
    'refused + synced, unchanged': appliesSyncInPlace(match, hour),
    'refused + saved elsewhere': appliesSyncInPlace(savedElsewhere, hour),
    'refused + balance synced': appliesSyncInPlace(balance, null),
    'refused + synced, started': closesRefusedBySync(startedMatch, hour),
    'refused + synced, date passed': closesRefusedBySync(match, 0),
    'missedDeadline + synced, unchanged': appliesSync(match, hour),
    'missedDeadline + saved elsewhere': appliesSync(savedElsewhere, hour),
    'missedDeadline + synced, started': appliesSyncInPlace(startedMatch, hour),
    'missedDeadline + synced, date passed': appliesSyncInPlace(match, 0),
    'missedDeadline + balance synced': appliesSync(balance, null),
    'closed + balance synced': appliesSync(balance, null),
    'closed + synced, unchanged': appliesSync(match, hour),
    'closed + saved elsewhere': appliesSync(savedElsewhere, hour),
    'closed + synced, started': appliesSyncInPlace(startedMatch, hour),
    'closed + synced, date passed': appliesSyncInPlace(match, 0),
    'idle + synced, settled': reportsSettledThen(settledMatch, appliesSync(settledMatch, hour)),
    'drafting + synced, settled': reportsSettledThen(settledMatch, appliesSync(settledMatch, hour)),
    'refetching + synced, settled': reportsSettledThen(settledMatch, appliesSync(settledMatch, hour)),
    'refetching + refetched: settled': reportsSettledThen(settledMatch, appliesRefetch(settledMatch)),
    'awaitingRetry + synced, settled': reportsSettledThen(settledMatch, appliesSync(settledMatch, hour)),
    'saving + synced, settled': reportsSettledThen(settledMatch, appliesSyncInPlace(settledMatch, hour)),
    'saving + closed, with the result': reportsSettledThen(settledMatch, (before) =>
      closesOnRefusal(before, settledMatch),
    ),
    'debouncing + balance settled': reportsSettledThen(
      settledBalance,
      appliesSyncInPlace(settledBalance, null),
    ),
    'refused + synced, settled': reportsSettledThen(settledMatch, closesRefusedBySync(settledMatch, hour)),
    'missedDeadline + synced, settled': reportsSettledThen(
      settledMatch,
      appliesSyncInPlace(settledMatch, hour),
    ),
    'closed + synced, settled': reportsSettledThen(settledMatch, appliesSyncInPlace(settledMatch, hour)),

    'idle + deadline reached': passesDeadline,
    'drafting + deadline reached': passesDeadline,
    'awaitingRetry + deadline reached': passesDeadline,
    'refused + deadline reached': {
      to: 'missedDeadline',
      context: { failure: validationFailure, deadlinePassed: true },
    },
    'saving + deadline reached': { to: 'same', calls: {}, context: { deadlinePassed: true } },

    'saving + saved': confirmsSave(savedVersion),
    'saving + cleared, without a version': confirmsSave(undefined),
    'saving + conflict, with the item': rebasesOnConflict(savedElsewhere),
    'saving + no response': awaitsRetry(offline),
    'saving + idempotency conflict': awaitsRetry({ kind: 'conflict' }),
    'saving + signed out': awaitsRetry({ kind: 'unauthenticated' }),
    'saving + picks refused': (before) => ({
      to: isClosed(before) ? 'missedDeadline' : 'refused',
      context: {
        pendingValues: {},
        persisted: {},
        unconfirmed: [],
        inFlight: null,
        failure: validationFailure,
      },
      sends: [reportsDraft(before.item, {}), reportsRefused(before.item, validationFailure)],
    }),
    'saving + closed': (before) => closesOnRefusal(before, before.item),
    // A save whose response was lost has succeeded: nothing was missed.
    'saving + closed, with the item': (before) => closesOnRefusal(before, startedSavedMatch),

    'drafting + picked in another tab': adoptsStoredDraft(pickedInOtherTab),
    'drafting + saved by another tab': adoptsStoredDraft({}),
    'refetching + picked in another tab': adoptsStoredDraft(pickedInOtherTab),
    'refetching + saved by another tab': adoptsStoredDraft({}),
    'saving + picked in another tab': adoptsStoredDraft(pickedInOtherTab),
    'saving + saved by another tab': adoptsStoredDraft({}),
    'awaitingRetry + picked in another tab': adoptsStoredDraft(pickedInOtherTab),
    'awaitingRetry + saved by another tab': adoptsStoredDraft({}),
    'debouncing + votes in another tab': adoptsStoredDraft({ 11: 70 }),

    'awaitingRetry + connection back': savesPending,
    'awaitingRetry + retry is due': savesPending,
  },
  claims: {
    '*': (snapshot) =>
      expect(snapshot.hasTag('open')).toBe(
        !snapshot.matches('closed') && !snapshot.matches('missedDeadline'),
      ),
    idle: ({ context }) => {
      expect(context.pendingValues).toEqual({});
      expect(context.failure).toBeNull();
    },
    drafting: (snapshot) => expect(snapshot.hasTag('draft')).toBe(true),
    saving: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true),
    awaitingRetry: (snapshot) => expect(snapshot.hasTag('waiting')).toBe(true),
    // The saved values are shown, with the failure.
    refused: (snapshot) => {
      expect(snapshot.hasTag('refused')).toBe(true);
      expect(snapshot.context.pendingValues).toEqual({});
    },
    missedDeadline: (snapshot) => {
      expect(snapshot.hasTag('refused')).toBe(true);
      expect(snapshot.context.pendingValues).toEqual({});
    },
    closed: ({ context }) => {
      expect(context.pendingValues).toEqual({});
      expect(context.failure).toBeNull();
    },
  },
  laws: {
    'at most one save is under way': oneCallAtATime('saveBets', /^(xstate\.after\.|draft\.stored$)/),
    'a pick is shown, and stored on the device, until the server has saved or refused it': () => {
      let storedDraft: PendingValues = {};
      return (step) => {
        const { before, after: current, sends } = step;
        const cause = causeOf(step) as { type: string; option: number; value: number | null };
        storedDraft = before ? storedDraft : current.context.pendingValues;
        if (cause.type === 'draft.stored') storedDraft = current.context.pendingValues;
        for (const event of sends)
          if (event.type === 'draft.changed') storedDraft = event.pendingValues as PendingValues;
        expect(storedDraft).toEqual(current.context.pendingValues);
        const isTap = cause.type === 'pick.set' && before?.hasTag('open') && cause.option !== 99;
        const keepsShown = /^(pick\.set|connection|xstate\.after|xstate\.done\.actor\.saveBets)/.test(
          cause.type,
        );
        const refused = [validationFailure.kind, itemClosed.kind].some(
          (kind) => kind === current.context.failure?.kind,
        );
        if (!before || refused || !(keepsShown || current.matches('awaitingRetry'))) return;
        const shown: Digits = shownScore(before.context as Before);
        const value = cause.value === 0 && before.context.item.type === 'balance' ? null : cause.value;
        expect(shownScore(current.context as Before)).toEqual(
          isTap ? (cause.option === 11 ? [value, shown[1]] : [shown[0], value]) : shown,
        );
      };
    },
    'no pick is sent once the item is closed, by the server’s answers or clock': () => {
      let closed = false;
      return (step) => {
        const { before, after: current, calls } = step;
        const { type, ...details } = causeOf(step) as { type: string; item?: Item; serverNow?: number };
        const item = before ? details.item : (current.context as Before).item;
        const clock = details.serverNow ?? (current.context.remaining === 0 ? kickOff : serverNow);
        if (item) closed = item.readonly || (item.date !== null && clock >= kickOff);
        if (type === 'deadline.reached') closed = true;
        // The server refused the save.
        if (type === 'xstate.error.actor.saveBets' && !current.hasTag('open')) closed = true;
        if (calls.saveBets) expect(closed).toBe(false);
      };
    },
    'a score is sent whole or not at all':
      () =>
      ({ after: current, calls }) => {
        if (!calls.saveBets || current.context.item.type !== 'home/away') return;
        const { set } = calls.saveBets as BetChanges;
        const shown = shownScore(current.context as Before);
        expect(set.map(({ value }) => value)).toEqual(isCompleteScore(shown) ? shown : []);
      },
    // A pick waits from the failure of its first save until it is saved, refused or taken back.
    'the registry knows whether a pick waits': () => {
      let waiting = false;
      return (step) => {
        const { after: current, sends } = step;
        const { type, pendingValues } = causeOf(step) as { type: string; pendingValues?: PendingValues };
        // The registry was told of this draft before the bet.
        if (type === 'draft.stored' && hasNoValues(pendingValues ?? {})) waiting = false;
        for (const event of sends) {
          if (event.type === 'pick.waiting') waiting = event.waiting as boolean;
          if (event.type === 'draft.changed' && hasNoValues(event.pendingValues as PendingValues))
            waiting = false;
        }
        if (current.matches('awaitingRetry')) expect(waiting).toBe(true);
        if (hasNoValues(current.context.pendingValues) || current.matches('drafting'))
          expect(waiting).toBe(false);
      };
    },
  },
  unpaired: 41,
  harmless: {
    'closed + item.synced [isReopened]: without notifyOutcomes': 'an item that is open again has no result',
    'missedDeadline + item.synced [isReopened]: without notifyOutcomes':
      'an item that is open again has no result',
  },
};
