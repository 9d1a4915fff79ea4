import { describe, expect, test } from 'vitest';
import { bet } from '#machines/bet.ts';
import type { Item } from '#contract/models.ts';
import { shownValues, type PendingValues } from '#domain/bet/pending-values.ts';
import { buildItem } from '#tests/support/builders.ts';
import { done, error, refStub } from '#tests/support/statecharts/test-machine.ts';
import { asMove } from '#tests/support/statecharts/moves.ts';
import { holdPorts, Replay, type Step } from '#tests/support/statecharts/replay.ts';

const score = (home: number | null, away: number | null) => buildItem(5, 'home/away', { 11: home, 12: away });
const vote = (one: number | null, two: number | null) => buildItem(6, 'vote', { 21: one, 22: two });
const digits = (one: number | null, two: number | null) => buildItem(7, 'bets', { 31: one, 32: two });

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
    taps: (option: number, value: number | null) => perform({ type: 'pick.set', option, value }),
    syncs: (fresh: Item) => perform({ type: 'item.synced', item: fresh, serverNow: 0 }),
    saved: () => perform(done('saveBets', { bets: [], version: 1 })),
    lost: () => perform(error('saveBets', { kind: 'offline' })),
    refused: (failure: { kind: string; current?: unknown }) => perform(error('saveBets', failure)),
    retries: () => perform({ type: 'connection.restored' }),
    /** The answer to the refetch after a save. */
    hears: (fresh: Item) => perform(done('fetchItem', fresh)),
    asksInVain: () => perform(error('fetchItem', { kind: 'offline' })),
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
    get sent() {
      const call = last.calls.saveBets as
        | { set: { itemOption: number; value: number }[]; clear: number[] }
        | undefined;
      return call && [...call.set.map((one) => [one.itemOption, one.value]), ...call.clear];
    },
    get asked() {
      return last.calls.fetchItem;
    },
    /** The `waiting` of each report to the registry. */
    get waits() {
      return last.sends
        .filter(({ type }) => type === 'pick.waiting')
        .map((news) => (news as { waiting?: unknown }).waiting);
    },
    get kept() {
      return last.sends
        .filter(({ type }) => type === 'draft.changed')
        .map((news) => (news as { pendingValues?: unknown }).pendingValues);
    },
  };
  return sequence;
}

describe('the newest pick', () => {
  test('is sent by the next save, without the ones before it', () => {
    const it = replaySequence(score(null, null)).taps(11, 2).taps(12, 1).taps(11, 3).taps(11, 4);
    expect(it.sent).toBeUndefined();
    expect(it.saved().sent).toEqual([
      [11, 4],
      [12, 1],
    ]);
    expect(it.saved().state).toBe('idle');
    expect(it.shown).toEqual({ 11: 4, 12: 1 });
  });
  test('may be the saved one again, whatever was synced meanwhile', () => {
    for (const heard of [null, score(2, 1), score(3, 1)]) {
      const it = replaySequence(score(2, 1)).taps(11, 3).taps(11, 2);
      if (heard) it.syncs(heard);
      expect(it.saved().sent).toEqual([
        [11, 2],
        [12, 1],
      ]);
    }
  });
  test('may clear the vote that is being saved', () => {
    for (const heard of [null, vote(null, null), vote(1, null)]) {
      const it = replaySequence(vote(null, null)).taps(21, 1).taps(21, null);
      if (heard) it.syncs(heard);
      expect(it.saved().sent).toEqual([[21, 0]]);
    }
  });
  test('is sent again after a save whose result is unknown', () => {
    const it = replaySequence(score(2, 1)).taps(11, 3).lost().taps(11, 2);
    expect(it.sent).toEqual([
      [11, 2],
      [12, 1],
    ]);
    expect(replaySequence(score(2, 1)).taps(11, 3).taps(11, 2).lost().retries().sent).toEqual([
      [11, 2],
      [12, 1],
    ]);
    expect(replaySequence(vote(null, null)).taps(21, 1).lost().taps(21, null).sent).toEqual([[21, 0]]);
    expect(replaySequence(digits(4, null)).taps(31, 5).taps(31, 4).lost().retries().sent).toEqual([[31, 4]]);
  });
  test('is confirmed by a save, whatever is synced meanwhile: that may be older than the unanswered save', () => {
    // 2:1 was saved, 3:1 was saved without a response, then 2:1 is picked: an old sync equals it, the server does not.
    const it = replaySequence(score(2, 1)).taps(11, 3).lost().taps(11, 2).lost().syncs(score(2, 1));
    expect([it.state, it.sent]).toEqual([
      'saving',
      [
        [11, 2],
        [12, 1],
      ],
    ]);
  });
  test('is not sent once a closed item is synced with it', () => {
    const under = { started: true, readonly: true };
    const it = replaySequence(score(2, 1))
      .taps(11, 3)
      .lost()
      .syncs({ ...score(3, 1), ...under });
    expect([it.state, it.sent, it.kept, it.failure]).toEqual(['closed', undefined, [{}], null]);
  });
});

describe('an item that was read before a save and synced after it', () => {
  const savedHere = () => replaySequence(score(2, 1)).taps(11, 3).saved();

  test('never shows the older pick, and is fetched again', () => {
    const it = savedHere().syncs({ ...score(2, 1), bettors: 5 });
    expect([it.state, it.shown, it.asked]).toEqual(['refetching', { 11: 3, 12: 1 }, { id: 5 }]);
    expect([it.hears(score(3, 1)).state, it.shown]).toEqual(['idle', { 11: 3, 12: 1 }]);
  });
  test('is told from a pick of another device, which is shown once the item was fetched again', () => {
    const it = savedHere().syncs(score(5, 5));
    expect(it.shown).toEqual({ 11: 3, 12: 1 });
    expect([it.hears(score(5, 5)).state, it.shown]).toEqual(['idle', { 11: 5, 12: 5 }]);
  });
  test('changes nothing when it cannot be fetched, and the next sync fetches again', () => {
    const it = savedHere().syncs(score(2, 1)).asksInVain();
    expect([it.state, it.shown]).toEqual(['idle', { 11: 3, 12: 1 }]);
    expect(it.syncs(score(3, 1)).state).toBe('idle');
    expect(it.syncs(score(2, 1)).state).toBe('refetching');
  });
  test('is fetched again after the next save', () => {
    const it = savedHere().taps(12, 4).syncs(score(2, 1));
    expect([it.state, it.shown]).toEqual(['saving', { 11: 3, 12: 4 }]);
    expect([it.saved().state, it.shown]).toEqual(['refetching', { 11: 3, 12: 4 }]);
    // A pick cancels the fetch, whose answer may be older.
    expect([it.taps(11, 0).sent, it.saved().state]).toEqual([
      [
        [11, 0],
        [12, 4],
      ],
      'refetching',
    ]);
    expect([it.hears(score(0, 4)).state, it.shown]).toEqual(['idle', { 11: 0, 12: 4 }]);
  });
  test('does not restore a cleared pick', () => {
    const it = replaySequence(vote(1, null)).taps(21, null).saved().syncs(vote(1, null));
    expect([it.state, it.shown]).toEqual(['refetching', {}]);
    expect([it.hears(vote(null, null)).state, it.shown]).toEqual(['idle', {}]);
  });
  test('is accepted once the item is closed', () => {
    const it = savedHere().syncs({ ...score(4, 1), started: true, readonly: true });
    expect([it.state, it.asked, it.shown]).toEqual(['closed', undefined, { 11: 4, 12: 1 }]);
  });
});

test('a pick waits from its first failed save until it is saved, without a break for each try', () => {
  const it = replaySequence(score(null, null)).taps(11, 2).taps(12, 1).lost();
  expect([it.state, it.waits]).toEqual(['awaitingRetry', [true]]);
  expect([it.retries().state, it.waits]).toEqual(['saving', []]);
  expect([it.lost().state, it.waits]).toEqual(['awaitingRetry', [true]]);
  expect([it.retries().saved().kept, it.waits]).toEqual([[{}], []]);
});
test('a waiting pick of which one side is taken back no longer waits', () => {
  const it = replaySequence(score(null, null)).taps(11, 2).taps(12, 1).lost().taps(12, null);
  expect([it.state, it.waits]).toEqual(['drafting', [false]]);
});

describe('half a score', () => {
  test('is stored and never sent', () => {
    const it = replaySequence(score(null, null)).taps(11, 2);
    expect([it.state, it.sent, it.kept]).toEqual(['drafting', undefined, [{ 11: 2 }]]);
  });
  test('is replaced by a score from another device', () => {
    const it = replaySequence(score(null, null)).taps(11, 2).syncs(score(3, 0));
    expect([it.state, it.sent, it.kept, it.shown]).toEqual(['idle', undefined, [{}], { 11: 3, 12: 0 }]);
    const reloaded = replaySequence(score(3, 0), { 11: 2 });
    expect([reloaded.state, reloaded.sent, reloaded.kept, reloaded.shown]).toEqual([
      'idle',
      undefined,
      [{}],
      { 11: 3, 12: 0 },
    ]);
  });
  test('is never completed by another device', () => {
    const it = replaySequence(score(3, 0)).taps(11, 2).lost().syncs(score(5, 5));
    expect(it.sent).toEqual([
      [11, 2],
      [12, 0],
    ]);
  });
  test('is left of a saved score when its other side is cleared', () => {
    for (const heard of [null, score(2, 1), score(null, null)]) {
      const it = replaySequence(score(2, 1)).taps(12, null);
      expect(it.sent).toEqual([911, 912]);
      if (heard) it.syncs(heard);
      it.saved();
      expect([it.state, it.sent, it.shown]).toEqual(['drafting', undefined, { 11: 2 }]);
    }
    const waiting = replaySequence(score(2, 1)).taps(12, null).lost();
    expect([waiting.state, waiting.shown]).toEqual(['awaitingRetry', { 11: 2 }]);
    expect(waiting.retries().sent).toEqual([911, 912]);
  });
});

describe('a single vote', () => {
  test('is the only one while it waits, whatever another device saved', () => {
    const it = replaySequence(vote(null, null)).taps(21, 1).lost().syncs(vote(null, 1));
    expect([it.shown, it.sent]).toEqual([{ 21: 1 }, [[21, 1]]]);
    expect([it.saved().state, it.shown]).toEqual(['idle', { 21: 1 }]);
  });
});

test('a stored draft that the server has saved since is deleted', () => {
  expect(replaySequence(score(2, 1), { 11: 2, 12: 1 }).kept).toEqual([{}]);
});

test('an item closed with the sent values has no failure', () => {
  const started = { ...score(2, 1), started: true, readonly: true };
  const it = replaySequence(score(null, null))
    .taps(11, 2)
    .taps(12, 1)
    .refused({ kind: 'item_closed', current: started });
  expect([it.state, it.failure, it.kept, it.shown]).toEqual(['closed', null, [{}], { 11: 2, 12: 1 }]);
});

test('an outdated client keeps the pick until it is updated', () => {
  const it = replaySequence(score(null, null)).taps(11, 2).taps(12, 1).refused({ kind: 'update_required' });
  expect([it.state, it.kept]).toEqual(['awaitingRetry', []]);
});
