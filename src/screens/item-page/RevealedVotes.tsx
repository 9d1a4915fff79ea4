import { limits } from '#contract/limits.ts';
import type { Item } from '#contract/models.ts';
import { PickControl } from '#screens/item-card/ItemCard.tsx';
import type { MyBet } from '#screens/item-card/use-bet.ts';
import { useMachines, useMe } from '#screens/app-context.tsx';
import { useList } from '#screens/use-list.ts';

type Props = { item: Item; bet: MyBet };

/** The options of a vote or balance that has started, with the avatars of who chose each; a guest sees the sums only. */
export function RevealedVotes(props: Props) {
  return useMe() ? <WithFaces {...props} /> : <PickControl {...props} />;
}

function WithFaces({ item, bet }: Props) {
  const { rows } = useList(
    useMachines().lists.itemBets,
    { filters: { item: item.id, post: item.post }, limit: limits.page.max },
    { kind: 'itemBets', item: item.id },
  );
  const votersOf = (option: number) =>
    rows
      .filter(({ options }) => options.some(({ id, value }) => id === option && value > 0))
      .map(({ member, name, image }) => ({ id: member, name, image }));
  return <PickControl item={item} bet={bet} votersOf={votersOf} />;
}
