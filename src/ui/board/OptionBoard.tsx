import {
  useId,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import type { BoardAnnouncement, MoveDirection, HeldOption, Slot } from '#domain/wizard/option-board.ts';
import { useI18n } from '#i18n/react.tsx';
import {
  PointerDrag,
  EscapeKey,
  measureDragOrigin,
  useTouchScrollLock,
  type BoardEvent,
  type DragOrigin,
} from './board-drag.tsx';
import { BoardToolbar } from './BoardToolbar.tsx';
import { BoardGroup, itemNameOf, type BoardElements, type BoardGroupData } from './BoardGroup.tsx';
import * as css from './OptionBoard.css.ts';
import { VisuallyHidden } from '#ui/primitives/Stack.tsx';

type Props = {
  label: string;
  groups: readonly BoardGroupData[];
  /** Dropping an item on another swaps them; else the others make room. */
  swaps: boolean;
  /** `pressed`: a pointer is down and nothing is in hand yet. */
  state: 'idle' | 'pressed' | 'holding' | 'dragging' | 'lifted';
  held: HeldOption | null;
  target: Slot | null;
  /** Pixels to scroll per frame. */
  scrollSpeed: number;
  announcement: BoardAnnouncement | null;
  /** Place of the item that was dropped last. */
  lastDropped: HeldOption | null;
  /** Directions in which the lifted item can move. */
  steps: readonly MoveDirection[];
  onEvent: (event: BoardEvent) => void;
  /** Rendered under a group's items. */
  renderBelow: (group: number) => ReactNode;
};

/** Board of items in groups, moved within and between them by dragging, by keys, or by taps. */
export function OptionBoard(props: Props) {
  const { label, groups, swaps, state, target, scrollSpeed, lastDropped, steps, onEvent, renderBelow } =
    props;
  const { t, direction } = useI18n();
  const keysHintId = useId();
  const [elements] = useState(createBoardElements);
  const toolbar = useRef<HTMLDivElement>(null);
  const dragOrigin = useRef<DragOrigin | null>(null);
  const lifted = state === 'lifted';
  const held = state === 'idle' || state === 'pressed' ? null : props.held;
  const board = useTouchScrollLock(held !== null);
  const announcement = useAnnouncement(groups, props.announcement);

  const onPress = (event: PointerEvent<HTMLElement>) => {
    const item = closest(elements.items, event.target);
    if (!item || !event.isPrimary || event.button !== 0) return;
    const { origin, areas } = measureDragOrigin(event, item.element, elements);
    dragOrigin.current = origin;
    const by = event.pointerType === 'mouse' ? 'mouse' : 'touch';
    onEvent({ type: 'option.press', held: item.value, by, at: origin.from, areas });
  };
  const onTap = ({ target: tapped }: MouseEvent) => {
    const item = closest(elements.items, tapped);
    const group = closest(elements.dropZones, tapped);
    if (!lifted) item?.element.focus({ preventScroll: true });
    if (item) onEvent({ type: 'option.tap', held: item.value });
    else if (group) onEvent({ type: 'group.tap', group: group.value });
  };
  const onArrow = (event: KeyboardEvent) => {
    const to = arrowDirections[direction][event.key];
    if (!lifted || !to) return;
    event.preventDefault();
    onEvent({ type: 'option.step', direction: to });
  };
  /** Moving the focus elsewhere cancels the lift. */
  const onBlur = ({ target: left, relatedTarget: entered }: FocusEvent) => {
    const isAboutHeld = (element: Element) => {
      const item = closest(elements.items, element)?.value;
      const isHeld = item !== undefined && item.option === held?.option && item.group === held.group;
      return isHeld || toolbar.current?.contains(element) === true;
    };
    if (lifted && entered instanceof Element && isAboutHeld(left) && !isAboutHeld(entered))
      onEvent({ type: 'option.cancel' });
  };
  /** A tap focuses an item, a drag does not; while an item is in hand it keeps the focus. */
  const keepFocus = (event: MouseEvent) => {
    if (closest<unknown>(lifted ? elements.dropZones : elements.items, event.target)) event.preventDefault();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- the handler only catches what bubbles from its buttons.
    <div
      ref={board}
      className={css.board}
      role="group"
      aria-label={label}
      data-state={state}
      onPointerDown={onPress}
      onMouseDown={keepFocus}
      onClick={onTap}
      onKeyDown={onArrow}
      onBlur={onBlur}
    >
      <p className={css.hint}>{t('boardHint')}</p>
      <p id={keysHintId} hidden>
        {t('boardKeys')}
      </p>
      <ol className={css.groups}>
        {groups.map((group) => (
          <BoardGroup
            key={group.id}
            {...group}
            elements={elements}
            renderBelow={renderBelow}
            keysHintId={keysHintId}
            swaps={swaps}
            lifted={lifted}
            held={held?.group === group.id ? held.option : null}
            heldIndex={
              held?.group === group.id ? group.items.findIndex(({ id }) => id === held.option) : null
            }
            targetIndex={held && target?.group === group.id ? target.index : null}
            lastDropped={lastDropped?.group === group.id ? lastDropped.option : null}
          />
        ))}
      </ol>
      {lifted && held && (
        <BoardToolbar
          ref={toolbar}
          name={announcement.name}
          place={announcement.place}
          steps={steps}
          onEvent={onEvent}
        />
      )}
      <div role="status" aria-live="assertive">
        <VisuallyHidden>{announcement.text}</VisuallyHidden>
      </div>
      {held && <EscapeKey onEvent={onEvent} />}
      {state !== 'idle' && !lifted && (
        <PointerDrag
          origin={dragOrigin}
          dragging={state === 'dragging'}
          scrollSpeed={scrollSpeed}
          onEvent={onEvent}
        />
      )}
    </div>
  );
}

const createBoardElements = (): BoardElements => ({
  items: new Map(),
  groups: new Map(),
  dropZones: new Map(),
});

/** The nearest known element around an event's target, and what it shows. */
function closest<Value>(known: ReadonlyMap<Element, Value>, target: EventTarget) {
  for (let element = target instanceof Element ? target : null; element; element = element.parentElement) {
    const value = known.get(element);
    if (value !== undefined && element instanceof HTMLElement) return { element, value };
  }
  return null;
}

const arrowDirections: Record<'rtl' | 'ltr', Record<string, MoveDirection>> = {
  ltr: { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'previous', ArrowRight: 'next' },
  rtl: { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'next', ArrowRight: 'previous' },
};

/** The announcement in words: the item's name, its place, and the whole sentence. */
function useAnnouncement(groups: readonly BoardGroupData[], announcement: BoardAnnouncement | null) {
  const { t } = useI18n();
  if (!announcement) return { name: '', place: '', text: '' };
  const { what, option, index, slots, swapPartner } = announcement;
  const nameBy = (id: number) => {
    const item = groups.flatMap(({ items }) => items).find((one) => one.id === id);
    return item ? itemNameOf(item) : '';
  };
  const name = nameBy(option);
  const group = groups.find(({ id }) => id === announcement.group)?.name ?? '';
  const at = { name, group, place: index + 1, places: slots };
  const place =
    swapPartner === null ? t('boardPlace', at) : t('boardTrade', { group, other: nameBy(swapPartner) });
  const text = {
    lifted: t('boardLifted', at),
    targeted: place,
    refused: t('boardRefused', at),
    moved: t('boardMoved', at),
    returned: t('boardKept', at),
  }[what];
  return { name, place: what === 'refused' ? text : place, text };
}
