import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  type PointerEvent as Press,
  type RefObject,
} from 'react';
import type { GroupArea, MoveDirection, HeldOption, Point } from '#domain/wizard/groups-board.ts';

/** What the board reports: pointers, keys and taps, in the board's own coordinates. */
export type BoardEvent =
  | { type: 'item.press'; hand: HeldOption; by: 'mouse' | 'touch'; at: Point; areas: readonly GroupArea[] }
  | { type: 'item.tap'; hand: HeldOption }
  | { type: 'group.tap'; group: number }
  | { type: 'pointer.move'; at: Point; depth: number }
  | { type: 'item.step'; direction: MoveDirection }
  | { type: 'item.drop' }
  | { type: 'item.cancel' };
type OnBoardEvent = (fact: BoardEvent) => void;

/** What a pointer pressed, measured then. */
export type DragOrigin = {
  readonly pointer: number;
  readonly item: HTMLElement;
  readonly board: HTMLElement;
  readonly scroller: HTMLElement;
  readonly from: Point;
  /** How far the item can move before it leaves the board, in pixels. */
  readonly room: { readonly x: readonly [number, number]; readonly y: readonly [number, number] };
};

type ClientPoint = { readonly clientX: number; readonly clientY: number };

const toBoardPoint = (ground: DOMRect, { clientX, clientY }: ClientPoint): Point => ({
  x: clientX - ground.left,
  y: clientY - ground.top,
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
function areasOf(board: HTMLElement, ground: DOMRect): GroupArea[] {
  return [...board.querySelectorAll<HTMLElement>('[data-group]')].map((group) => {
    const { left, right, top, bottom } = group.getBoundingClientRect();
    const rows = [...group.querySelectorAll('[data-option]')].map((row) => {
      const box = row.getBoundingClientRect();
      return { top: box.top - ground.top, bottom: box.bottom - ground.top };
    });
    return {
      id: Number(group.dataset['group']),
      left: left - ground.left,
      right: right - ground.left,
      top: top - ground.top,
      bottom: bottom - ground.top,
      rows,
    };
  });
}

/** Measures an item and the board where a pointer pressed it. */
export function measureDragOrigin(
  event: Press<HTMLElement>,
  item: HTMLElement,
): { grip: DragOrigin; areas: GroupArea[] } {
  const board = event.currentTarget;
  const ground = board.getBoundingClientRect();
  const box = item.getBoundingClientRect();
  const grip = {
    pointer: event.pointerId,
    item,
    board,
    scroller: scrollerOf(board),
    from: toBoardPoint(ground, event),
    room: {
      x: [ground.left - box.left, ground.right - box.right],
      y: [ground.top - box.top, ground.bottom - box.bottom],
    },
  } as const;
  return { grip, areas: areasOf(board, ground) };
}

type Props = {
  grip: RefObject<DragOrigin | null>;
  dragging: boolean;
  /** Pixels to scroll per frame. */
  roll: number;
  onFact: OnBoardEvent;
};

/** Moves the item with the pointer by `translate`, within the board. */
function translateItem({ item, from, room }: DragOrigin, at: Point): void {
  item.style.translate = `${clamp(at.x - from.x, room.x)}px ${clamp(at.y - from.y, room.y)}px`;
}

/** Follows the pressed pointer, and scrolls at the edges. */
export function PointerDrag({ grip, dragging, roll, onFact }: Props) {
  const follow = useEffectEvent((client: ClientPoint) => {
    if (!grip.current) return;
    const { board, scroller } = grip.current;
    const at = toBoardPoint(board.getBoundingClientRect(), client);
    const port = scroller.getBoundingClientRect();
    if (dragging) translateItem(grip.current, at);
    onFact({ type: 'pointer.move', at, depth: (client.clientY - port.top) / port.height });
  });
  const end = useEffectEvent((type: 'item.drop' | 'item.cancel') => onFact({ type }));

  // Layout effect: a dropped item must not be painted out of place.
  useLayoutEffect(() => {
    const held = grip.current;
    const listening = new AbortController();
    const { signal } = listening;
    let last: ClientPoint | null = null;
    const mine = (heard: (event: PointerEvent) => void) => (event: PointerEvent) => {
      if (event.pointerId === held?.pointer) heard(event);
    };
    const move = mine((event) => {
      last = event;
      follow(event);
    });
    const up = mine(() => end('item.drop'));
    const lost = mine(() => end('item.cancel'));
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerup', up, { signal });
    window.addEventListener('pointercancel', lost, { signal });
    window.addEventListener('blur', () => end('item.cancel'), { signal });
    // Scrolling moves the board under a pointer that stands still.
    window.addEventListener('scroll', () => last && follow(last), { signal, capture: true });
    // A long press opens no context menu.
    window.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    return () => {
      listening.abort();
      if (held) held.item.style.translate = '';
    };
  }, [grip]);

  return roll === 0 ? null : <AutoScroll grip={grip} roll={roll} />;
}

/** Scrolls one step per frame. */
function AutoScroll({ grip, roll }: Pick<Props, 'grip' | 'roll'>) {
  useEffect(() => {
    let frame = 0;
    const step = () => {
      grip.current?.scroller.scrollBy(0, roll);
      frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [grip, roll]);
  return null;
}

/** Ref of the board. While an item is held, touching it scrolls nothing. */
export function useTouchScrollLock(holding: boolean): RefObject<HTMLDivElement | null> {
  const board = useRef<HTMLDivElement>(null);
  const hold = useEffectEvent((event: TouchEvent) => {
    if (holding && event.cancelable) event.preventDefault();
  });
  useEffect(() => {
    const listening = new AbortController();
    // Added before any touch: Safari ignores a listener that is added during one.
    board.current?.addEventListener('touchmove', (event) => hold(event), {
      passive: false,
      signal: listening.signal,
    });
    return () => listening.abort();
  }, []);
  return board;
}

/** Escape cancels the drag and closes no sheet: the key is captured first. */
export function EscapeKey({ onFact }: { onFact: OnBoardEvent }) {
  const cancel = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onFact({ type: 'item.cancel' });
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('keydown', (event) => cancel(event), { signal, capture: true });
    return () => listening.abort();
  }, []);
  return null;
}
