import {
  memo,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react';
import * as css from './BottomUp.css.ts';
import { createPacks } from './packs.ts';

/** The first and the last row on the screen. */
export type RowsInSight = { readonly top: string; readonly bottom: string };
export type BottomUpHandle = { readonly toBottom: () => void };

type Props<Row> = {
  label: string;
  /** The oldest first. A row that has not changed is the same object. */
  rows: readonly Row[];
  /** The same function every time, or every row is drawn anew. */
  draw: (row: Row) => ReactNode;
  /** The row to begin at; null is the bottom. */
  from: string | null;
  onSight: (rows: RowsInSight, atBottom: boolean) => void;
  /** Above the first row. */
  before?: ReactNode;
  ref?: Ref<BottomUpHandle>;
};

/** What must not move: the bottom, or a row where it was. */
type Hold = 'bottom' | { readonly row: Element; readonly top: number };

const topOf = (element: Element) => element.getBoundingClientRect().top;
const isAtBottom = (frame: Element) => frame.scrollHeight - frame.clientHeight - frame.scrollTop < 2;

/** The first of the rows that ends below `line`: they are in order, so half of what is left falls away each time. */
function firstBelow(rows: HTMLCollection, line: number): number {
  let [low, high] = [0, rows.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.getBoundingClientRect().bottom ?? 0) > line) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * A list that grows at both ends while one reads in it. Whatever comes or goes above or below, what is in sight stays
 * where it is; at the bottom, what comes in is followed.
 */
export function BottomUp<Row extends { readonly key: string }>(props: Props<Row>) {
  const { label, rows, draw, from, onSight, before, ref } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const hold = useRef<Hold | null>(null);
  const [pack] = useState(createPacks);
  const packs = useMemo(() => pack(rows), [pack, rows]);

  const look = () => {
    const [frame, children] = [scroller.current, list.current?.getElementsByClassName(css.row)];
    if (!frame || !children || children.length === 0) return;
    const sight = frame.getBoundingClientRect();
    const top = firstBelow(children, sight.top);
    const bottom = firstBelow(children, sight.bottom - 1);
    const row = children[top];
    const atBottom = isAtBottom(frame);
    if (atBottom) hold.current = 'bottom';
    else if (row) hold.current = { row, top: topOf(row) };
    onSight({ top: rows[top]?.key ?? '', bottom: rows[bottom]?.key ?? '' }, atBottom);
  };
  const begin = (frame: Element) => {
    const first = rows.findIndex(({ key }) => key === from);
    const row = list.current?.getElementsByClassName(css.row)[first];
    frame.scrollTop = row ? topOf(row) - topOf(frame) : frame.scrollHeight;
  };
  /** Before anything is painted. */
  const settle = () => {
    const frame = scroller.current;
    if (!frame) return;
    if (hold.current === null) begin(frame);
    else if (hold.current === 'bottom') frame.scrollTop = frame.scrollHeight;
    else if (hold.current.row.isConnected) frame.scrollTop += topOf(hold.current.row) - hold.current.top;
    look();
  };
  // oxlint-disable-next-line react/exhaustive-deps -- only its rows move a list; it may be drawn as often as it likes.
  useLayoutEffect(settle, [rows]);

  // The keyboard rises, the phone is turned, a line grows.
  const resized = useEffectEvent(settle);
  useEffect(() => {
    const observer = new ResizeObserver(() => resized());
    for (const { current } of [scroller, content]) if (current) observer.observe(current);
    return () => observer.disconnect();
  }, []);
  useImperativeHandle(ref, () => ({
    toBottom: () => {
      hold.current = 'bottom';
      settle();
    },
  }));

  return (
    <div
      ref={scroller}
      className={css.scroller}
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by key.
      tabIndex={0}
      onScroll={look}
    >
      <div ref={content} className={css.rows}>
        {before}
        <div ref={list}>
          {packs.map(([number, those]) => (
            <div key={number} className={css.pack}>
              {those.map((row) => (
                <Held key={row.key} row={row} draw={draw as (row: unknown) => ReactNode} />
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

const Held = memo(function Held({ row, draw }: { row: unknown; draw: (row: unknown) => ReactNode }) {
  return <div className={css.row}>{draw(row)}</div>;
});
