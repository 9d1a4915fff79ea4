import type { Item } from '#contract/models.ts';
import { ResultChoices } from '#screens/results/ResultChoices.tsx';
import { ResultSheet } from '#screens/results/ResultSheet.tsx';
import { useResults } from '#screens/results/use-results.ts';

/** For who runs the league: start, results, update, void. */
export function Manage({ item, onChanged }: { item: Item; onChanged: () => void }) {
  const actor = useResults(item, onChanged);
  return (
    <>
      <ResultChoices actor={actor} />
      <ResultSheet actor={actor} onClose={() => undefined} />
    </>
  );
}
