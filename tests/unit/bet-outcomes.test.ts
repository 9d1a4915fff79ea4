import { expect, test } from 'vitest';
import { bet } from '#machines/bet.ts';
import type { Item } from '#contract/models.ts';
import type { BetOutcome } from '#domain/bet/bet-outcomes.ts';
import { picksInWords, resultInWords } from '#screens/item-card/bet-words.ts';
import { buildItem } from '#tests/support/builders.ts';
import { asMove } from '#tests/support/statecharts/moves.ts';
import { holdPorts, Replay } from '#tests/support/statecharts/replay.ts';
import { done, error, refStub } from '#tests/support/statecharts/test-machine.ts';

/** The outcomes that a bet's machine reports: saved, refused, settled. */

const score = (home: number | null, away: number | null) => buildItem(5, 'home/away', { 11: home, 12: away });
const vote = (one: number | null, two: number | null) => buildItem(6, 'vote', { 21: one, 22: two });
/** The item when it is over. */
const over = (item: Item, results: Readonly<Record<number, number>>, pts: number | null): Item => {
  const options = Object.entries(item.options).map(([id, option]) => [
    id,
    { ...option, result: results[option.id] ?? null },
  ]);
  const closed = { status: 'ended', started: true, ended: true, readonly: true } as const;
  return { ...item, ...closed, pts, options: Object.fromEntries(options) };
};

/** An outcome with its item in the words of the announcement. */
function inWords(outcome: BetOutcome) {
  const { item } = outcome;
  const picks = picksInWords(item);
  if (outcome.type === 'bet.saved') return { kind: 'saved', picks };
  if (outcome.type === 'bet.refused') return { kind: 'refused', failure: outcome.failure };
  return { kind: 'result', result: resultInWords(item), points: picks.length === 0 ? null : (item.pts ?? 0) };
}
/** The outcomes that each of these moves of a bet on the item reports. */
function toldBy(item: Item, ...moves: readonly Parameters<typeof asMove>[0][]) {
  const actor = new Replay(holdPorts(bet), {
    registry: refStub('registry'),
    item,
    serverNow: 0,
    pendingValues: {},
  });
  actor.start();
  return moves.map((move) => {
    const { sends = [] } = actor.perform(asMove(move)) ?? {};
    return sends.flatMap((sent) =>
      sent.type === 'bet.reported' ? [inWords(sent.outcome as BetOutcome)] : [],
    );
  });
}
const picks = (option: number, value: number) => ({ type: 'pick.set', option, value }) as const;
const saved = done('saveBets', { bets: [], version: 1 });
const syncs = (item: Item) => ({ type: 'item.synced', item, serverNow: 0 }) as const;

test('a save is reported with its picks once it is answered, unless another save follows at once', () => {
  expect(toldBy(score(null, null), picks(11, 2), picks(12, 1), saved)).toEqual([
    [],
    [],
    [{ kind: 'saved', picks: ['אפשרות 11 2', 'אפשרות 12 1'] }],
  ]);
  expect(toldBy(score(2, 1), picks(11, 3), picks(11, 4), saved, saved).slice(2)).toEqual([
    [],
    [{ kind: 'saved', picks: ['אפשרות 11 4', 'אפשרות 12 1'] }],
  ]);
  expect(toldBy(vote(null, null), picks(22, 1), saved)[1]).toEqual([{ kind: 'saved', picks: ['אפשרות 22'] }]);
});

test('a refusal is reported once; a sync after it and a lost connection are not', () => {
  const refused = { kind: 'refused', failure: { kind: 'item_closed' } };
  const refusedSave = [picks(22, 1), error('saveBets', { kind: 'item_closed' })] as const;
  expect(toldBy(vote(1, null), ...refusedSave, syncs(vote(1, null)))).toEqual([[], [refused], []]);
  expect(toldBy(vote(1, null), picks(22, 1), error('saveBets', { kind: 'offline' }))).toEqual([[], []]);
});

test('a result is reported with the member’s points, again when corrected, and not when unchanged', () => {
  const settled = over(score(2, 1), { 11: 2, 12: 0 }, 2);
  const corrected = over(score(2, 1), { 11: 2, 12: 1 }, 4);
  const resultReport = (result: string[], points: number | null) => [{ kind: 'result', result, points }];
  expect(toldBy(score(2, 1), syncs(settled), syncs(settled), syncs(corrected))).toEqual([
    resultReport(['אפשרות 11 2', 'אפשרות 12 0'], 2),
    [],
    resultReport(['אפשרות 11 2', 'אפשרות 12 1'], 4),
  ]);
  // Other goals may be worth as many points, and the same ones more by another rule.
  const [otherGoals, otherPoints] = [
    over(score(2, 1), { 11: 3, 12: 0 }, 2),
    over(score(2, 1), { 11: 3, 12: 0 }, 4),
  ];
  expect(toldBy(score(2, 1), syncs(settled), syncs(otherGoals), syncs(otherPoints)).slice(1)).toEqual([
    resultReport(['אפשרות 11 3', 'אפשרות 12 0'], 2),
    resultReport(['אפשרות 11 3', 'אפשרות 12 0'], 4),
  ]);
  expect(toldBy(score(null, null), syncs(over(score(null, null), { 11: 2, 12: 0 }, null)))).toEqual([
    resultReport(['אפשרות 11 2', 'אפשרות 12 0'], null),
  ]);
  expect(toldBy(vote(1, null), syncs(over(vote(1, null), { 21: 1, 22: 0 }, 3)))).toEqual([
    resultReport(['אפשרות 21'], 3),
  ]);
  // A vote without winners is a poll.
  expect(toldBy(vote(1, null), syncs(over(vote(1, null), {}, null)))).toEqual([resultReport([], 0)]);
});
