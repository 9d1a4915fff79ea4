import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { openOutput } from '#server/boot/output.ts';
import { forEachConcurrently } from '#tests/support/concurrency.ts';
import { fullTest, runSize } from '#tests/support/run-size.ts';
import { api } from '#tests/support/server/api-client.ts';
import { newPhone } from '#tests/support/server/members.ts';
import { spawnServer, startServer } from '#tests/support/server/server.ts';

/** The reader of the server's output may stall or go away: the server keeps running, and reports what was lost. */

fullTest(
  'a server whose stderr is not read keeps running, counts the lines that were lost, and stops on SIGTERM',
  async () => {
    const count = runSize('requests while stderr is not read', 1_000, 20_000);
    const server = await spawnServer({ database: 'postgres', env: { LOG_LEVEL: 'info' } });
    try {
      const ping = async () => (await api(server.url).get('ping/')).status;
      server.pauseErrors();
      const statuses = new Set<number>();
      await forEachConcurrently(10, Array.from({ length: count }), async () => statuses.add(await ping()));
      expect([...statuses]).toEqual([200]);
      const lines = () => server.errors.map((line) => JSON.parse(line) as { dropped?: number; msg: string });
      server.resumeErrors();
      await expect.poll(() => lines().some(({ dropped }) => dropped)).toBe(true);
      const dropped = lines().reduce((sum, line) => sum + (line.dropped ?? 0), 0);
      const requests = lines().filter(({ msg }) => msg === 'request');
      console.log(`${requests.length} lines were kept, ${dropped} were dropped`);
      expect(requests.length + dropped).toBe(count);

      await ping();
      await expect.poll(() => lines().at(-1)?.msg).toBe('request');
      server.pauseErrors();
      await forEachConcurrently(10, Array.from({ length: 400 }), ping);
      server.kill('SIGTERM');
      await expect.poll(() => server.isGone()).toBe(true);
      server.resumeErrors();
      expect(await server.exited).toEqual({ code: 0, signal: null });
    } finally {
      server.resumeErrors();
      await server.remove();
    }
  },
);

test('output is buffered up to a limit; lines beyond it are refused, and counted once the reader continues', async () => {
  const read: string[] = [];
  let readOn: () => void = () => {};
  const stream = new Writable({
    decodeStrings: false,
    write(text: string, _, done) {
      read.push(text);
      readOn = done;
    },
  });
  const output = openOutput(stream, (dropped) => `${dropped} lost\n`);
  const line = `${'x'.repeat(1_023)}\n`;
  const accepted = Array.from({ length: 100 }, () => output.write(line));
  expect(accepted.filter(Boolean)).toHaveLength(64);
  expect(accepted.indexOf(false)).toBe(64);
  for (let reading = 0; reading < 64; reading += 1) {
    readOn();
    await new Promise(setImmediate);
  }
  expect(read.slice(64)).toEqual(['36 lost\n']);
  readOn();
  await new Promise(setImmediate);
  expect(output.write(line)).toBe(true);
  // So many that the stream asks its writer to wait.
  for (let nth = 0; nth < 20; nth += 1) output.write(line);
  for (let reading = 0; reading < 21; reading += 1) {
    readOn();
    await new Promise(setImmediate);
  }
  // Nothing more was lost: there is no second report.
  expect(read.slice(64)).toEqual(['36 lost\n', ...Array<string>(21).fill(line)]);

  stream.destroy(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  await new Promise(setImmediate);
  expect(output.write(line)).toBe(false);
});

test('a PIN that cannot be printed is answered 503, and is not counted', async () => {
  let isRead = false;
  const printed: string[] = [];
  const print = (line: string) => {
    if (!isRead) throw new Error('nobody reads');
    printed.push(line);
  };
  const server = await startServer({ database: 'postgres', io: { print } });
  try {
    const phone = newPhone();
    const requestPin = () => api(server.url).get<{ code: string }>('sendPinCode/', { cellphone: phone });
    for (let nth = 0; nth < 4; nth += 1) {
      const { status, body, headers } = await requestPin();
      expect([status, body.code, Number(headers.get('Retry-After')) > 0]).toEqual([503, 'unavailable', true]);
    }
    expect(await server.platform.db.selectFrom('pins').select('id').execute()).toEqual([]);
    isRead = true;
    const statuses = [await requestPin(), await requestPin(), await requestPin(), await requestPin()].map(
      ({ status }) => status,
    );
    expect([statuses, printed.length]).toEqual([[200, 200, 200, 429], 3]);
  } finally {
    await server.close();
  }
});
