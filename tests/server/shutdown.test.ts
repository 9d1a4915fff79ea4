import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Api } from '#server/http/env.ts';
import type { Platform } from '#server/boot/platform.ts';
import { defaultClientTimeouts } from '#server/boot/server.ts';
import { createGate } from '#tests/support/concurrency.ts';
import { api, startServer } from '#tests/support/server/server.ts';

/** Requests under way when the server is stopped. */

/** Longer than a test may take: a stop must not wait for a connection to end by itself. */
const clientTimeouts = { shutdown: 1_000_000 };

function slowRoutes(began: () => void, finish: Promise<void>): (app: Api, platform: Platform) => void {
  return (app, platform) => {
    app.get('/api/slow', async (c) => {
      began();
      await finish;
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
  it('finishes requests under way, ends streams, and accepts nothing new', async () => {
    const [started, finish] = [createGate(), createGate()];
    const server = await startServer({ clientTimeouts, routes: slowRoutes(started.open, finish.opened) });
    const guest = api(server.url);
    const slow = guest.get('slow');
    const stream = await fetch(new URL('/api/stream', server.url));
    await started.opened;

    const closed = server.close();
    const { port } = new URL(server.url);
    const refused = await new Promise((resolve) => connect(Number(port), '127.0.0.1').on('error', resolve));
    expect(refused).toMatchObject({ code: 'ECONNREFUSED' });
    finish.open();
    expect(await slow).toMatchObject({ status: 200, body: { rows: [] } });
    expect(await stream.text()).toBe('first\n');
    await closed;
  });

  it('aborts what is still under way after the time limit', async () => {
    expect(defaultClientTimeouts.shutdown).toBe(10_000);
    const [started, finish] = [createGate(), createGate()];
    const routes = slowRoutes(started.open, finish.opened);
    const server = await startServer({ clientTimeouts: { shutdown: 200 }, routes });
    const slow = api(server.url)
      .get('slow')
      .then(
        () => 'answered',
        () => 'cut off',
      );
    await started.opened;
    await server.close();
    expect(await slow).toBe('cut off');
  });

  it('does not wait for connections without a request', async () => {
    const server = await startServer({ clientTimeouts });
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    const hungUp = new Promise((resolve) => socket.once('close', resolve));
    // The server has accepted the socket: it answers a later connection.
    await api(server.url).get('ping/');
    await server.close();
    await hungUp;
  });
});
