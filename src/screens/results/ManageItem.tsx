import type { Item } from '#contract/models.ts';
import { ResultSheet } from './ResultSheet.tsx';
import { useResults } from './use-results.ts';

/** A card's owner menu: start, results and the rest, in one sheet. Lazy: few people run games. */
export function ManageItem({ item, onClose }: { item: Item; onClose: () => void }) {
  const actor = useResults(item, onClose);
  return <ResultSheet actor={actor} menu onClose={onClose} />;
}
