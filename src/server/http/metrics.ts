import type { Database } from '#server/db/open.ts';

type RequestTotals = { count: number; seconds: number };

/** Counts requests by method, route pattern and status, as Prometheus text. */
export class Metrics {
  readonly #served = new Map<string, RequestTotals>();

  count(method: string, route: string, status: number, ms: number): void {
    const labels = `method="${method}",route="${route.replace(/["\\\n]/g, '')}",status="${status}"`;
    const served = this.#served.get(labels) ?? { count: 0, seconds: 0 };
    served.count += 1;
    served.seconds += ms / 1000;
    this.#served.set(labels, served);
  }

  text(database: Database, version: string): string {
    const lines: string[] = [];
    const metric = (name: string, type: 'counter' | 'gauge', rows: readonly [string, number][]) => {
      lines.push(`# TYPE ${name} ${type}`, ...rows.map(([labels, value]) => `${name}${labels} ${value}`));
    };
    const served = [...this.#served];
    metric(
      'hevre_requests_total',
      'counter',
      served.map(([labels, totals]) => [`{${labels}}`, totals.count]),
    );
    metric(
      'hevre_request_seconds_total',
      'counter',
      served.map(([labels, totals]) => [`{${labels}}`, Number(totals.seconds.toFixed(6))]),
    );
    const pool = database.pool();
    metric('hevre_db_connections', 'gauge', [
      ['{state="open"}', pool.total],
      ['{state="idle"}', pool.idle],
      ['{state="waited_for"}', pool.waiting],
    ]);
    const memory = process.memoryUsage();
    metric('hevre_memory_bytes', 'gauge', [
      ['{kind="resident"}', memory.rss],
      ['{kind="heap"}', memory.heapUsed],
    ]);
    metric('hevre_uptime_seconds', 'gauge', [['', Math.round(process.uptime())]]);
    metric('hevre_info', 'gauge', [[`{version="${version}"}`, 1]]);
    return `${lines.join('\n')}\n`;
  }
}
