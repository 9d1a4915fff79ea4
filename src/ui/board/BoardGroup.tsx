import { GripVertical } from 'lucide-react';
import { Fragment, memo, useId, type ReactNode } from 'react';
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

type Props = BoardGroupData & {
  /** Rendered under the group's items. */
  below: (group: number) => ReactNode;
  /** Id of the keyboard instructions. */
  keys: string;
  trades: boolean;
  /** The item in hand was picked up by key or tap, not by a pointer. */
  lifted: boolean;
  /** Id and index of this group's item in hand; null for none. */
  held: number | null;
  from: number | null;
  /** Index in this group at which the item in hand would be dropped; null for none. */
  aim: number | null;
  /** Item that was dropped last. */
  landed: number | null;
};

/** One group on the board. Memoised: renders only when something of its own has changed. */
export const BoardGroup = memo(function BoardGroup(props: Props) {
  const { id, name, items, below, keys, trades, lifted, held, from, aim, landed } = props;
  const t = useT();
  const title = useId();
  const aimed = aim !== null && aim !== from;
  // The drop index counts the items without the one in hand.
  const gap = aimed && !trades ? aim + Number(from !== null && aim > from) : null;
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
      data-aimed={aimed ? '' : undefined}
      data-lends={held === null ? undefined : ''}
    >
      <div className={css.spots} data-spots={id}>
        <h3 id={title} className={css.title}>
          {name}
        </h3>
        <ol className={css.items} aria-labelledby={title}>
          {items.map((item, place) => (
            <li key={item.id} className={css.row}>
              {gap === place && line()}
              <Item
                item={item}
                keys={keys}
                held={held === item.id}
                landed={landed === item.id}
                rival={aimed && trades && aim === place}
                lifted={lifted}
              />
              {place === last && gap === last + 1 && line('')}
            </li>
          ))}
        </ol>
        {last < 0 && <p className={css.empty}>{t('boardEmpty')}</p>}
      </div>
      {below(id)}
    </li>
  );
});

type ItemProps = Pick<Props, 'keys' | 'lifted'> & {
  item: BoardItem;
  held: boolean;
  landed: boolean;
  /** The item in hand would swap places with this one. */
  rival: boolean;
};

const Item = memo(function Item({ item, keys, held, landed, rival, lifted }: ItemProps) {
  const inSight = rival && lifted ? scrollToNearest : undefined;
  return (
    <button
      type="button"
      className={css.item}
      aria-describedby={keys}
      aria-pressed={held}
      data-option={item.id}
      data-held={held ? '' : undefined}
      data-landed={landed ? '' : undefined}
      data-rival={rival ? '' : undefined}
      ref={landed ? focusIfLost : inSight}
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
      <GripVertical className={css.grip} size={18} aria-hidden="true" />
    </button>
  );
});

const scrollToNearest = (element: Element | null) => element?.scrollIntoView({ block: 'nearest' });
/** A dropped item is a new button: it takes the focus where the old one or the toolbar lost it. */
function focusIfLost(element: HTMLElement | null) {
  if (document.activeElement === document.body) element?.focus();
}
