import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type PointerEvent as Press,
  type RefObject,
} from 'react';
import type { BoardElements } from './BoardGroup.tsx';
import type { GroupArea, MoveDirection, HeldOption, Point } from '#domain/wizard/option-board.ts';

/** What the board reports: pointers, keys and taps, in the board's own coordinates. */
export type BoardEvent =
  | { type: 'option.press'; held: HeldOption; by: 'mouse' | 'touch'; at: Point; areas: readonly GroupArea[] }
  | { type: 'option.tap'; held: HeldOption }
  | { type: 'group.tap'; group: number }
  | { type: 'pointer.move'; at: Point; depth: number }
  | { type: 'option.step'; direction: MoveDirection }
  | { type: 'option.drop' }
  | { type: 'option.cancel' };
type OnBoardEvent = (event: BoardEvent) => void;

/** What a pointer pressed, measured then. */
export type DragOrigin = {
  readonly pointer: number;
  readonly item: HTMLElement;
  readonly board: HTMLElement;
  readonly scroller: HTMLElement;
  readonly from: Point;
  /** How far the item can move before it leaves the board, in pixels. */
  readonly bounds: { readonly x: readonly [number, number]; readonly y: readonly [number, number] };
};

type ClientPoint = { readonly clientX: number; readonly clientY: number };

const toBoardPoint = (boardRect: DOMRect, { clientX, clientY }: ClientPoint): Point => ({
  x: clientX - boardRect.left,
  y: clientY - boardRect.top,
});

const clamp = (value: number, [least, most]: readonly [number, number]) =>
  Math.min(Math.max(value, least), most);

/** The scroll container of the board. */
function scrollerOf(element: HTMLElement): HTMLElement {
  for (let up = element.parentElement; up; up = up.parentElement)
    if (/auto|scroll/.test(getComputedStyle(up).overflowY)) return up;
  return document.documentElement;
}

/** Rectangles of the groups and their rows, in the board's coordinates. */
function areasOf({ groups, items }: BoardElements, boardRect: DOMRect): GroupArea[] {
  const rectOf = (element: Element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return {
      left: left - boardRect.left,
      right: right - boardRect.left,
      top: top - boardRect.top,
      bottom: bottom - boardRect.top,
    };
  };
  return [...groups].map(([element, id]) => {
    const rows = [...items].flatMap(([item, { group }]) => (group === id ? [rectOf(item)] : []));
    return { id, ...rectOf(element), rows: rows.toSorted((one, other) => one.top - other.top) };
  });
}

/** Measures an item and the board where a pointer pressed it. */
export function measureDragOrigin(
  event: Press<HTMLElement>,
  item: HTMLElement,
  elements: BoardElements,
): { origin: DragOrigin; areas: GroupArea[] } {
  const board = event.currentTarget;
  const boardRect = board.getBoundingClientRect();
  const box = item.getBoundingClientRect();
  const origin = {
    pointer: event.pointerId,
    item,
    board,
    scroller: scrollerOf(board),
    from: toBoardPoint(boardRect, event),
    bounds: {
      x: [boardRect.left - box.left, boardRect.right - box.right],
      y: [boardRect.top - box.top, boardRect.bottom - box.bottom],
    },
  } as const;
  return { origin, areas: areasOf(elements, boardRect) };
}

type Props = {
  origin: RefObject<DragOrigin | null>;
  dragging: boolean;
  /** Pixels to scroll per frame. */
  scrollSpeed: number;
  onEvent: OnBoardEvent;
};

/** Moves the item with the pointer by `translate`, within the board. */
function translateItem({ item, from, bounds }: DragOrigin, at: Point): void {
  item.style.translate = `${clamp(at.x - from.x, bounds.x)}px ${clamp(at.y - from.y, bounds.y)}px`;
}

/** Follows the pressed pointer, and scrolls at the edges. */
export function PointerDrag({ origin, dragging, scrollSpeed, onEvent }: Props) {
  const follow = useEffectEvent((client: ClientPoint) => {
    if (!origin.current) return;
    const { board, scroller } = origin.current;
    const at = toBoardPoint(board.getBoundingClientRect(), client);
    const viewport = scroller.getBoundingClientRect();
    if (dragging) translateItem(origin.current, at);
    onEvent({ type: 'pointer.move', at, depth: (client.clientY - viewport.top) / viewport.height });
  });
  const end = useEffectEvent((type: 'option.drop' | 'option.cancel') => onEvent({ type }));

  // Layout effect: a dropped item must not be painted out of place.
  useLayoutEffect(() => {
    const pressed = origin.current;
    const listening = new AbortController();
    const { signal } = listening;
    let last: ClientPoint | null = null;
    const forPointer = (listener: (event: PointerEvent) => void) => (event: PointerEvent) => {
      if (event.pointerId === pressed?.pointer) listener(event);
    };
    const move = forPointer((event) => {
      last = event;
      follow(event);
    });
    const up = forPointer(() => end('option.drop'));
    const lost = forPointer(() => end('option.cancel'));
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', up, { signal });
    window.addEventListener('pointercancel', lost, { signal });
    window.addEventListener('blur', () => end('option.cancel'), { signal });
    // Scrolling moves the board under a pointer that does not move.
    window.addEventListener('scroll', () => last && follow(last), { signal, capture: true });
    // A long press opens no context menu.
    window.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    return () => {
      listening.abort();
      if (pressed) pressed.item.style.translate = '';
    };
  }, [origin]);

  return scrollSpeed === 0 ? null : <AutoScroll origin={origin} scrollSpeed={scrollSpeed} />;
}

/** Scrolls one step per frame. */
function AutoScroll({ origin, scrollSpeed }: Pick<Props, 'origin' | 'scrollSpeed'>) {
  useEffect(() => {
    let frame = 0;
    const step = () => {
      origin.current?.scroller.scrollBy(0, scrollSpeed);
      frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [origin, scrollSpeed]);
  return null;
}

/** Ref of the board. While an item is held, touching it scrolls nothing. */
export function useTouchScrollLock(holding: boolean): RefObject<HTMLDivElement | null> {
  const board = useRef<HTMLDivElement>(null);
  const preventScroll = useEffectEvent((event: TouchEvent) => {
    if (holding && event.cancelable) event.preventDefault();
  });
  useEffect(() => {
    const listening = new AbortController();
    // Added before any touch: Safari ignores a listener that is added during one.
    board.current?.addEventListener('touchmove', (event) => preventScroll(event), {
      passive: false,
      signal: listening.signal,
    });
    return () => listening.abort();
  }, []);
  return board;
}

/** Escape cancels the drag and closes no sheet: the key is captured first. */
export function EscapeKey({ onEvent }: { onEvent: OnBoardEvent }) {
  const cancel = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onEvent({ type: 'option.cancel' });
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('keydown', (event) => cancel(event), { signal, capture: true });
    return () => listening.abort();
  }, []);
  return null;
}
