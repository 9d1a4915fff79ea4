import type { Item } from '#contract/models.ts';
import { ResultSheet } from './ResultSheet.tsx';
import { useResults } from './use-results.ts';

/** Staff menu of an item card: start, result, void. Loaded on demand. */
export function ManageItem({ item, onClose }: { item: Item; onClose: () => void }) {
  const actor = useResults(item, onClose);
  return <ResultSheet actor={actor} menu onClose={onClose} />;
}
