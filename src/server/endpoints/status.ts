import type { Api } from '#server/http/env.ts';
import { problem } from '#server/http/problems.ts';
import { isLocalRequest } from '#server/http/middleware.ts';
import { acceptsWrites } from '#server/db/accepts-writes.ts';
import type { Platform } from '#server/boot/platform.ts';
import { version } from '#server/http/version.ts';

/** Health check, metrics and the server's time. */
export function mountStatus(api: Api, { database, db, metrics }: Platform): void {
  api.get('/api/healthz', async (c) => {
    const writes = await acceptsWrites(db);
    return c.json({ ok: writes, version, database: database.kind, reads: true, writes });
  });

  // The server's clock decides when betting closes; a device measures its offset with this.
  api.get('/api/ping', (c) => c.json({ ok: true, version, time: new Date().toISOString() }));

  api.get('/api/metrics', (c) => {
    if (!isLocalRequest(c)) throw problem.notFound();
    return c.text(metrics.text(database, version), 200, {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
    });
  });
}
