import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Api } from '#server/http/env.ts';
import type { Platform } from '#server/boot/platform.ts';
import { api, startServer } from '#tests/support/server/server.ts';

/** What happens to requests under way when the server is told to stop. */

function slowRoutes(began: { slow: () => void }): (app: Api, platform: Platform) => void {
  return (app, platform) => {
    app.get('/api/slow', async (c) => {
      began.slow();
      await sleep(300);
      return c.json({ rows: await platform.db.selectFrom('members').select('id').execute() });
    });
    app.get('/api/stream', () => {
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('first\n'));
          platform.stopping.addEventListener('abort', () => controller.close());
        },
      });
      return new Response(body);
    });
  };
}

describe('stopping', () => {
  it('finishes what is under way, ends streams, and takes nothing new', async () => {
    let slowBegan = () => {};
    const begun = new Promise<void>((resolve) => (slowBegan = resolve));
    const server = await startServer({ routes: slowRoutes({ slow: slowBegan }) });
    const guest = api(server.url);
    const slow = guest.get('slow');
    const stream = await fetch(new URL('/api/stream', server.url));
    await begun;

    const began = Date.now();
    const closed = server.close();
    await sleep(50);
    const { port } = new URL(server.url);
    const refused = await new Promise((resolve) => connect(Number(port), '127.0.0.1').on('error', resolve));
    expect(refused).toMatchObject({ code: 'ECONNREFUSED' });
    expect(await slow).toMatchObject({ status: 200, body: { rows: [] } });
    expect(await stream.text()).toBe('first\n');
    await closed;
    expect(Date.now() - began).toBeLessThan(3_000);
  });

  it('does not wait for connections that have asked for nothing', async () => {
    const server = await startServer();
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    const hungUp = new Promise((resolve) => socket.once('close', resolve));
    // Known to the server as well: it answers someone who came later.
    await api(server.url).get('ping/');
    const began = Date.now();
    await server.close();
    await hungUp;
    expect(Date.now() - began).toBeLessThan(3_000);
  });
});
