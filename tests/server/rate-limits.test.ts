import type { Server } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ClientTimeouts } from '#server/boot/platform.ts';
import { consume, remaining } from '#server/db/rate-limits.ts';
import { InMemoryRateLimiter } from '#server/http/request-rate.ts';
import { networkOf, parseForwardedAddress } from '#server/http/network.ts';
import { api } from '#tests/support/server/api-client.ts';
import { createMember } from '#tests/support/server/leagues-and-games.ts';
import { startServer, type TestServer } from '#tests/support/server/server.ts';

/** Limits on how often a client may call, how slowly, and from which networks. */

describe('a rate limiter', () => {
  const second = 1_000;

  test('allows its limit at once, then as it refills, and returns the seconds to wait', () => {
    const rate = new InMemoryRateLimiter(6);
    const at = (now: number) => rate.consume('dana', now);
    expect([1, 2, 3, 4, 5, 6].map(() => at(0))).toEqual([0, 0, 0, 0, 0, 0]);
    expect(at(0)).toBe(10);
    expect(at(4 * second)).toBeCloseTo(6);
    expect(at(10 * second)).toBe(0);
    expect(at(10 * second)).toBe(10);
    // A refusal consumes nothing, and the allowance never exceeds a minute's.
    expect(Array.from({ length: 7 }, () => at(600 * second))).toEqual([0, 0, 0, 0, 0, 0, 10]);
  });

  test('counts by key', () => {
    const rate = new InMemoryRateLimiter(1);
    expect([rate.consume('dana', 0), rate.consume('noa', 0), rate.consume('dana', 0)]).toEqual([0, 0, 60]);
  });

  test('keeps a key until its allowance is full again', () => {
    const rate = new InMemoryRateLimiter(60);
    for (let nth = 0; nth < 60; nth += 1) rate.consume('dana', 59 * second);
    // The two halves of the store are swapped in between.
    rate.consume('noa', 60 * second);
    expect(rate.consume('dana', 60 * second)).toBe(0);
    expect(rate.consume('dana', 60 * second)).toBe(1);
  });

  test('drops keys that were unused for a minute, and is bounded', () => {
    const rate = new InMemoryRateLimiter(5);
    let largest = 0;
    for (let nth = 0; nth < 200_000; nth += 1) {
      rate.consume(`address ${nth}`, 0);
      largest = Math.max(largest, rate.size);
    }
    expect(largest).toBe(50_000);
    for (const minute of [1, 2]) rate.consume('dana', minute * 60 * second);
    expect(rate.size).toBeLessThanOrEqual(2);
  });
});

test('of several limits in the database one that is used up is waited for, and none of the others is consumed', async () => {
  const server = await startServer({ database: 'postgres' });
  onTestFinished(() => server.close());
  const { db } = server.platform;
  const day = { bucket: 'day', max: 9, seconds: 86_400 };
  const minute = { bucket: 'minute', max: 2, seconds: 60 };
  const hour = { bucket: 'hour', max: 3, seconds: 3_600 };
  const left = () => Promise.all([day, minute, hour].map((limit) => remaining(db, limit)));
  expect(await left()).toEqual([9, 2, 3]);
  expect([await consume(db, day, minute, hour), await consume(db, day, minute, hour)]).toEqual([0, 0]);
  expect(await left()).toEqual([7, 0, 1]);
  for (let time = 0; time < 2; time += 1) {
    const wait = await consume(db, day, minute, hour);
    expect([wait > 0, wait <= 60]).toEqual([true, true]);
    expect(await left()).toEqual([7, 0, 1]);
  }
  expect(await consume(db, day, hour)).toBe(0);
  expect(await left()).toEqual([6, 0, 0]);
  // A limit that was lowered meanwhile.
  expect(await remaining(db, { ...day, max: 2 })).toBe(0);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('%s belongs to the network %s', (address, expected) => {
  expect(networkOf(address)).toBe(expected);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:5678', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:5678', '2001:db8::1'],
  ['[203.0.113.7]:1', '203.0.113.7'],
  ['203.0.113.7:x', null],
  ['203.0.113.777', null],
  ['1:2', null],
  ['unknown', null],
  ['', null],
])('the forwarded entry %j has the address %s', (entry, expected) => {
  expect(parseForwardedAddress(entry)).toBe(expected);
});

describe('a server with rate limits', () => {
  let server: TestServer;
  let now = 0;
  beforeAll(async () => {
    server = await startServer({
      database: 'postgres',
      env: { REQUESTS_PER_MINUTE: '5', TRUST_PROXY: '1' },
      // The clock is still unless a test moves it, so that nothing refills meanwhile.
      io: { now: () => now },
    });
  });
  afterAll(() => server.close());

  const from = (address: string) => ({ 'X-Forwarded-For': address });

  test('limits a member over all addresses and sessions, and nobody else', async () => {
    const [dana, noa] = [await createMember(server, 'דנה'), await createMember(server, 'נועה')];
    const statuses: number[] = [];
    for (let nth = 0; nth < 6; nth += 1) {
      const { status, body, headers } = await dana.get('section/', {}, from(`198.51.100.${nth + 1}`));
      statuses.push(status);
      if (status !== 429) continue;
      expect(body).toMatchObject({ code: 'too_many', status: 429 });
      expect(headers.get('Retry-After')).toBe('12');
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await noa.get('section/', {}, from('198.51.100.1'))).status).toBe(200);
    now += 12_000;
    expect((await dana.get('section/', {}, from('198.51.100.1'))).status).toBe(200);
  });

  test('limits an address to ten times as much, with any token, before reading the body', async () => {
    const statusFrom = async (address: string, token: string | null) => {
      const guest = api(server.url, token);
      return (await guest.get('ping/', {}, from(address))).status;
    };
    const statuses = new Map<number, number>();
    for (let nth = 0; nth < 60; nth += 1) {
      const status = await statusFrom(
        '203.0.113.9, 2001:db8::' + nth.toString(16),
        nth % 2 ? 'x'.repeat(43) : null,
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    // The entries before the proxy's own are set by the client.
    expect([...statuses]).toEqual([
      [200, 50],
      [429, 10],
    ]);
    expect(await statusFrom('203.0.113.9', null)).toBe(200);
    // Different ports are one address.
    for (const [first, ...others] of [
      ['198.51.100.77', '198.51.100.77:80', '198.51.100.77:65535'],
      ['2001:db8:5:5::1', '[2001:db8:5:5::1]:80', '[2001:db8:5:5::9]'],
    ]) {
      for (let nth = 0; nth < 50; nth += 1) expect(await statusFrom(first ?? '', null)).toBe(200);
      for (const other of others) expect(await statusFrom(other, null)).toBe(429);
    }
    const huge = await fetch(`${server.url}/api/section/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...from('2001:db8::77') },
      body: '['.repeat(60_000),
    });
    expect(huge.status).toBe(429);
  });
});

test('a server whose rate limits are off refuses nothing', async () => {
  const server = await startServer({ database: 'postgres', env: { REQUESTS_PER_MINUTE: '0' } });
  try {
    const responses = Array.from({ length: 700 }, () => server.fetch('/api/ping/'));
    const statuses = new Set((await Promise.all(responses)).map(({ status }) => status));
    expect([...statuses]).toEqual([200]);
  } finally {
    await server.close();
  }
});

describe('slow clients', () => {
  /** Sends `first`, then `drip` every 50 ms until the server closes the connection; returns what it had received. */
  const sendSlowly = (server: TestServer, first: string, drip: string) =>
    new Promise<string>((resolve) => {
      const { hostname, port } = new URL(server.url);
      const socket = connect(Number(port), hostname);
      let answer = '';
      socket.write(first);
      const more = setInterval(() => socket.write(drip), 50);
      socket.on('data', (bytes: Buffer) => (answer += bytes.toString()));
      socket.on('error', () => {});
      socket.on('close', () => {
        clearInterval(more);
        resolve(answer);
      });
    });
  const request = 'POST /api/section/ HTTP/1.1\r\nHost: hevre\r\n';
  const body = 'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{';
  const serverWith = async (clientTimeouts: Partial<ClientTimeouts>) => {
    const server = await startServer({ database: 'postgres', clientTimeouts });
    onTestFinished(() => server.close());
    return server;
  };
  const timedOut = /^(HTTP\/1\.1 408 |$)/;

  test('have 15 s for the headers, a minute for a request, and more than that until the next one', async () => {
    const opened: Server[] = [];
    const server = await startServer({
      database: 'postgres',
      openPages: async (http) => {
        opened.push(http);
        return () => {};
      },
    });
    onTestFinished(() => server.close());
    expect(opened).toMatchObject([
      { headersTimeout: 15_000, requestTimeout: 60_000, keepAliveTimeout: 65_000 },
    ]);
    // Node does not expose how often a server checks for timeouts.
    expect(server.platform.clientTimeouts.check).toBe(2_500);
  });

  test('are disconnected after the time for headers, and others are served meanwhile', async () => {
    const server = await serverWith({ headers: 500, check: 100 });
    const began = performance.now();
    const slow = Array.from({ length: 50 }, () => sendSlowly(server, request, 'X-a: b\r\n'));
    expect((await api(server.url).get('healthz')).status).toBe(200);
    for (const answer of await Promise.all(slow)) expect(answer).toMatch(timedOut);
    // Node's own limit is a minute.
    expect(performance.now() - began).toBeLessThan(40_000);
  });

  test('are disconnected after the time for a body; a guest’s body is not read at all', async () => {
    const server = await serverWith({ headers: 1_000, request: 1_000, check: 100 });
    const { token } = await createMember(server, 'דנה');
    const [member, guest] = await Promise.all([
      sendSlowly(server, `${request}Authorization: Token ${token}\r\n${body}`, ' '),
      sendSlowly(server, `${request}Connection: close\r\n${body}`, ' '),
    ]);
    expect(member).toMatch(timedOut);
    expect(guest).toMatch(/^HTTP\/1\.1 401 /);
  });
});
