import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { eventName } from './chart-graph.ts';
import * as css from './Inspector.css.ts';
import type { LogEntry } from './protocol.ts';

const timeOf = (at: number) => {
  const time = new Date(at);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${String(time.getMilliseconds()).padStart(3, '0')}`;
};

type Props = {
  rows: readonly LogEntry[];
  /** `seq` of the selected entry; null follows the newest one. */
  at: number | null;
  onChoose: (entry: LogEntry) => void;
  onStep: (by: -1 | 1) => void;
};

const rowHeight = css.rowHeight;

/** The events in order; only visible rows are rendered. Arrow keys step through them. */
export function EventLog({ rows, at, onChoose, onStep }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 400 });
  const place = at === null ? rows.length - 1 : rows.findIndex(({ seq }) => seq === at);
  useLayoutEffect(() => {
    const list = box.current;
    if (!list || place < 0) return;
    const { scrollTop, clientHeight } = list;
    const over = place * rowHeight < scrollTop || (place + 1) * rowHeight > scrollTop + clientHeight;
    if (over) list.scrollTop = at === null ? rows.length * rowHeight : place * rowHeight - clientHeight / 2;
  }, [place, at, rows.length]);
  const step = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onStep(event.key === 'ArrowUp' ? -1 : 1);
  };
  const first = Math.max(0, Math.floor(view.top / rowHeight) - 4);
  const shown = rows.slice(first, first + Math.ceil(view.height / rowHeight) + 8);
  return (
    <div
      ref={box}
      className={css.log}
      role="listbox"
      aria-label="Events"
      tabIndex={0}
      aria-activedescendant={at === null ? undefined : `entry-${at}`}
      onKeyDown={step}
      onScroll={({ currentTarget: { scrollTop, clientHeight } }) =>
        setView({ top: scrollTop, height: clientHeight })
      }
    >
      <div style={{ blockSize: rows.length * rowHeight }} role="presentation">
        {shown.map((entry, nth) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list takes the keys.
          <div
            // By position: while scrolling the text of a row changes, not the row.
            key={nth}
            id={`entry-${entry.seq}`}
            className={css.entry}
            style={{ insetBlockStart: (first + nth) * rowHeight }}
            role="option"
            tabIndex={-1}
            aria-selected={entry.seq === at}
            aria-posinset={first + nth + 1}
            aria-setsize={rows.length}
            onClick={() => onChoose(entry)}
          >
            <span className={css.mono}>{timeOf(entry.at)}</span>
            <span className={css.cell}>{entry.path}</span>
            <span className={css.strong}>{eventName(entry.event)}</span>
            <span className={css.mono}>{entry.preview}</span>
            <span className={css.cell}>→ {entry.states.join(' & ')}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
