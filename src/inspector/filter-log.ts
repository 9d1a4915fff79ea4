import type { LogEntry } from './protocol.ts';

const matches = (entry: LogEntry, actor: number | null, letters: string) =>
  (actor === null || entry.actor === actor) &&
  (letters === '' || `${entry.path} ${entry.event} ${entry.preview}`.toLowerCase().includes(letters));

/**
 * Filter of the log by actor and by text. It keeps the matching rows between calls: a log only grows at its end and loses its
 * start, so each entry is tested once.
 */
export function createLogFilter() {
  let rows: LogEntry[] = [];
  let judged = 0;
  let filter = '';
  return (log: readonly LogEntry[], actor: number | null, text: string): readonly LogEntry[] => {
    const first = log[0]?.seq ?? 0;
    const last = log.at(-1)?.seq ?? 0;
    // Another filter, or the log of another page.
    if (filter !== `${actor} ${text}` || last < judged) {
      rows = [];
      judged = 0;
      filter = `${actor} ${text}`;
    }
    const letters = text.toLowerCase();
    const fresh = log
      .slice(Math.max(0, judged + 1 - first))
      .filter((entry) => matches(entry, actor, letters));
    judged = last;
    const [oldest] = rows;
    const kept = oldest && oldest.seq < first ? rows.filter(({ seq }) => seq >= first) : rows;
    if (fresh.length > 0 || kept !== rows) rows = [...kept, ...fresh];
    return rows;
  };
}
