import { Link } from '@tanstack/react-router';
import type { Item } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { Crest } from '#ui/Crest.tsx';
import { Spoken } from '#ui/layout.tsx';
import { ScorePair } from '#ui/ScorePair.tsx';
import * as css from './IconView.css.ts';
import { optionsInOrder } from '#contract/picks.ts';
import { outcomeOf, sidesOf } from './item-view.ts';
import type { MyBet } from './use-bet.ts';

/** Faces and digits alone: my pick at a glance, and a way to the item. */
export function IconView({ item, bet }: { item: Item; bet: MyBet }) {
  const t = useT();
  const sides = sidesOf(item);
  const picked = optionsInOrder(item).filter(({ id }) => (bet.values[id] ?? 0) > 0);
  const faces = sides ?? (picked.length > 0 ? picked : optionsInOrder(item)).slice(0, 3);
  const [home, away] = sides ?? [];
  return (
    <Link
      to="/item"
      search={{ id: item.id }}
      className={css.icon}
      data-status={item.status}
      data-result={outcomeOf(item)}
    >
      <Spoken>
        {t('openItem')}: {item.name}
      </Spoken>
      {faces.map(({ id, name, image }) => (
        <Crest key={id} name={name} image={image} size="small" />
      ))}
      {home && away ? (
        <ScorePair
          home={{ name: home.name, score: bet.values[home.id] ?? null }}
          away={{ name: away.name, score: bet.values[away.id] ?? null }}
          tone="mine"
        />
      ) : (
        <span className={css.votes} data-mine={picked.length > 0 ? '' : undefined}>
          {item.type === 'vote' ? picked.length : (item.value ?? 0)}
        </span>
      )}
    </Link>
  );
}
