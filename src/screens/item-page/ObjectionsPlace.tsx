import type { Item } from '#contract/models.ts';
import { deferredComponent } from '#screens/deferred-component.ts';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { DeferredPlace } from './DeferredPlace.tsx';
import * as css from './ItemView.css.ts';

const ResultObjections = deferredComponent(
  async () => (await import('./item-parts.ts')).ResultObjections,
  () => <Skeleton shape="row" />,
);

type Props = { item: Item; isRun: boolean; onChanged: () => void };

/** Place of how a result stands that is provisional first. */
export function ObjectionsPlace(props: Props) {
  return (
    <DeferredPlace className={css.objections} item={props.item.id}>
      <ResultObjections {...props} />
    </DeferredPlace>
  );
}
