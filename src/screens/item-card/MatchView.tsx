import { useNavigate } from '@tanstack/react-router';
import type { Item } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { MatchRow } from '#ui/match/MatchRow.tsx';
import { hasResult, sidesOf } from './item-display.ts';
import { ScorePick } from './ScorePick.tsx';
import { ItemResult } from './ItemResult.tsx';
import type { MyBet } from './use-bet.ts';

/** Crest and name, score cells, name and crest. Where nothing was picked, the result takes the middle. */
export function MatchView({ item, bet }: { item: Item; bet: MyBet }) {
  const t = useT();
  const navigate = useNavigate();
  const sides = sidesOf(item);
  if (!sides) return null;
  const [home, away] = sides;
  const picked = sides.some(({ id }) => bet.values[id] !== undefined);
  return (
    <MatchRow
      home={home}
      away={away}
      open={{
        label: `${t('openItem')}: ${item.name}`,
        onPress: () => void navigate({ to: '/item', search: { id: item.id } }),
      }}
      middle={
        hasResult(item) && !picked ? (
          <ItemResult item={item} size="score" />
        ) : (
          <ScorePick item={item} bet={bet} />
        )
      }
    />
  );
}
