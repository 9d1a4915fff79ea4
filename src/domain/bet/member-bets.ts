import type { Item, MemberBets } from '#contract/models.ts';
import { scoreBet, type ItemResult, type ReasonCode, type BetValues } from '#contract/scoring.ts';
import { optionsInOrder } from './pending-values.ts';

function itemResultOf(item: Item): ItemResult | null {
  const options = optionsInOrder(item);
  const known = options.flatMap(({ id, result }) => (result === null ? [] : [[id, result] as const]));
  if (!item.ended) return null;
  if (item.type === 'vote' || item.type === 'balance')
    return { kind: 'options', options: known.filter(([, result]) => result > 0).map(([id]) => id) };
  if (known.length === 0) return null;
  if (item.type === 'bets') return { kind: 'values', values: Object.fromEntries(known) };
  const [home, away] = known;
  return home && away ? { kind: 'score', home: home[1], away: away[1] } : null;
}

/** Reason code of a bet, by the server's own scoring function; null before there is a result. */
export function reasonCodeOf(item: Item, bets: MemberBets['options']): ReasonCode | null {
  const result = itemResultOf(item);
  if (!result) return null;
  const options = optionsInOrder(item);
  const values: BetValues = Object.fromEntries(bets.map(({ id, value }) => [id, value]));
  const settled = scoreBet(
    {
      layout: item.type,
      rules: item.rules,
      options: options.map(({ id, details }) => ({ id, noPoints: details.no_points })),
      result,
      totals: Object.fromEntries(options.map(({ id, amount }) => [id, amount ?? 0])),
    },
    values,
  );
  return settled?.code ?? null;
}

/** The distance of two bets: the sum of their values' differences; Infinity if either is empty. */
function betDistance(one: BetValues, other: BetValues): number {
  const ids = new Set([...Object.keys(one), ...Object.keys(other)].map(Number));
  if (Object.keys(one).length === 0 || Object.keys(other).length === 0) return Infinity;
  return [...ids].reduce((sum, id) => sum + Math.abs((one[id] ?? 0) - (other[id] ?? 0)), 0);
}

/** Sorts rows: the caller's first, then by points, by distance to the caller's bet, by name. `me` is the caller's id. */
export function sortMemberBets<Row extends MemberBets>(
  rows: readonly Row[],
  item: Item,
  me: number | null,
): Row[] {
  const mine: BetValues = Object.fromEntries(
    optionsInOrder(item).flatMap(({ id, value }) => (value === null ? [] : [[id, value]])),
  );
  const ranked = rows.map((row) => ({
    row,
    points: row.points ?? -1,
    away: betDistance(mine, Object.fromEntries(row.options.map(({ id, value }) => [id, value]))),
  }));
  const first = (row: Row) => (row.member === me ? 0 : 1);
  // Infinity minus Infinity is NaN, which sorts as equal.
  return ranked
    .toSorted(
      (a, b) =>
        first(a.row) - first(b.row) ||
        b.points - a.points ||
        a.away - b.away ||
        a.row.name.localeCompare(b.row.name, 'he'),
    )
    .map(({ row }) => row);
}
