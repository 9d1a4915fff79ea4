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
import * as css from './ChatList.css.ts';
import { createRowBlocks } from './row-blocks.ts';

/** Keys of the first and last visible row. */
export type VisibleRows = { readonly top: string; readonly bottom: string };
export type ChatListHandle = { readonly toBottom: () => void };

type Props<Row> = {
  label: string;
  /** Oldest first. An unchanged row must be the same object. */
  rows: readonly Row[];
  /** Must be referentially stable: otherwise every row renders again. */
  renderRow: (row: Row) => ReactNode;
  /** Key of the row to start at; null for the bottom. */
  startAt: string | null;
  onVisibleRows: (rows: VisibleRows, atBottom: boolean) => void;
  /** Rendered above the first row. */
  header?: ReactNode;
  ref?: Ref<ChatListHandle>;
};

/** Scroll anchor: the bottom, or a row and its offset in the scroller. */
type ScrollAnchor = 'bottom' | { readonly row: Element; readonly top: number };

/** Distance of a row's top from the scroller's, in layout pixels: a sheet that opens moves and scales both. */
function offsetIn(frame: HTMLElement, row: Element): number {
  const { top, width } = frame.getBoundingClientRect();
  return ((row.getBoundingClientRect().top - top) * frame.offsetWidth) / width;
}
const isAtBottom = (frame: Element) => frame.scrollHeight - frame.clientHeight - frame.scrollTop < 2;

/** Index of the first row whose bottom is below `line`, by binary search. */
function firstRowBelow(rows: HTMLCollection, line: number): number {
  let [low, high] = [0, rows.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.getBoundingClientRect().bottom ?? 0) > line) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * List that grows at both ends while it is read. Rows that come or go elsewhere leave the visible ones in
 * place; at the bottom, new rows are followed.
 */
export function ChatList<Row extends { readonly key: string }>(props: Props<Row>) {
  const { label, rows, renderRow, startAt, onVisibleRows, header, ref } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const anchor = useRef<ScrollAnchor | null>(null);
  const [toBlocks] = useState(createRowBlocks);
  const blocks = useMemo(() => toBlocks(rows), [toBlocks, rows]);

  const reportVisible = () => {
    const [frame, children] = [scroller.current, list.current?.getElementsByClassName(css.row)];
    if (!frame || !children || children.length === 0) return;
    const viewport = frame.getBoundingClientRect();
    const top = firstRowBelow(children, viewport.top);
    const bottom = firstRowBelow(children, viewport.bottom - 1);
    const row = children[top];
    const atBottom = isAtBottom(frame);
    if (atBottom) anchor.current = 'bottom';
    else if (row) anchor.current = { row, top: offsetIn(frame, row) };
    onVisibleRows({ top: rows[top]?.key ?? '', bottom: rows[bottom]?.key ?? '' }, atBottom);
  };
  const scrollToStart = (frame: HTMLElement) => {
    const first = rows.findIndex(({ key }) => key === startAt);
    const row = list.current?.getElementsByClassName(css.row)[first];
    frame.scrollTop = row ? offsetIn(frame, row) : frame.scrollHeight;
  };
  /** Restores the scroll anchor before paint. */
  const restoreAnchor = () => {
    const frame = scroller.current;
    if (!frame) return;
    if (anchor.current === null) scrollToStart(frame);
    else if (anchor.current === 'bottom') frame.scrollTop = frame.scrollHeight;
    else if (anchor.current.row.isConnected)
      frame.scrollTop += offsetIn(frame, anchor.current.row) - anchor.current.top;
    reportVisible();
  };
  // oxlint-disable-next-line react/exhaustive-deps -- only its rows move a list; it may be drawn as often as it likes.
  useLayoutEffect(restoreAnchor, [rows]);

  // The on-screen keyboard opens, the phone rotates, the input grows.
  const resized = useEffectEvent(restoreAnchor);
  useEffect(() => {
    const observer = new ResizeObserver(() => resized());
    for (const { current } of [scroller, content]) if (current) observer.observe(current);
    return () => observer.disconnect();
  }, []);
  useImperativeHandle(ref, () => ({
    toBottom: () => {
      anchor.current = 'bottom';
      restoreAnchor();
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
      onScroll={reportVisible}
    >
      <div ref={content} className={css.rows}>
        {header}
        <div ref={list}>
          {blocks.map(([number, blockRows]) => (
            <div key={number} className={css.block}>
              {blockRows.map((row) => (
                // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo keeps no type parameter
                <MemoRow key={row.key} row={row} renderRow={renderRow as (row: unknown) => ReactNode} />
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

type MemoRowProps = { row: unknown; renderRow: (row: unknown) => ReactNode };

const MemoRow = memo(function MemoRow({ row, renderRow }: MemoRowProps) {
  return <div className={css.row}>{renderRow(row)}</div>;
});
