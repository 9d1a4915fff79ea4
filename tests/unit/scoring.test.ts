import { describe, expect, test } from 'vitest';
import {
  balanceWinners,
  numberRule,
  scoreBet,
  type ItemResult,
  type Rules,
  type ScoringInput,
} from '#contract/scoring.ts';
import { median, pointsOfMissed, type MissedRound } from '#tests/support/server/missed-rounds.ts';
import { ruleDefaults, type Layout } from '#contract/layouts.ts';

type Frame = { options?: number; noPoints?: number[]; rules?: Rules; totals?: Record<number, number> };

// Builds the input of the tables, which are written by hand. Option ids are 1, 2, 3… in the item's order.
function settlement(
  layout: Layout,
  result: ItemResult,
  { options = 2, noPoints = [], rules = {}, totals = {} }: Frame = {},
): ScoringInput {
  return {
    layout,
    rules: { ...ruleDefaults[layout], ...rules },
    options: Array.from({ length: options }, (_, at) => ({
      id: at + 1,
      noPoints: noPoints.includes(at + 1),
    })),
    result,
    totals,
  };
}
const points = (of: ScoringInput, values: Record<number, number>) => scoreBet(of, values)?.points ?? null;
const sparse = (values: (number | null)[]) =>
  Object.fromEntries(values.flatMap((value, at) => (value === null ? [] : [[at + 1, value]])));

describe('home/away', () => {
  // bet, result, points, which counter
  test.each([
    [[2, 1], [2, 1], 4, 'exact'],
    [[3, 2], [2, 1], 3, 'difference'],
    [[4, 0], [2, 1], 2, 'outcome'],
    [[2, 0], [2, 1], 2, 'outcome'],
    [[3, 1], [2, 1], 2, 'outcome'],
    [[1, 2], [2, 1], 0, 'missed'],
    [[1, 1], [2, 1], 0, 'missed'],
    [[1, 1], [1, 1], 4, 'exact'],
    [[0, 0], [3, 3], 2, 'outcome'],
    [[0, 1], [1, 1], 0, 'missed'],
    [[0, 3], [2, 5], 3, 'difference'],
    [[9, 0], [12, 0], 2, 'outcome'],
    [[9, 1], [10, 2], 3, 'difference'],
  ] as const)('the bet %j on the result %j gets %i points: %s', (bet, [home, away], expected, code) => {
    const found = scoreBet(settlement('home/away', { kind: 'score', home, away }), { 1: bet[0], 2: bet[1] });
    expect(found).toEqual({
      points: expected,
      exact: Number(code === 'exact'),
      difference: Number(code === 'difference'),
      outcome: Number(code === 'outcome'),
      code,
      underdog: 0,
    });
  });

  // All bets, the first one's points and its bonus. Few are at most a tenth, or one alone among others.
  const all = (...bets: (readonly [number, number] | readonly [number])[]) =>
    bets.map(([home, away]) => (away === undefined ? { 1: home } : { 1: home, 2: away }));
  const many = (count: number, bet: readonly [number, number]) => Array.from({ length: count }, () => bet);
  test.each([
    ['alone among others', all([1, 0], [0, 0], [0, 2]), 3, 5],
    ['alone without others', all([1, 0]), 3, 0],
    ['alone with half a bet beside', all([1, 0], [3]), 3, 0],
    ['two of three', all([1, 0], [2, 0], [0, 0]), 3, 0],
    ['two of twenty', all([1, 0], [5, 1], ...many(18, [0, 0])), 3, 5],
    ['two of nineteen', all([1, 0], [5, 1], ...many(17, [0, 0])), 3, 0],
    ['wrong, alone', all([0, 0], [0, 1], [0, 2]), 0, 0],
  ])('the bonus of an outcome that few have chosen: %s', (_, bets, worth, bonus) => {
    const of = settlement('home/away', { kind: 'score', home: 2, away: 1 }, { rules: { underdog: 5 } });
    const scored = (own: ScoringInput) => {
      const score = scoreBet({ ...own, bets }, bets[0] ?? {});
      return [score?.points, score?.underdog];
    };
    expect(scored(of)).toEqual([worth + bonus, bonus]);
    expect(scored({ ...of, rules: {} })).toEqual([worth, 0]);
  });

  test.each([
    ['a home win', 2, 1, [5, 0, 0]],
    ['a draw', 2, 2, [0, 5, 0]],
    ['an away win', 0, 3, [0, 0, 5]],
  ])('only the bettor alone with %s has the bonus', (_, home, away, bonuses) => {
    const of = settlement('home/away', { kind: 'score', home, away }, { rules: { underdog: 5 } });
    const bets = all([1, 0], [1, 1], [0, 1]);
    expect(bets.map((bet) => scoreBet({ ...of, bets }, bet)?.underdog)).toEqual(bonuses);
  });

  test('a bonus of one point is added', () => {
    const of = settlement('home/away', { kind: 'score', home: 2, away: 1 }, { rules: { underdog: 1 } });
    const bets = all([1, 0], [1, 1], [0, 1]);
    expect(scoreBet({ ...of, bets }, { 1: 1, 2: 0 })).toMatchObject({ points: 4, underdog: 1 });
  });

  test('a stage multiplies the points and the bonus', () => {
    const of = settlement(
      'home/away',
      { kind: 'score', home: 2, away: 1 },
      { rules: { underdog: 5, multiplier: 3 } },
    );
    const bets = all([2, 1], [0, 0], [0, 2]);
    expect(bets.map((bet) => scoreBet({ ...of, bets }, bet))).toEqual([
      { points: 27, exact: 1, difference: 0, outcome: 0, code: 'exact', underdog: 5 },
      { points: 0, exact: 0, difference: 0, outcome: 0, code: 'missed', underdog: 0 },
      { points: 0, exact: 0, difference: 0, outcome: 0, code: 'missed', underdog: 0 },
    ]);
  });

  test('a joker doubles points and bonus, and only in a game with jokers', () => {
    const of = (rules: Record<string, number | boolean>) =>
      settlement('home/away', { kind: 'score', home: 2, away: 1 }, { rules });
    const bets = all([2, 1], [0, 0], [0, 2]);
    const doubled = (rules: Record<string, number | boolean>, bet = bets[0] ?? {}) =>
      scoreBet({ ...of(rules), bets }, bet, { joker: true });
    const exact = { exact: 1, difference: 0, outcome: 0, code: 'exact' };
    expect([
      doubled({ joker: true }),
      doubled({ joker: true, multiplier: 3, underdog: 5 }),
      doubled({ joker: false }),
      doubled({}),
      doubled({ joker: true }, bets[1])?.points,
      doubled({ joker: true }, {}),
      scoreBet({ ...of({ joker: true }), bets }, bets[0] ?? {})?.points,
    ]).toEqual([
      { ...exact, points: 8, underdog: 0 },
      { ...exact, points: 54, underdog: 5 },
      { ...exact, points: 4, underdog: 0 },
      { ...exact, points: 4, underdog: 0 },
      0,
      null,
      4,
    ]);
  });

  test('a score with one side missing is no bet', () => {
    const of = settlement('home/away', { kind: 'score', home: 0, away: 0 });
    expect(scoreBet(of, { 1: 0 })).toBeNull();
    expect(scoreBet(of, {})).toBeNull();
  });

  test('the highest points count, even where an outcome gives more than an exact score', () => {
    const rules = { pts_exact: 1, pts_difference: 5, pts_outcome: 7 };
    const of = settlement('home/away', { kind: 'score', home: 2, away: 1 }, { rules });
    expect(scoreBet(of, { 1: 2, 2: 1 })).toMatchObject({ points: 7, exact: 1, code: 'exact' });
    const draw = settlement('home/away', { kind: 'score', home: 1, away: 1 }, { rules });
    expect(points(draw, { 1: 2, 2: 2 })).toBe(7);
    expect(points(draw, { 1: 1, 2: 1 })).toBe(7);
  });
});

describe('vote', () => {
  test.each([
    [[1, null, null], [1], 3, 'correct'],
    [[null, 1, null], [1], 0, 'missed'],
    [[1, 1, null], [1, 2], 6, 'correct'],
    [[1, 1, 1], [3], 3, 'correct'],
    [[1, null, null], [], 0, 'poll'],
    [[null, null, null], [1], null, null],
    [[0, null, null], [1], null, null],
  ] as const)('the votes %j with %j right get %j points: %s', (bet, right, expected, code) => {
    const found = scoreBet(
      settlement('vote', { kind: 'options', options: right }, { options: 3 }),
      sparse([...bet]),
    );
    expect([found?.points ?? null, found?.code ?? null]).toEqual([expected, code]);
  });

  test('an option without points never scores', () => {
    const of = settlement('vote', { kind: 'options', options: [1, 2] }, { noPoints: [2] });
    expect(points(of, { 1: 1, 2: 1 })).toBe(3);
    expect(points(of, { 2: 1 })).toBe(0);
  });
});

test('each right vote that few have chosen has the bonus, except for an option without points', () => {
  const of = settlement(
    'vote',
    { kind: 'options', options: [1, 2, 3] },
    { options: 4, noPoints: [3], rules: { underdog: 2, multiplier: 2 } },
  );
  // The third one is no bet, since nothing is picked.
  const bets = [{ 1: 1, 2: 1, 3: 1 }, { 2: 1, 4: 1 }, { 1: 0 }];
  const found = bets.map((bet) => scoreBet({ ...of, bets }, bet));
  expect(found.map((score) => score && [score.points, score.underdog])).toEqual([[16, 2], [6, 0], null]);
  // A bet that was taken back does not count as another bettor.
  expect(scoreBet({ ...of, bets: [{ 1: 1 }, { 1: 0 }] }, { 1: 1 })).toMatchObject({ points: 6, underdog: 0 });
});

test('an option without points brings no bonus, however few have chosen it', () => {
  const rules = { underdog: 2 };
  const of = settlement('vote', { kind: 'options', options: [2, 3] }, { options: 4, noPoints: [3], rules });
  const bets = [
    { 2: 1, 3: 1 },
    { 2: 1, 4: 1 },
  ];
  expect(scoreBet({ ...of, bets }, { 2: 1, 3: 1 })).toMatchObject({ points: 3, underdog: 0 });
});

test.each<[string, string | number | undefined, number]>([
  ['absent', undefined, 4],
  ['empty', '', 4],
  ['as text', '7', 7],
  ['no whole number', 2.9, 2],
  ['no number', 'many', 0],
])('a rule that is %s', (_, value, worth) => {
  const rules = value === undefined ? {} : { pts_exact: value };
  expect(numberRule('home/away', rules, 'pts_exact')).toBe(worth);
});

test('a balance and digits have no bonus, however few were right', () => {
  const rules = { underdog: 5 };
  const balance = settlement('balance', { kind: 'options', options: [1] }, { rules });
  const digits = settlement('bets', { kind: 'values', values: { 1: 3 } }, { rules });
  const found = [
    scoreBet({ ...balance, bets: [{ 1: 100 }, { 2: 100 }] }, { 1: 100 }),
    scoreBet({ ...digits, bets: [{ 1: 3 }, { 1: 8 }] }, { 1: 3 }),
  ];
  expect(found.map((score) => [score?.points, score?.underdog])).toEqual([
    [3, 0],
    [3, 0],
  ]);
});

describe('balance', () => {
  test.each([
    [[100, null, null], [1], {}, 3],
    [[66, 34, null], [1], {}, 1],
    [[67, 33, null], [1], {}, 2],
    [[33, 33, 34], [1, 3], {}, 2],
    [[0, 100, null], [1], {}, 0],
    [[150, 50, null], [1], { bets_allow: 2 }, 4],
    [[7, null, null], [1], { votesForPoint: 10 }, 2],
    [[1, 99, null], [1], { votesForPoint: 1 }, 3],
  ] as const)(
    'the amounts %j with %j right and the rules %j get %i points',
    (bet, right, rules, expected) => {
      const of = settlement('balance', { kind: 'options', options: right }, { options: 3, rules });
      expect(points(of, sparse([...bet]))).toBe(expected);
    },
  );

  test('amounts of 0 are no bet', () => {
    expect(scoreBet(settlement('balance', { kind: 'options', options: [1] }), { 1: 0, 2: 0 })).toBeNull();
  });

  // totals, breakpoint in percentage points, winners
  test.each([
    [[60, 40, 0], 0, [1]],
    [[50, 50, 0], 0, [1, 2]],
    [[55, 45, 0], 10, [1, 2]],
    [[56, 44, 0], 10, [1]],
    [[34, 33, 33], 1, [1, 2, 3]],
    [[100, 0, 0], 100, [1]],
    [[2, 1, 0], 50, [1, 2]],
    [[0, 0, 0], 50, []],
    [[1, 0, 0], 0, [1]],
    // An option that nobody has voted for adds nothing to the total.
    [[52, 47, null], 5, [1]],
    [[2, null, null], 100, [1]],
  ])('crowd totals of %j with the breakpoint %i have the winners %j', (votes, even_breakpoint, winners) => {
    const totals = sparse(votes);
    const rules = { decided_by: 'crowd', even_breakpoint };
    const of = settlement('balance', { kind: 'options', options: [] }, { options: 3, rules, totals });
    const found = balanceWinners(of);
    expect([[...found.winners], found.even]).toEqual([winners, winners.length > 1]);
  });

  test('even options give half, rounded down once', () => {
    const rules = { decided_by: 'crowd' };
    const of = settlement('balance', { kind: 'options', options: [] }, { rules, totals: { 1: 150, 2: 150 } });
    expect(scoreBet(of, { 1: 50, 2: 50 })).toMatchObject({ points: 1, code: 'even' });
    expect(points(of, { 1: 67 })).toBe(1);
    expect(points(of, { 1: 66 })).toBe(0);
  });

  test('an option without points that is named in a result wins nothing', () => {
    const of = settlement('balance', { kind: 'options', options: [1, 3] }, { options: 3, noPoints: [3] });
    expect(balanceWinners(of)).toEqual({ winners: new Set([1]), even: false });
    expect(points(of, { 1: 34, 3: 66 })).toBe(1);
  });

  test('an option without points never wins, but its votes count in the total', () => {
    const rules = { decided_by: 'crowd', even_breakpoint: 10 };
    const with3 = { options: 3, noPoints: [3], rules, totals: { 1: 30, 2: 22, 3: 48 } };
    const of = settlement('balance', { kind: 'options', options: [] }, with3);
    expect([...balanceWinners(of).winners]).toEqual([1, 2]);
    expect(points(of, { 3: 100 })).toBe(0);
  });
});

describe('bets', () => {
  test.each([
    [[5, 5, 5], [5, 4, 1], 4, 'digits'],
    [[0, 9, null], [1, 8, 5], 2, 'digits'],
    [[3, null, null], [3, 3, 3], 3, 'digits'],
    [[9, 9, 9], [0, 0, 0], 0, 'missed'],
    [[null, null, null], [0, 0, 0], null, null],
  ] as const)('the digits %j on the result %j get %j points: %s', (bet, digits, expected, code) => {
    const result = { kind: 'values' as const, values: sparse([...digits]) };
    const found = scoreBet(settlement('bets', result, { options: 3 }), sparse([...bet]));
    expect([found?.points ?? null, found?.code ?? null]).toEqual([expected, code]);
  });

  test('a single point is a score, and each digit that is close brings its points', () => {
    const values = { 1: 5, 2: 5, 3: 5 };
    const of = (rules: Rules) => settlement('bets', { kind: 'values', values }, { options: 3, rules });
    expect(scoreBet(of({}), { 1: 4, 2: 1, 3: 9 })).toMatchObject({ points: 1, code: 'digits' });
    expect(points(of({ pts_close: 2 }), { 1: 4, 2: 6, 3: 9 })).toBe(4);
  });

  test('an option without points, or without a digit in the result, scores nothing', () => {
    const result = { kind: 'values' as const, values: { 1: 5, 2: 5 } };
    const of = settlement('bets', result, { options: 3, noPoints: [2] });
    expect(points(of, { 1: 4, 2: 5, 3: 0 })).toBe(1);
    expect(scoreBet(of, { 2: 5, 3: 0 })).toMatchObject({ points: 0, code: 'missed' });
  });
});

describe('a late joiner', () => {
  const round: MissedRound = {
    items: [
      { status: 'ended', wasClosed: true },
      { status: 'void', wasClosed: false },
    ],
    hasBet: false,
    points: [7, 0, 5, 3],
  };

  test.each([
    [[], null],
    [[6], 6],
    [[9, 2], 2],
    [[10, 9, 2], 9],
    [[7, 0, 5, 3], 3],
    [[4, 4, 0, 12, 5], 4],
  ])('has the lower median: of %j it is %j', (values, middle) => {
    expect(median(values)).toBe(middle);
  });

  test.each<[string, Partial<MissedRound>, number]>([
    ['was closed in all that counts', {}, 3],
    ['could still be bet on', { items: [...round.items, { status: 'ended', wasClosed: false }] }, 0],
    ['is not over', { items: [...round.items, { status: 'started', wasClosed: true }] }, 0],
    ['holds a bet of theirs', { hasBet: true }, 0],
    ['was bet on by nobody', { points: [] }, 0],
  ])('gets a missed round’s median or nothing: the round %s', (_, change, worth) => {
    expect(pointsOfMissed({ ...round, ...change })).toBe(worth);
  });
});
