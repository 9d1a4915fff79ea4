import { optionalRuleDefaults, ruleDefaults, type Layout } from './layouts.ts';

export type RuleValue = number | string | boolean;
export type Rules = Readonly<Record<string, RuleValue>>;

/** A member's values on one item, by itemOption id: digits, picks (1) or votes. */
export type BetValues = Readonly<Record<number, number>>;

/** An item's option as scoring sees it; the order is the item's own, home before away. */
export type ScoredOption = { readonly id: number; readonly noPoints: boolean };

/** What happened. `options` holds the winners' ids, empty for a poll or where the crowd decides. */
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

/** One member's points for one item, why, and the three counters that break ties in the standings. */
export type BetScore = {
  readonly points: number;
  readonly exact: 0 | 1;
  readonly difference: 0 | 1;
  readonly outcome: 0 | 1;
  readonly code: ReasonCode;
  /** Points among these for having been one of few who chose what happened, before what multiplies them. */
  readonly underdog: number;
};

export type ScoringInput = {
  readonly layout: Layout;
  readonly rules: Rules;
  readonly options: readonly ScoredOption[];
  readonly result: ItemResult;
  /** All votes on each option, every member's, by itemOption id: only a balance that the crowd decides reads it. */
  readonly totals?: BetValues;
  /** Every member's values: only the rule `underdog` reads them. */
  readonly bets?: readonly BetValues[];
};

const optionalDefaults: Rules = optionalRuleDefaults;

/** A scoring rule as a whole number: the game's own, else its default. */
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
    // A draw that is not exact is an outcome: every draw has the difference 0.
    {
      code: 'difference' as const,
      points: rule('pts_difference'),
      hit: !drawn && home - away === result.home - result.away,
    },
    { code: 'outcome' as const, points: rule('pts_outcome'), hit: sameOutcome },
  ];
  const first = hits.find(({ hit }) => hit);
  if (!first) return scoreWithoutCounters(0, 'missed');
  // The best one counts, whatever order a game's own rules put them in; the counters say what was hit.
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
 * The options that win a balance, and whether they are even with one another and so pay half.
 * The crowd's choice is the most voted; options within `even_breakpoint` percentage points of it are even with it.
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
  // In whole numbers: (most − mine) ÷ all × 100 ≤ breakpoint.
  const winners = contenders.filter((id) => {
    const votes = totals[id] ?? 0;
    return votes > 0 && (most - votes) * 100 <= breakpoint * all;
  });
  return { winners: new Set(winners), even: winners.length > 1 };
}

/** What a bet is worth by its layout's own rules; null when the values are no bet at all. */
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

/** Whether each member may double one item of the game. */
export const hasJokers = (rules: Rules): boolean => rules.joker === true;

/** Whether `chosen` of `bettors` are few: a tenth at most, or one alone among others. */
const areFew = (chosen: number, bettors: number) =>
  chosen < bettors && (chosen === 1 || chosen * 10 <= bettors);

/** How many things that happened these values chose and few others did: a match's outcome, or options of a vote. */
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
 * What one member's values on one item are worth (decisions §6, §14): by the layout's rules, with `underdog` points for
 * what few others chose, times the `multiplier`, and twice that where the member's `joker` is. Answers null when the
 * values are no bet at all: nothing picked, or a score with one side missing. Pure; the server's settling in SQL must
 * agree with it.
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

/** Whether a late joiner has the median of the round; else nothing. */
export const hasMedians = (rules: Rules): boolean => rules.late_joiner === 'median';

/** The value in the middle, of an even number the lower of the two; null without any. */
export function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? null;
}

/** A game as somebody finds it who joins its league late. */
export type MissedRound = {
  readonly items: readonly {
    readonly status: 'open' | 'started' | 'ended' | 'void';
    /** It took no more bets when they joined, for the first time. */
    readonly wasClosed: boolean;
  }[];
  /** They have a bet in it all the same: on an item that is void now. */
  readonly hasBet: boolean;
  /** The points in it of everybody who has a bet on an item that has ended. */
  readonly points: readonly number[];
};

/**
 * What a late joiner has of a round, in games with the rule: the median, once all of it is over, and only where they could
 * bet on nothing of it that counts. Pure; the server's SQL must agree with it.
 */
export function pointsOfMissed({ items, hasBet, points }: MissedRound): number {
  const isOver = items.every(({ status }) => status === 'ended' || status === 'void');
  const couldBet = items.some(({ status, wasClosed }) => status !== 'void' && !wasClosed);
  return isOver && !couldBet && !hasBet ? (median(points) ?? 0) : 0;
}
