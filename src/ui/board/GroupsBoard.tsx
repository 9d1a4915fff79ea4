import {
  useId,
  useRef,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import type { MoveDirection, HeldOption, Slot } from '#domain/wizard/groups-board.ts';
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
import { BoardGroup, itemNameOf, type BoardGroupData } from './BoardGroup.tsx';
import * as css from './GroupsBoard.css.ts';
import { VisuallyHidden } from '#ui/primitives/Stack.tsx';

/** Announcement about the item in hand: its place out of how many, or the item it would replace. */
type Announcement = Slot & {
  readonly what: 'lifted' | 'aimed' | 'refused' | 'moved' | 'kept';
  readonly option: number;
  readonly places: number;
  readonly rival: number | null;
};

type Props = {
  label: string;
  groups: readonly BoardGroupData[];
  /** Dropping an item on another swaps them; else the others make room. */
  trades: boolean;
  /** `pressed`: a pointer is down and nothing is in hand yet. */
  state: 'resting' | 'pressed' | 'holding' | 'dragging' | 'lifted';
  hand: HeldOption | null;
  aim: Slot | null;
  /** Pixels to scroll per frame. */
  roll: number;
  news: Announcement | null;
  /** Place of the item that was dropped last. */
  landed: HeldOption | null;
  /** Directions in which the lifted item can move. */
  steps: readonly MoveDirection[];
  onFact: (fact: BoardEvent) => void;
  /** Rendered under a group's items. */
  below: (group: number) => ReactNode;
};

/** Board of items in groups, moved within and between them by dragging, by keys, or by taps. */
export function GroupsBoard(props: Props) {
  const { label, groups, trades, state, aim, roll, news, landed, steps, onFact, below } = props;
  const { t, direction } = useI18n();
  const keys = useId();
  const grip = useRef<DragOrigin | null>(null);
  const lifted = state === 'lifted';
  const hand = state === 'resting' || state === 'pressed' ? null : props.hand;
  const board = useTouchScrollLock(hand !== null);
  const words = useAnnouncement(groups, news);

  const press = (event: PointerEvent<HTMLElement>) => {
    const item = closest(event, '[data-option]');
    if (!item || !event.isPrimary || event.button !== 0) return;
    const taken = measureDragOrigin(event, item);
    grip.current = taken.grip;
    const by = event.pointerType === 'mouse' ? 'mouse' : 'touch';
    onFact({ type: 'item.press', hand: heldOptionAt(item), by, at: taken.grip.from, areas: taken.areas });
  };
  const tap = (event: MouseEvent) => {
    const item = closest(event, '[data-option]');
    const group = closest(event, '[data-spots]');
    if (!lifted) item?.focus({ preventScroll: true });
    if (item) onFact({ type: 'item.tap', hand: heldOptionAt(item) });
    else if (group) onFact({ type: 'group.tap', group: Number(group.dataset['spots']) });
  };
  const step = (event: KeyboardEvent) => {
    const to = arrowDirections[direction][event.key];
    if (!lifted || !to) return;
    event.preventDefault();
    onFact({ type: 'item.step', direction: to });
  };
  /** Moving the focus elsewhere cancels the lift. */
  const leave = ({ target, relatedTarget }: FocusEvent) => {
    const isAbout = (element: Element) => element.closest('[data-bar], [data-held]') !== null;
    if (lifted && relatedTarget instanceof Element && isAbout(target) && !isAbout(relatedTarget))
      onFact({ type: 'item.cancel' });
  };
  /** A tap focuses an item, a drag does not; while an item is in hand it keeps the focus. */
  const keepFocus = (event: MouseEvent) => {
    if (closest(event, lifted ? '[data-spots]' : '[data-option]')) event.preventDefault();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- its buttons are pressed; it only hears for them all.
    <div
      ref={board}
      className={css.board}
      role="group"
      aria-label={label}
      data-state={state}
      onPointerDown={press}
      onMouseDown={keepFocus}
      onClick={tap}
      onKeyDown={step}
      onBlur={leave}
    >
      <p className={css.hint}>{t('boardHint')}</p>
      <p id={keys} hidden>
        {t('boardKeys')}
      </p>
      <ol className={css.groups}>
        {groups.map((group) => (
          <BoardGroup
            key={group.id}
            {...group}
            below={below}
            keys={keys}
            trades={trades}
            lifted={lifted}
            held={hand?.group === group.id ? hand.option : null}
            from={hand?.group === group.id ? group.items.findIndex(({ id }) => id === hand.option) : null}
            aim={hand && aim?.group === group.id ? aim.index : null}
            landed={landed?.group === group.id ? landed.option : null}
          />
        ))}
      </ol>
      {lifted && hand && <BoardToolbar name={words.name} place={words.place} steps={steps} onFact={onFact} />}
      <div role="status" aria-live="assertive">
        <VisuallyHidden>{words.said}</VisuallyHidden>
      </div>
      {hand && <EscapeKey onFact={onFact} />}
      {state !== 'resting' && !lifted && (
        <PointerDrag grip={grip} dragging={state === 'dragging'} roll={roll} onFact={onFact} />
      )}
    </div>
  );
}

const closest = ({ target }: SyntheticEvent, selector: string): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null;

/** Option and group of an item's element. */
const heldOptionAt = (item: HTMLElement): HeldOption => ({
  option: Number(item.dataset['option']),
  group: Number(item.closest<HTMLElement>('[data-group]')?.dataset['group']),
});

const arrowDirections: Record<'rtl' | 'ltr', Record<string, MoveDirection>> = {
  ltr: { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'previous', ArrowRight: 'next' },
  rtl: { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'next', ArrowRight: 'previous' },
};

/** The announcement in words: the item's name, its place, and the whole sentence. */
function useAnnouncement(groups: readonly BoardGroupData[], news: Announcement | null) {
  const { t } = useI18n();
  if (!news) return { name: '', place: '', said: '' };
  const nameBy = (option: number | null) => {
    const item = groups.flatMap(({ items }) => items).find(({ id }) => id === option);
    return item ? itemNameOf(item) : '';
  };
  const name = nameBy(news.option);
  const group = groups.find(({ id }) => id === news.group)?.name ?? '';
  const at = { name, group, place: news.index + 1, places: news.places };
  const place =
    news.rival === null ? t('boardPlace', at) : t('boardTrade', { group, other: nameBy(news.rival) });
  const said = {
    lifted: t('boardLifted', at),
    aimed: place,
    refused: t('boardRefused', at),
    moved: t('boardMoved', at),
    kept: t('boardKept', at),
  }[news.what];
  return { name, place: news.what === 'refused' ? said : place, said };
}
