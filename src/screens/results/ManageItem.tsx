import type { Item } from '#contract/models.ts';
import { ResultSheet } from './ResultSheet.tsx';
import { useResultEntry } from './use-result-entry.ts';

/** Staff menu of an item card: start, result, void. Loaded on demand. */
export function ItemResultMenu({ item, onClose }: { item: Item; onClose: () => void }) {
  const actor = useResultEntry(item, onClose);
  return <ResultSheet actor={actor} menu onClose={onClose} />;
}
