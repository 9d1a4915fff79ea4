import { optionalRuleDefaults, ruleDefaults, type Layout } from './layouts.ts';

export type RuleValue = number | string | boolean;
export type Rules = Readonly<Record<string, RuleValue>>;

/** A member's values on one item, by itemOption id: digits, picks (1) or votes. */
export type BetValues = Readonly<Record<number, number>>;

/** An option for scoring. Options come in the item's order, home before away. */
export type ScoredOption = { readonly id: number; readonly noPoints: boolean };

/** An item's result. `options`: ids of the winners; empty for a poll, or if the crowd decides. */
export type ItemResult =
  | { readonly kind: 'score'; readonly home: number; readonly away: number }
  | { readonly kind: 'options'; readonly options: readonly number[] }
  | { readonly kind: 'values'; readonly values: BetValues };

export type ReasonCode =
  | 'exact'
  | 'difference'
  | 'outcome'
  | 'missed'
  | 'correct'
  | 'share'
  | 'even'
  | 'digits'
  | 'poll'
  | 'void';

/** One member's points for one item, their reason, and the three counters that break ties in the standings. */
export type BetScore = {
  readonly points: number;
  readonly exact: 0 | 1;
  readonly difference: 0 | 1;
  readonly outcome: 0 | 1;
  readonly code: ReasonCode;
  /** The part of the points for an underdog pick, before multiplier and joker. */
  readonly underdog: number;
};

export type ScoringInput = {
  readonly layout: Layout;
  readonly rules: Rules;
  readonly options: readonly ScoredOption[];
  readonly result: ItemResult;
  /** Votes of all members by itemOption id; only needed for a balance that the crowd decides. */
  readonly totals?: BetValues;
  /** Values of all members; only needed for the rule `underdog`. */
  readonly bets?: readonly BetValues[];
};

const optionalDefaults: Rules = optionalRuleDefaults;

/** A scoring rule as an integer: the game's own, else its default. */
export function numberRule(layout: Layout, rules: Rules, key: string): number {
  const own = rules[key];
  const defaults: Rules = ruleDefaults[layout];
  const value = own === undefined || own === '' ? (defaults[key] ?? optionalDefaults[key]) : own;
  const number = Math.trunc(Number(value));
  return Number.isFinite(number) ? number : 0;
}

type BaseScore = Omit<BetScore, 'underdog'>;

const scoreWithoutCounters = (points: number, code: ReasonCode): BaseScore => ({
  points,
  exact: 0,
  difference: 0,
  outcome: 0,
  code,
});

function scoreMatch(
  rule: (key: string) => number,
  home: number,
  away: number,
  result: { home: number; away: number },
): BaseScore {
  const sameOutcome = Math.sign(home - away) === Math.sign(result.home - result.away);
  const drawn = result.home === result.away;
  const hits = [
    { code: 'exact' as const, points: rule('pts_exact'), hit: home === result.home && away === result.away },
    // A draw that is not exact counts as an outcome, since all draws have the same difference.
    {
      code: 'difference' as const,
      points: rule('pts_difference'),
      hit: !drawn && home - away === result.home - result.away,
    },
    { code: 'outcome' as const, points: rule('pts_outcome'), hit: sameOutcome },
  ];
  const first = hits.find(({ hit }) => hit);
  if (!first) return scoreWithoutCounters(0, 'missed');
  // The highest points count, even if a game's rules pay less for the exact score; the counters say what was hit.
  const points = Math.max(...hits.filter(({ hit }) => hit).map((hit) => hit.points));
  return {
    points,
    exact: first.code === 'exact' ? 1 : 0,
    difference: first.code === 'difference' ? 1 : 0,
    outcome: first.code === 'outcome' ? 1 : 0,
    code: first.code,
  };
}

/**
 * The winning options of a balance, and whether they are even, which pays half.
 * If the crowd decides, the most voted option wins, with all options within `even_breakpoint` percentage points of it.
 */
export function balanceWinners(settlement: ScoringInput): { winners: ReadonlySet<number>; even: boolean } {
  const contenders = settlement.options.filter((option) => !option.noPoints).map((option) => option.id);
  if (settlement.rules.decided_by !== 'crowd') {
    const named = settlement.result.kind === 'options' ? settlement.result.options : [];
    return { winners: new Set(named.filter((id) => contenders.includes(id))), even: false };
  }
  const totals = settlement.totals ?? {};
  const all = settlement.options.reduce((sum, option) => sum + (totals[option.id] ?? 0), 0);
  const most = Math.max(0, ...contenders.map((id) => totals[id] ?? 0));
  if (most === 0) return { winners: new Set(), even: false };
  const breakpoint = numberRule('balance', settlement.rules, 'even_breakpoint');
  // (most − mine) ÷ all × 100 ≤ breakpoint, in integers.
  const winners = contenders.filter((id) => {
    const votes = totals[id] ?? 0;
    return votes > 0 && (most - votes) * 100 <= breakpoint * all;
  });
  return { winners: new Set(winners), even: winners.length > 1 };
}

/** The score of a bet by its layout's rules; null if the values are no bet. */
function scoreByLayout(settlement: ScoringInput, values: BetValues): BaseScore | null {
  const { layout, rules, options, result } = settlement;
  const rule = (key: string) => numberRule(layout, rules, key);
  const given = options.filter((option) => values[option.id] !== undefined);
  const valueOf = (option: ScoredOption) => values[option.id] ?? 0;

  if (layout === 'home/away') {
    const [home, away] = options;
    if (!home || !away || given.length < 2 || result.kind !== 'score') return null;
    return scoreMatch(rule, valueOf(home), valueOf(away), result);
  }

  if (layout === 'bets') {
    if (given.length === 0 || result.kind !== 'values') return null;
    const off = given
      .filter((option) => !option.noPoints && result.values[option.id] !== undefined)
      .map((option) => Math.abs(valueOf(option) - (result.values[option.id] ?? 0)));
    const points =
      off.filter((by) => by === 0).length * rule('pts_exact') +
      off.filter((by) => by === 1).length * rule('pts_close');
    return scoreWithoutCounters(points, points > 0 ? 'digits' : 'missed');
  }

  const picked = given.filter((option) => valueOf(option) > 0);
  if (picked.length === 0 || result.kind !== 'options') return null;

  if (layout === 'vote') {
    if (result.options.length === 0) return scoreWithoutCounters(0, 'poll');
    const right = picked.filter((option) => !option.noPoints && result.options.includes(option.id)).length;
    return right > 0
      ? scoreWithoutCounters(right * rule('pts_correct'), 'correct')
      : scoreWithoutCounters(0, 'missed');
  }

  const { winners, even } = balanceWinners(settlement);
  const votes = picked
    .filter((option) => winners.has(option.id))
    .reduce((sum, option) => sum + valueOf(option), 0);
  if (votes === 0) return scoreWithoutCounters(0, 'missed');
  const points = Math.floor((votes * rule('pts_correct')) / (rule('votesForPoint') * (even ? 2 : 1)));
  return scoreWithoutCounters(points, even ? 'even' : 'share');
}

/** Whether each member may double the points of one item of the game. */
export const hasJokers = (rules: Rules): boolean => rules.joker === true;

/** Whether `chosen` of `bettors` are few: at most a tenth, or a single one among several. */
const areFew = (chosen: number, bettors: number) =>
  chosen < bettors && (chosen === 1 || chosen * 10 <= bettors);

/** How many correct choices of these values few others made: a match's outcome, or options of a vote. */
function underdogsIn({ layout, options, result, bets = [] }: ScoringInput, values: BetValues): number {
  if (layout === 'home/away' && result.kind === 'score') {
    const [home, away] = options;
    if (!home || !away) return 0;
    const outcomeOf = (bet: BetValues) => Math.sign((bet[home.id] ?? NaN) - (bet[away.id] ?? NaN));
    const outcomes = bets.map(outcomeOf).filter((outcome) => !Number.isNaN(outcome));
    const happened = Math.sign(result.home - result.away);
    const right = outcomes.filter((outcome) => outcome === happened).length;
    return outcomeOf(values) === happened && areFew(right, outcomes.length) ? 1 : 0;
  }
  if (layout === 'vote' && result.kind === 'options') {
    const picks = (bet: BetValues, { id }: ScoredOption) => (bet[id] ?? 0) > 0;
    const bettors = bets.filter((bet) => options.some((option) => picks(bet, option)));
    return options.filter(
      (option) =>
        !option.noPoints &&
        result.options.includes(option.id) &&
        picks(values, option) &&
        areFew(bettors.filter((bet) => picks(bet, option)).length, bettors.length),
    ).length;
  }
  return 0;
}

/**
 * The score of one member's values on one item (decisions §6, §14): by the layout's rules, plus `underdog` points for what
 * few others chose, times the `multiplier`, doubled by the member's `joker`. Null if the values are no bet: nothing
 * picked, or one side of a score missing. The server's settling in SQL must agree with it.
 */
export function scoreBet(
  settlement: ScoringInput,
  values: BetValues,
  { joker = false }: { readonly joker?: boolean } = {},
): BetScore | null {
  const { layout, rules } = settlement;
  const score = scoreByLayout(settlement, values);
  if (!score) return null;
  const bonus = numberRule(layout, rules, 'underdog');
  const underdog = bonus === 0 ? 0 : underdogsIn(settlement, values) * bonus;
  const times = numberRule(layout, rules, 'multiplier') * (joker && hasJokers(rules) ? 2 : 1);
  return { ...score, points: (score.points + underdog) * times, underdog };
}

/** Whether a late joiner gets the median of a missed round. */
export const hasMedians = (rules: Rules): boolean => rules.late_joiner === 'median';
