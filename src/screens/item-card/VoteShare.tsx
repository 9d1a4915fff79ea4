import type { Item, ItemOption } from '#contract/models.ts';
import { useI18n } from '#i18n/react.tsx';
import { Avatar, type Person } from '#ui/people/Avatar.tsx';
import { VisuallyHidden } from '#ui/primitives/Stack.tsx';
import { optionsInOrder } from '#domain/bet/pending-values.ts';
import { votePercentOf } from './item-display.ts';
import * as css from './option-rows.css.ts';

/** An option's share of the votes in percent, and a bar behind the row. Nothing while the sums are hidden. */
export function VotePercent({ item, option }: { item: Item; option: ItemOption }) {
  if (option.amount === null) return null;
  const percent = votePercentOf(option, optionsInOrder(item));
  return (
    <>
      <bdi className={css.percent}>{percent}%</bdi>
      <span className={css.votesBar} style={{ inlineSize: `${percent}%` }} />
    </>
  );
}

const maxFaces = 3;

/** The first of those who chose an option, and how many more did. Names are read aloud. */
export function Voters({ people, total }: { people: readonly Person[]; total: number }) {
  const { formatList } = useI18n();
  if (people.length === 0) return null;
  const faces = people.slice(0, maxFaces);
  const more = Math.max(total, people.length) - faces.length;
  return (
    <span className={css.voters}>
      {faces.map(({ id, name, image }) => (
        <span key={id} className={css.voter}>
          <Avatar name={name} image={image ?? null} size="tiny" decorative />
        </span>
      ))}
      {more > 0 && <bdi className={css.amount}>+{more}</bdi>}
      <VisuallyHidden>{formatList(people.map(({ name }) => name))}</VisuallyHidden>
    </span>
  );
}
