import type { Item } from '#contract/models.ts';
import { deferredComponent } from '#screens/deferred-component.ts';
import { OptionalPart } from '#screens/OptionalPart.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import * as css from './ItemView.css.ts';

const ResultObjections = deferredComponent(
  async () => (await import('./item-parts.ts')).ResultObjections,
  () => <Skeleton shape="row" />,
);

type Props = { item: Item; isRun: boolean; onChanged: () => void };

/** Boundary of the objections to a provisional result, loaded on demand. */
export function ObjectionsPlace(props: Props) {
  return (
    <OptionalPart className={css.objections} of={props.item.id}>
      <ResultObjections {...props} />
    </OptionalPart>
  );
}
