import { useSearch } from '@tanstack/react-router';
import { Unknown } from '#screens/league/Outside.tsx';
import { ItemPage } from './ItemPage.tsx';

/** Route `/item?id=`. */
export function ItemRoute() {
  const { id } = useSearch({ strict: false });
  return id === undefined ? <Unknown /> : <ItemPage key={id} id={id} />;
}
