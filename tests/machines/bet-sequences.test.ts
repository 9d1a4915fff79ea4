import { describe, expect, test } from 'vitest';
import { bet } from '#machines/bet.ts';
import type { Item } from '#contract/models.ts';
import { shownValues, type PendingValues } from '#domain/bet/pending-values.ts';
import { buildItem } from '#tests/support/builders.ts';
import { done, error, refStub } from '#tests/support/statecharts/test-machine.ts';
import { asMove } from '#tests/support/statecharts/moves.ts';
import { holdPorts, Replay, type Step } from '#tests/support/statecharts/replay.ts';

const scoreItem = (home: number | null, away: number | null) =>
  buildItem(5, 'home/away', { 11: home, 12: away });
const voteItem = (one: number | null, two: number | null) => buildItem(6, 'vote', { 21: one, 22: two });
const digitsItem = (one: number | null, two: number | null) => buildItem(7, 'bets', { 31: one, 32: two });

/** A bet actor under a sequence of picks and server answers, with the results of the last step. */
function replaySequence(item: Item, pendingValues: PendingValues = {}) {
  const actor = new Replay(holdPorts(bet), {
    registry: refStub('registry'),
    item,
    serverNow: 0,
    pendingValues,
  });
  let last = actor.start();
  const perform = (move: Parameters<typeof asMove>[0]) => {
    const step: Step | null = actor.perform(asMove(move));
    if (!step) throw new Error('cannot happen here');
    last = step;
    return sequence;
  };
  const sequence = {
    picks: (option: number, value: number | null) => perform({ type: 'pick.set', option, value }),
    syncs: (synced: Item) => perform({ type: 'item.synced', item: synced, serverNow: 0 }),
    saveSucceeds: () => perform(done('saveBets', { bets: [], version: 1 })),
    saveFails: () => perform(error('saveBets', { kind: 'offline' })),
    saveRefused: (failure: { kind: string; current?: unknown }) => perform(error('saveBets', failure)),
    retries: () => perform({ type: 'connection.restored' }),
    /** The answer to the refetch after a save. */
    refetched: (fetched: Item) => perform(done('fetchItem', fetched)),
    refetchFails: () => perform(error('fetchItem', { kind: 'offline' })),
    get state() {
      return last.after.value as unknown;
    },
    get shown() {
      const { context } = last.after as unknown as {
        context: { item: Item; pendingValues: PendingValues };
      };
      return shownValues(context.item, context.pendingValues);
    },
    get failure() {
      return (last.after.context as { failure: unknown }).failure;
    },
    get sentValues() {
      const call = last.calls.saveBets as
        | { set: { itemOption: number; value: number }[]; clear: number[] }
        | undefined;
      return call && [...call.set.map((one) => [one.itemOption, one.value]), ...call.clear];
    },
    get fetchInput() {
      return last.calls.fetchItem;
    },
    /** The `waiting` of each report to the registry. */
    get reportedWaiting() {
      return last.sends
        .filter(({ type }) => type === 'pick.waiting')
        .map((event) => (event as { waiting?: unknown }).waiting);
    },
    get reportedDrafts() {
      return last.sends
        .filter(({ type }) => type === 'draft.changed')
        .map((event) => (event as { pendingValues?: unknown }).pendingValues);
    },
  };
  return sequence;
}

describe('the newest pick', () => {
  test('is sent by the next save, without the ones before it', () => {
    const replay = replaySequence(scoreItem(null, null)).picks(11, 2).picks(12, 1).picks(11, 3).picks(11, 4);
    expect(replay.sentValues).toBeUndefined();
    expect(replay.saveSucceeds().sentValues).toEqual([
      [11, 4],
      [12, 1],
    ]);
    expect(replay.saveSucceeds().state).toBe('idle');
    expect(replay.shown).toEqual({ 11: 4, 12: 1 });
  });
  test('may be the saved one again, whatever was synced meanwhile', () => {
    for (const synced of [null, scoreItem(2, 1), scoreItem(3, 1)]) {
      const replay = replaySequence(scoreItem(2, 1)).picks(11, 3).picks(11, 2);
      if (synced) replay.syncs(synced);
      expect(replay.saveSucceeds().sentValues).toEqual([
        [11, 2],
        [12, 1],
      ]);
    }
  });
  test('may clear the vote that is being saved', () => {
    for (const synced of [null, voteItem(null, null), voteItem(1, null)]) {
      const replay = replaySequence(voteItem(null, null)).picks(21, 1).picks(21, null);
      if (synced) replay.syncs(synced);
      expect(replay.saveSucceeds().sentValues).toEqual([[21, 0]]);
    }
  });
  test('is sent again after a save whose result is unknown', () => {
    const replay = replaySequence(scoreItem(2, 1)).picks(11, 3).saveFails().picks(11, 2);
    expect(replay.sentValues).toEqual([
      [11, 2],
      [12, 1],
    ]);
    expect(
      replaySequence(scoreItem(2, 1)).picks(11, 3).picks(11, 2).saveFails().retries().sentValues,
    ).toEqual([
      [11, 2],
      [12, 1],
    ]);
    expect(replaySequence(voteItem(null, null)).picks(21, 1).saveFails().picks(21, null).sentValues).toEqual([
      [21, 0],
    ]);
    expect(
      replaySequence(digitsItem(4, null)).picks(31, 5).picks(31, 4).saveFails().retries().sentValues,
    ).toEqual([[31, 4]]);
  });
  test('is confirmed by a save, whatever is synced meanwhile: that may be older than the unanswered save', () => {
    // 2:1 was saved, 3:1 was saved without a response, then 2:1 is picked: an old sync equals it, the server does not.
    const replay = replaySequence(scoreItem(2, 1))
      .picks(11, 3)
      .saveFails()
      .picks(11, 2)
      .saveFails()
      .syncs(scoreItem(2, 1));
    expect([replay.state, replay.sentValues]).toEqual([
      'saving',
      [
        [11, 2],
        [12, 1],
      ],
    ]);
  });
  test('is not sent once a closed item is synced with it', () => {
    const startedState = { started: true, readonly: true };
    const replay = replaySequence(scoreItem(2, 1))
      .picks(11, 3)
      .saveFails()
      .syncs({ ...scoreItem(3, 1), ...startedState });
    expect([replay.state, replay.sentValues, replay.reportedDrafts, replay.failure]).toEqual([
      'closed',
      undefined,
      [{}],
      null,
    ]);
  });
});

describe('an item that was read before a save and synced after it', () => {
  const savedHere = () => replaySequence(scoreItem(2, 1)).picks(11, 3).saveSucceeds();

  test('never shows the older pick, and is fetched again', () => {
    const replay = savedHere().syncs({ ...scoreItem(2, 1), bettors: 5 });
    expect([replay.state, replay.shown, replay.fetchInput]).toEqual([
      'refetching',
      { 11: 3, 12: 1 },
      { id: 5 },
    ]);
    expect([replay.refetched(scoreItem(3, 1)).state, replay.shown]).toEqual(['idle', { 11: 3, 12: 1 }]);
  });
  test('is distinguished from a pick of another device, which is shown once the item was fetched again', () => {
    const replay = savedHere().syncs(scoreItem(5, 5));
    expect(replay.shown).toEqual({ 11: 3, 12: 1 });
    expect([replay.refetched(scoreItem(5, 5)).state, replay.shown]).toEqual(['idle', { 11: 5, 12: 5 }]);
  });
  test('changes nothing when the refetch fails, and the next sync fetches again', () => {
    const replay = savedHere().syncs(scoreItem(2, 1)).refetchFails();
    expect([replay.state, replay.shown]).toEqual(['idle', { 11: 3, 12: 1 }]);
    expect(replay.syncs(scoreItem(3, 1)).state).toBe('idle');
    expect(replay.syncs(scoreItem(2, 1)).state).toBe('refetching');
  });
  test('is fetched again after the next save', () => {
    const replay = savedHere().picks(12, 4).syncs(scoreItem(2, 1));
    expect([replay.state, replay.shown]).toEqual(['saving', { 11: 3, 12: 4 }]);
    expect([replay.saveSucceeds().state, replay.shown]).toEqual(['refetching', { 11: 3, 12: 4 }]);
    // A pick cancels the fetch, whose answer may be older.
    expect([replay.picks(11, 0).sentValues, replay.saveSucceeds().state]).toEqual([
      [
        [11, 0],
        [12, 4],
      ],
      'refetching',
    ]);
    expect([replay.refetched(scoreItem(0, 4)).state, replay.shown]).toEqual(['idle', { 11: 0, 12: 4 }]);
  });
  test('does not restore a cleared pick', () => {
    const replay = replaySequence(voteItem(1, null)).picks(21, null).saveSucceeds().syncs(voteItem(1, null));
    expect([replay.state, replay.shown]).toEqual(['refetching', {}]);
    expect([replay.refetched(voteItem(null, null)).state, replay.shown]).toEqual(['idle', {}]);
  });
  test('is accepted once the item is closed', () => {
    const replay = savedHere().syncs({ ...scoreItem(4, 1), started: true, readonly: true });
    expect([replay.state, replay.fetchInput, replay.shown]).toEqual(['closed', undefined, { 11: 4, 12: 1 }]);
  });
});

test('a pick waits from its first failed save until it is saved, without a break for each try', () => {
  const replay = replaySequence(scoreItem(null, null)).picks(11, 2).picks(12, 1).saveFails();
  expect([replay.state, replay.reportedWaiting]).toEqual(['awaitingRetry', [true]]);
  expect([replay.retries().state, replay.reportedWaiting]).toEqual(['saving', []]);
  expect([replay.saveFails().state, replay.reportedWaiting]).toEqual(['awaitingRetry', [true]]);
  expect([replay.retries().saveSucceeds().reportedDrafts, replay.reportedWaiting]).toEqual([[{}], []]);
});
test('a waiting pick of which one side is taken back no longer waits', () => {
  const replay = replaySequence(scoreItem(null, null)).picks(11, 2).picks(12, 1).saveFails().picks(12, null);
  expect([replay.state, replay.reportedWaiting]).toEqual(['drafting', [false]]);
});

describe('half a score', () => {
  test('is stored and never sent', () => {
    const replay = replaySequence(scoreItem(null, null)).picks(11, 2);
    expect([replay.state, replay.sentValues, replay.reportedDrafts]).toEqual([
      'drafting',
      undefined,
      [{ 11: 2 }],
    ]);
  });
  test('is replaced by a score from another device', () => {
    const replay = replaySequence(scoreItem(null, null)).picks(11, 2).syncs(scoreItem(3, 0));
    expect([replay.state, replay.sentValues, replay.reportedDrafts, replay.shown]).toEqual([
      'idle',
      undefined,
      [{}],
      { 11: 3, 12: 0 },
    ]);
    const reloaded = replaySequence(scoreItem(3, 0), { 11: 2 });
    expect([reloaded.state, reloaded.sentValues, reloaded.reportedDrafts, reloaded.shown]).toEqual([
      'idle',
      undefined,
      [{}],
      { 11: 3, 12: 0 },
    ]);
  });
  test('is never completed with the values of another device', () => {
    const replay = replaySequence(scoreItem(3, 0)).picks(11, 2).saveFails().syncs(scoreItem(5, 5));
    expect(replay.sentValues).toEqual([
      [11, 2],
      [12, 0],
    ]);
  });
  test('remains of a saved score when its other side is cleared', () => {
    for (const synced of [null, scoreItem(2, 1), scoreItem(null, null)]) {
      const replay = replaySequence(scoreItem(2, 1)).picks(12, null);
      expect(replay.sentValues).toEqual([911, 912]);
      if (synced) replay.syncs(synced);
      replay.saveSucceeds();
      expect([replay.state, replay.sentValues, replay.shown]).toEqual(['drafting', undefined, { 11: 2 }]);
    }
    const waiting = replaySequence(scoreItem(2, 1)).picks(12, null).saveFails();
    expect([waiting.state, waiting.shown]).toEqual(['awaitingRetry', { 11: 2 }]);
    expect(waiting.retries().sentValues).toEqual([911, 912]);
  });
});

describe('a single vote', () => {
  test('is the only one while it waits, whatever another device saved', () => {
    const replay = replaySequence(voteItem(null, null)).picks(21, 1).saveFails().syncs(voteItem(null, 1));
    expect([replay.shown, replay.sentValues]).toEqual([{ 21: 1 }, [[21, 1]]]);
    expect([replay.saveSucceeds().state, replay.shown]).toEqual(['idle', { 21: 1 }]);
  });
});

test('a stored draft that the server has saved since is deleted', () => {
  expect(replaySequence(scoreItem(2, 1), { 11: 2, 12: 1 }).reportedDrafts).toEqual([{}]);
});

test('an item closed with the sent values has no failure', () => {
  const started = { ...scoreItem(2, 1), started: true, readonly: true };
  const replay = replaySequence(scoreItem(null, null))
    .picks(11, 2)
    .picks(12, 1)
    .saveRefused({ kind: 'item_closed', current: started });
  expect([replay.state, replay.failure, replay.reportedDrafts, replay.shown]).toEqual([
    'closed',
    null,
    [{}],
    { 11: 2, 12: 1 },
  ]);
});

test('an outdated client keeps the pick until it is updated', () => {
  const replay = replaySequence(scoreItem(null, null))
    .picks(11, 2)
    .picks(12, 1)
    .saveRefused({ kind: 'update_required' });
  expect([replay.state, replay.reportedDrafts]).toEqual(['awaitingRetry', []]);
});
