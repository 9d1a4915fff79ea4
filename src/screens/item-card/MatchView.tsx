import { useNavigate } from '@tanstack/react-router';
import type { Item, Post } from '#contract/models.ts';
import { useT } from '#i18n/react.tsx';
import { useMe } from '#screens/app-context.tsx';
import { MatchRow } from '#ui/match/MatchRow.tsx';
import { sidesOf } from './item-display.ts';
import { MatchMiddle } from './MatchMiddle.tsx';
import { MyPick } from './MyPick.tsx';
import { becomeScoreboard, keepOpened } from './opened-match.ts';
import type { MyBet } from './use-bet.ts';

type Props = {
  item: Item;
  post: Post;
  bet: MyBet;
  /** The match is open in a pane beside the list. */
  isOpen: boolean;
};

/** A match in a list: the teams with the score between them, and the caller's line under them. */
export function MatchView({ item, post, bet, isOpen }: Props) {
  const t = useT();
  const me = useMe();
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
        current: isOpen,
        onPress: (row) => {
          keepOpened({ item, post }, me?.id ?? null);
          void navigate({ to: '/item', search: { id: item.id }, viewTransition: becomeScoreboard(row) });
        },
      }}
      middle={<MatchMiddle item={item} />}
      mine={<MyPick item={item} bet={bet} />}
    />
  );
}
