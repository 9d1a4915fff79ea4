import type { FieldProblem } from '#contract/failures.ts';
import type { ResultValue } from '#contract/models.ts';
import type { Layout } from '#contract/layouts.ts';
import type { Rules } from '#contract/scoring.ts';

export type ResultOption = { readonly id: number; readonly no_points: boolean };
/** The result of each option, in the item's order; null for one without. `decidedByCrowd`: the votes say which won. */
export type ItemResults = { readonly results: ReadonlyMap<number, number | null>; readonly crowd: boolean };
type EnteredResult = Exclude<ResultValue, 'start' | 'void'>;
type ResultRefusal = { field: string; problem: FieldProblem };

const refusal = (field: string, code: FieldProblem['code']): ResultRefusal => ({ field, problem: { code } });

function validateWinners(item: ResultItem, ids: readonly number[]): ItemResults | ResultRefusal {
  const crowd = item.layout === 'balance' && item.rules.decided_by === 'crowd';
  const contenders = item.options.filter((option) => !option.no_points).map(({ id }) => id);
  if (crowd && ids.length > 0) return refusal('value.options', 'invalid');
  if (item.layout === 'balance' && !crowd && ids.length === 0) return refusal('value.options', 'required');
  const stranger = ids.findIndex((id) => !item.options.some((option) => option.id === id));
  if (stranger >= 0) return refusal(`value.options.${stranger}`, 'unknown_id');
  const powerless = ids.findIndex((id) => !contenders.includes(id));
  if (powerless >= 0) return refusal(`value.options.${powerless}`, 'invalid');
  const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at);
  if (twice >= 0) return refusal(`value.options.${twice}`, 'duplicate');
  // No winners given: a poll, or decided by votes.
  const result = (id: number) => (ids.length === 0 ? null : Number(ids.includes(id)));
  return { results: new Map(item.options.map(({ id }) => [id, result(id)])), crowd };
}

function validateDigits(
  { options }: ResultItem,
  values: Readonly<Record<string, number>>,
): ItemResults | ResultRefusal {
  const stranger = Object.keys(values).find((id) => !options.some((option) => String(option.id) === id));
  if (stranger !== undefined) return refusal(`value.values.${stranger}`, 'unknown_id');
  const missing = options.find(({ id, no_points }) => !no_points && values[id] === undefined);
  if (missing) return refusal(`value.values.${missing.id}`, 'required');
  return { results: new Map(options.map(({ id }) => [id, values[id] ?? null])), crowd: false };
}

type ResultItem = {
  readonly layout: Layout;
  readonly rules: Rules;
  readonly options: readonly ResultOption[];
};

/** Converts an entered result to the results of an item's options, or returns the invalid field. */
export function validateResult(item: ResultItem, value: EnteredResult): ItemResults | ResultRefusal {
  const { layout } = item;
  if (layout === 'home/away') {
    if (!('home' in value)) return refusal('value.home', 'required');
    const [home, away] = item.options;
    if (!home || !away) return refusal('value', 'invalid');
    return {
      results: new Map([
        [home.id, value.home],
        [away.id, value.away],
      ]),
      crowd: false,
    };
  }
  if (layout === 'bets') {
    return 'values' in value ? validateDigits(item, value.values) : refusal('value.values', 'required');
  }
  return 'options' in value ? validateWinners(item, value.options) : refusal('value.options', 'required');
}
