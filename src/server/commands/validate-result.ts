import type { FieldProblem } from '#contract/failures.ts';
import type { ResultValue } from '#contract/inputs.ts';
import type { Layout } from '#contract/layouts.ts';
import type { Rules } from '#contract/scoring.ts';

type ResultOption = { readonly id: number; readonly no_points: boolean };
/** `results` by option id, in the item's order; null for options without. `decidedByCrowd`: the winners follow from the votes. */
export type ItemResults = {
  readonly results: ReadonlyMap<number, number | null>;
  readonly decidedByCrowd: boolean;
};
type EnteredResult = Exclude<ResultValue, 'start' | 'void'>;
type ResultRefusal = { field: string; problem: FieldProblem };

const refusal = (field: string, code: FieldProblem['code']): ResultRefusal => ({ field, problem: { code } });

function validateWinners(item: ResultItem, ids: readonly number[]): ItemResults | ResultRefusal {
  const decidedByCrowd = item.layout === 'balance' && item.rules.decided_by === 'crowd';
  const contenders = item.options.filter((option) => !option.no_points).map(({ id }) => id);
  if (decidedByCrowd && ids.length > 0) return refusal('value.options', 'invalid');
  if (item.layout === 'balance' && !decidedByCrowd && ids.length === 0)
    return refusal('value.options', 'required');
  const unknownIndex = ids.findIndex((id) => !item.options.some((option) => option.id === id));
  if (unknownIndex >= 0) return refusal(`value.options.${unknownIndex}`, 'unknown_id');
  const noPointsIndex = ids.findIndex((id) => !contenders.includes(id));
  if (noPointsIndex >= 0) return refusal(`value.options.${noPointsIndex}`, 'invalid');
  const duplicateIndex = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  if (duplicateIndex >= 0) return refusal(`value.options.${duplicateIndex}`, 'duplicate');
  // No winners: a poll, or the crowd decides.
  const result = (id: number) => (ids.length === 0 ? null : Number(ids.includes(id)));
  return { results: new Map(item.options.map(({ id }) => [id, result(id)])), decidedByCrowd };
}

function validateDigits(
  { options }: ResultItem,
  values: Readonly<Record<string, number>>,
): ItemResults | ResultRefusal {
  const unknownId = Object.keys(values).find((id) => !options.some((option) => String(option.id) === id));
  if (unknownId !== undefined) return refusal(`value.values.${unknownId}`, 'unknown_id');
  const withoutValue = options.find(({ id, no_points }) => !no_points && values[id] === undefined);
  if (withoutValue) return refusal(`value.values.${withoutValue.id}`, 'required');
  return { results: new Map(options.map(({ id }) => [id, values[id] ?? null])), decidedByCrowd: false };
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
      decidedByCrowd: false,
    };
  }
  if (layout === 'bets') {
    return 'values' in value ? validateDigits(item, value.values) : refusal('value.values', 'required');
  }
  return 'options' in value ? validateWinners(item, value.options) : refusal('value.options', 'required');
}
