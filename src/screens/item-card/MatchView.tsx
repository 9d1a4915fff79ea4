import { useNavigate } from '@tanstack/react-router';
import type { Item } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { MatchRow } from '#ui/match/MatchRow.tsx';
import { sidesOf } from './item-display.ts';
import { MatchMiddle } from './MatchMiddle.tsx';
import { MyPick } from './MyPick.tsx';
import type { MyBet } from './use-bet.ts';

/** A match in a list: the teams with the score between them, and the caller's line under them. */
export function MatchView({ item, bet }: { item: Item; bet: MyBet }) {
  const t = useT();
  const navigate = useNavigate();
  const sides = sidesOf(item);
  if (!sides) return null;
  const [home, away] = sides;
  return (
    <MatchRow
      home={home}
      away={away}
      open={{
        label: `${t('openItem')}: ${item.name}`,
        onPress: () => void navigate({ to: '/item', search: { id: item.id } }),
      }}
      middle={<MatchMiddle item={item} />}
      mine={<MyPick item={item} bet={bet} />}
    />
  );
}
