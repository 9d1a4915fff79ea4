import { useMemo } from 'react';
import type { Item, Post } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { ItemCard } from '#screens/item-card/ItemCard.tsx';
import { useTrackItems } from '#screens/item-card/use-bet.ts';
import * as css from './OtherItems.css.ts';

/** The game's other items, compact, as links. */
export function OtherItems({ item, post }: { item: Item; post: Post }) {
  const t = useT();
  const others = useMemo(() => post.items_data.filter(({ id }) => id !== item.id), [post, item.id]);
  useTrackItems(others);
  if (others.length === 0) return null;
  return (
    <nav aria-label={t('alsoInGame')} className={css.strip}>
      {others.map((other) => (
        <ItemCard key={other.id} item={other} post={post} view="icon" />
      ))}
    </nav>
  );
}
