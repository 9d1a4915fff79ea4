import { GripVertical } from 'lucide-react';
import { Fragment, memo, useCallback, useId, type ReactNode } from 'react';
import type { HeldOption } from '#domain/wizard/option-board.ts';
import { useT } from '#i18n/react.tsx';
import * as css from './BoardGroup.css.ts';
import { Crest } from '#ui/match/Crest.tsx';

export type BoardItem = {
  readonly id: number;
  /** One option, or the two of a pair. */
  readonly faces: readonly { readonly name: string; readonly image: string | null }[];
};
export type BoardGroupData = {
  readonly id: number;
  readonly name: string;
  /** The same reference while nothing in it has changed. */
  readonly items: readonly BoardItem[];
};

/** Separator of a pair's names. */
const pairSeparator = ' + ';
export const itemNameOf = ({ faces }: BoardItem): string => faces.map(({ name }) => name).join(pairSeparator);

/** The board's elements by what they show, kept by their refs. An option may be in several groups. */
export type BoardElements = {
  readonly items: Map<Element, HeldOption>;
  readonly groups: Map<Element, number>;
  /** The part of a group in which a tap drops. */
  readonly dropZones: Map<Element, number>;
};

type Props = BoardGroupData & {
  elements: BoardElements;
  /** Rendered under the group's items. */
  renderBelow: (group: number) => ReactNode;
  /** Id of the keyboard instructions. */
  keysHintId: string;
  swaps: boolean;
  /** The item in hand was picked up by key or tap, not by a pointer. */
  lifted: boolean;
  /** Id and index of this group's item in hand; null for none. */
  held: number | null;
  heldIndex: number | null;
  /** Index in this group at which the item in hand would be dropped; null for none. */
  targetIndex: number | null;
  /** Item that was dropped last. */
  lastDropped: number | null;
};

/** One group on the board. Memoised: renders only when something of its own has changed. */
export const BoardGroup = memo(function BoardGroup(props: Props) {
  const { id, name, items, elements, renderBelow, keysHintId, swaps, lifted } = props;
  const { held, heldIndex, targetIndex, lastDropped } = props;
  const t = useT();
  const title = useId();
  const isTarget = targetIndex !== null && targetIndex !== heldIndex;
  // The drop index counts the items without the one in hand.
  const gap = isTarget && !swaps ? targetIndex + Number(heldIndex !== null && targetIndex > heldIndex) : null;
  const line = (end?: '') => (
    <span
      className={css.dropIndicator}
      data-end={end}
      aria-hidden="true"
      ref={lifted ? scrollToNearest : undefined}
    />
  );
  const last = items.length - 1;
  return (
    <li
      className={css.group}
      data-group={id}
      data-target={isTarget ? '' : undefined}
      data-source={held === null ? undefined : ''}
      ref={useRegister(elements.groups, id)}
    >
      <div className={css.dropZone} ref={useRegister(elements.dropZones, id)}>
        <h3 id={title} className={css.title}>
          {name}
        </h3>
        <ol className={css.items} aria-labelledby={title}>
          {items.map((item, place) => (
            <li key={item.id} className={css.row}>
              {gap === place && line()}
              <Item
                item={item}
                group={id}
                elements={elements}
                keysHintId={keysHintId}
                isHeld={held === item.id}
                isLastDropped={lastDropped === item.id}
                isSwapPartner={isTarget && swaps && targetIndex === place}
                lifted={lifted}
              />
              {place === last && gap === last + 1 && line('')}
            </li>
          ))}
        </ol>
        {last < 0 && <p className={css.empty}>{t('boardEmpty')}</p>}
      </div>
      {renderBelow(id)}
    </li>
  );
});

type ItemProps = Pick<Props, 'elements' | 'keysHintId' | 'lifted'> & {
  item: BoardItem;
  group: number;
  isHeld: boolean;
  isLastDropped: boolean;
  /** The item in hand would swap places with this one. */
  isSwapPartner: boolean;
};

const Item = memo(function Item(props: ItemProps) {
  const { item, group, elements, keysHintId, isHeld, isLastDropped, isSwapPartner, lifted } = props;
  const { items } = elements;
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      items.set(element, { option: item.id, group });
      if (isLastDropped) focusIfLost(element);
      else if (isSwapPartner && lifted) scrollToNearest(element);
      return () => void items.delete(element);
    },
    [items, item.id, group, isLastDropped, isSwapPartner, lifted],
  );
  return (
    <button
      type="button"
      className={css.item}
      aria-describedby={keysHintId}
      aria-pressed={isHeld}
      data-option={item.id}
      data-held={isHeld ? '' : undefined}
      data-dropped={isLastDropped ? '' : undefined}
      data-swap={isSwapPartner ? '' : undefined}
      ref={ref}
    >
      <span className={css.crests}>
        {item.faces.map(({ name, image }, place) => (
          <Crest key={place} name={name} image={image} size="small" />
        ))}
      </span>
      <span className={css.names}>
        {item.faces.map(({ name }, place) => (
          <Fragment key={place}>
            {place > 0 && pairSeparator}
            <bdi>{name}</bdi>
          </Fragment>
        ))}
      </span>
      <GripVertical className={css.grip} size={18} />
    </button>
  );
});

const scrollToNearest = (element: Element | null) => element?.scrollIntoView({ block: 'nearest' });
/** Focuses a dropped item, which is a new element, if removing the old one or the toolbar has lost the focus. */
function focusIfLost(element: HTMLElement) {
  if (document.activeElement === document.body) element.focus();
}

/** Ref that keeps an element's id in a map while it is mounted. */
const useRegister = (elements: Map<Element, number>, id: number) =>
  useCallback(
    (element: Element | null) => {
      if (!element) return undefined;
      elements.set(element, id);
      return () => void elements.delete(element);
    },
    [elements, id],
  );
