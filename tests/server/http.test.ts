import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { sql } from 'kysely';
import pino from 'pino';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { failureStatus, Problem, type FailureCode } from '#contract/failures.ts';
import { requireJsonContentType } from '#server/http/body.ts';
import { idempotency } from '#server/http/idempotency.ts';
import { readBody, readQuery } from '#server/http/input.ts';
import type { Api, Env, Middleware } from '#server/http/env.ts';
import { problem } from '#server/http/problems.ts';
import { staticFiles } from '#server/http/static.ts';
import { logSerializers } from '#server/boot/log.ts';
import type { Platform } from '#server/boot/platform.ts';
import { contextOf, inRequestTransaction, respond } from '#server/endpoints/pipeline.ts';
import { mountStatus } from '#server/endpoints/status.ts';
import { createGate } from '#tests/support/concurrency.ts';
import { createMember } from '#tests/support/server/leagues-and-games.ts';
import type { ApiMember } from '#tests/support/server/members.ts';
import { api, onOneDatabase, startServer, type TestServer } from '#tests/support/server/server.ts';

/** What all routes have in common: sizes, types, headers, refusals, repeated requests. */

const certificate = `${'AB:'.repeat(31)}CD`;
const site = mkdtempSync(join(tmpdir(), 'hevre-site-'));
mkdirSync(join(site, 'assets/i18n'), { recursive: true });
writeFileSync(
  join(site, 'index.html'),
  '<!doctype html><title>app</title><script>look()</script><script src="/x.js"></script>',
);
writeFileSync(join(site, 'assets/main-Bq3xK_9d.js'), 'plain');
writeFileSync(join(site, 'assets/main-Bq3xK_9d.js.br'), 'brotli');
writeFileSync(join(site, 'assets/main-Bq3xK_9d.js.gz'), 'gzip');
writeFileSync(join(site, 'assets/i18n/heb.json'), '{}');
for (const name of ['service-worker.js', 'manifest.webmanifest', 'icon-192.png'])
  writeFileSync(join(site, name), '{}');
afterAll(() => rmSync(site, { recursive: true }));

const Body = v.strictObject({
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(5)),
  age: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(9))),
  phone: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => text.startsWith('+'), 'phone'),
    ),
  ),
  groups: v.optional(v.array(v.strictObject({ name: v.string() }))),
});

type Runs = { count: number; slow: ReturnType<typeof createGate>; during: () => void };

/** The policy of the client, with the hash of the page's inline script. */
const clientPolicy =
  "default-src 'none'; script-src 'self' 'sha256-9aoYu6AhR1u6WyoZ4nqQeCAR2uacraS+m/WWfdfKUrk='; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; font-src 'self'; " +
  "connect-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src 'none'; frame-ancestors 'none'; " +
  "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types default";

/** Routes of the tests' own, which do only what is tested here. */
function trials(runs: Runs): (app: Api, platform: Platform) => void {
  return (app, platform) => {
    mountStatus(app, platform);
    app.post('/api/trial', async (c) => c.json(await readBody(c, Body)));
    app.get('/api/trial', (c) => c.json(readQuery(c, v.strictObject({ page: v.optional(v.string()) }))));
    app.get('/api/trial-changing', requireJsonContentType, (c) => c.json({ res: 1 }));
    app.get('/api/trial-boom', () => {
      throw new Error('the secret is 0501234567');
    });
    app.get('/api/trial-words', (c) =>
      respond(c, v.strictObject({ words: v.string() }), { words: c.req.query('words') }, 200),
    );
    app.get('/api/trial-timed', (c) => {
      runs.during();
      return c.json({});
    });
    for (const path of ['/api/trial-endless', '/api/image'])
      app.all(path, () => new Promise<never>(() => {}));
    app.get('/api/trial-exception', (c) => {
      throw new HTTPException(Number(c.req.query('status')) as 400);
    });
    app.get('/api/trial-late', () => {
      throw Object.assign(new Error('late'), { code: '23514', constraint: 'item_stays_closed' });
    });
    app.get('/api/trial-refusal', (c) => {
      const code = c.req.query('code') as FailureCode;
      const make: Record<FailureCode, () => Error> = {
        validation: () => problem.validation({ name: { code: 'required' } }),
        unauthenticated: problem.unauthenticated,
        forbidden: problem.forbidden,
        not_found: problem.notFound,
        item_closed: problem.itemClosed,
        conflict: () => problem.conflict({ id: 1, version: 2 }),
        too_large: problem.tooLarge,
        unsupported_media: problem.unsupportedMedia,
        idempotency_mismatch: problem.idempotencyMismatch,
        update_required: problem.updateRequired,
        too_many: () => problem.tooMany(Number(c.req.query('seconds') ?? 41.2)),
        internal: problem.internal,
        unavailable: problem.unavailable,
      };
      throw make[code]();
    });
    const asMember: Middleware = async (c, next) => {
      c.set('memberId', 7);
      await next();
    };
    app.post('/api/trial-once', asMember, idempotency(platform.db), async (c) => {
      const { name } = await readBody(c, v.object({ name: v.string() }));
      const written = await inRequestTransaction(contextOf(c, platform), 201, async () => {
        runs.count += 1;
        if (name === 'slow') await runs.slow.opened;
        if (name === 'refused') throw problem.forbidden();
        if (name === 'broken' && runs.count === 1) throw new Error('broken once');
        if (name === 'limited' && runs.count === 1) throw problem.tooMany(30);
        if (name === 'signed out' && runs.count === 1) throw problem.unauthenticated();
        return { name, run: runs.count };
      });
      return c.json(written, 201);
    });
  };
}

/** A request that fetch would not send. */
function raw(
  url: string,
  {
    method = 'POST',
    path,
    headers,
    chunks,
  }: { method?: string; path: string; headers: Record<string, string>; chunks: string[] },
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const call = request(new URL(path, url), { method, headers }, (response) => {
      let body = '';
      response.on('data', (text: Buffer) => (body += text.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    call.on('error', reject);
    for (const chunk of chunks) call.write(chunk);
    call.end();
  });
}

/** A response as it was sent: fetch would decompress it. */
function rawGet(
  url: string,
  path: string,
  headers: Record<string, string>,
): Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    request(new URL(path, url), { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve({ headers: response.headers, bytes: Buffer.concat(parts) }));
    })
      .on('error', reject)
      .end();
  });
}

onOneDatabase('postgres', (database) => {
  const runs: Runs = { count: 0, slow: createGate(), during: () => {} };
  const logged: string[] = [];
  let server: TestServer;
  let guest: ReturnType<typeof api>;
  beforeAll(async () => {
    const log = pino(
      { level: 'debug', serializers: logSerializers },
      { write: (line: string) => void logged.push(line) },
    );
    server = await startServer({ database, clientFolder: site, routes: trials(runs), log });
    guest = api(server.url);
  });
  afterAll(() => server.close());

  describe('refusals', () => {
    it.each(Object.keys(failureStatus) as FailureCode[])('%s is a problem document', async (code) => {
      const { status, body, headers } = await guest.get<Problem>('trial-refusal', { code });
      expect(status).toBe(failureStatus[code]);
      expect(headers.get('Content-Type')).toBe('application/problem+json');
      expect(headers.get('Cache-Control')).toBe('no-store');
      expect(v.parse(v.strictObject(Problem.entries), body)).toEqual(body);
      expect(body).toMatchObject({ type: `urn:hevre:problem:${code}`, code, status });
      const retryAfter = { too_many: '42', unavailable: '2' }[code as string] ?? null;
      expect(headers.get('Retry-After')).toBe(retryAfter);
    });

    it('of a conflict have the current state', async () => {
      const { body } = await guest.get<Problem>('trial-refusal', { code: 'conflict' });
      expect(body.current).toEqual({ id: 1, version: 2 });
    });

    it('by the database of a late write are a conflict', async () => {
      const { status, body } = await guest.get<Problem>('trial-late');
      expect([status, body.code]).toEqual([409, 'conflict']);
    });

    it('by errors of other kinds are logged as warnings; those that were thrown on purpose are not', async () => {
      const warned = async (path: string) => {
        const { headers } = await guest.get(path);
        const id = headers.get('X-Request-Id');
        return logged
          .map((line) => JSON.parse(line) as { id: string; level: number; msg: string; as?: string })
          .filter((one) => one.id === id && one.level > 30)
          .map(({ level, msg, as }) => [level, msg, as]);
      };
      expect(await warned('trial-late')).toEqual([[40, 'request could not be served', 'conflict']]);
      expect(await warned('trial-refusal?code=conflict')).toEqual([]);
      expect(await warned('trial-boom')).toEqual([[50, 'request failed', undefined]]);
    });

    it.each([
      [400, 400, 'validation'],
      [413, 413, 'too_large'],
      [404, 500, 'internal'],
    ])('by the router with %i are %i %s', async (given, expected, code) => {
      const { status, body } = await guest.get<Problem>('trial-exception', { status: given });
      expect([status, body.code]).toEqual([expected, code]);
    });

    it('for a time name at least a second to wait', async () => {
      const { headers } = await guest.get('trial-refusal', { code: 'too_many', seconds: '0.2' });
      expect(headers.get('Retry-After')).toBe('1');
    });

    it('of objects that do not exist are equal to the byte', async () => {
      const bodies = await Promise.all(
        ['trial-refusal?code=not_found', 'nowhere/', 'nowhere/12/?ver=3', 'metrics/x'].map(async (path) => {
          const response = await fetch(new URL(`/api/${path}`, server.url));
          return `${response.status} ${await response.text()}`;
        }),
      );
      expect(new Set(bodies)).toEqual(
        new Set([
          '404 {"type":"urn:hevre:problem:not_found","title":"Not found","status":404,"code":"not_found","detail":"There is nothing here."}',
        ]),
      );
    });

    it('of a server error hold no details, which are logged under the answered id', async () => {
      const { status, body, headers } = await guest.get<Problem>('trial-boom');
      expect(status).toBe(500);
      expect(body.code).toBe('internal');
      expect(JSON.stringify(body)).not.toContain('secret');
      const entry = logged
        .map((line) => JSON.parse(line) as { id: string; msg: string })
        .findLast((one) => one.msg === 'request failed');
      expect(entry?.id).toBe(headers.get('X-Request-Id'));
    });
  });

  describe('answers', () => {
    const sent = async (words: string, accepted: string) => {
      const { headers, bytes } = await rawGet(
        server.url,
        `/api/trial-words?words=${encodeURIComponent(words)}`,
        {
          'Accept-Encoding': accepted,
        },
      );
      const { vary, 'content-type': type, 'content-encoding': encoding, 'content-length': length } = headers;
      const text = (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
      const isSmall = bytes.length * 10 < Buffer.byteLength(text);
      return { vary, type, encoding, text, isWhole: Number(length) === bytes.length, isSmall };
    };
    const inHebrew = 'א'.repeat(694);

    it.each([
      ['gzip, deflate, br, zstd', 'gzip'],
      ['br;q=1.0, GZip ; q=0.5', 'gzip'],
      ['br', undefined],
      ['gzip;q=0, *', undefined],
      ['', undefined],
    ])(
      'longer than a packet have the encoding of a client that accepts %j: %s',
      async (accepted, encoding) => {
        expect(await sent(`${inHebrew}a`, accepted)).toEqual({
          vary: 'Accept-Encoding, Origin',
          type: 'application/json',
          encoding,
          text: `{"words":"${inHebrew}a"}`,
          isWhole: true,
          isSmall: encoding === 'gzip',
        });
      },
    );

    it('of a packet are sent as they are', async () => {
      expect(await sent(inHebrew, 'gzip')).toEqual({
        vary: 'Origin',
        type: 'application/json',
        encoding: undefined,
        text: `{"words":"${inHebrew}"}`,
        isWhole: true,
        isSmall: false,
      });
    });
  });

  describe('input', () => {
    it('that is valid is passed on as its schema’s output', async () => {
      expect(await guest.post('trial/', { name: 'a', age: 3 })).toMatchObject({
        status: 200,
        body: { name: 'a', age: 3 },
      });
    });

    it.each([
      [{}, { name: { code: 'required' } }],
      [{ name: '' }, { name: { code: 'required' } }],
      [{ name: null }, { name: { code: 'required' } }],
      [{ name: 'abcdef' }, { name: { code: 'too_long', limit: 5 } }],
      [{ name: 5 }, { name: { code: 'invalid' } }],
      [{ name: 'a', age: 0 }, { age: { code: 'too_small', limit: 1 } }],
      [{ name: 'a', age: 10 }, { age: { code: 'too_big', limit: 9 } }],
      [{ name: 'a', phone: '05' }, { phone: { code: 'phone' } }],
      [{ name: 'a', more: 1 }, { more: { code: 'unknown_field' } }],
      [{ name: 'a', groups: [{ name: 'x' }, {}] }, { 'groups.1.name': { code: 'required' } }],
      [[], { '': { code: 'invalid' } }],
      ['text', { '': { code: 'invalid' } }],
    ])('%j is refused field by field', async (body, fields) => {
      expect(await guest.post('trial/', body)).toMatchObject({
        status: 400,
        body: { code: 'validation', fields },
      });
    });

    it.each([
      ['{"name":"a","__proto__":{"x":1}}', '__proto__'],
      ['{"name":"a","groups":[{"constructor":1}]}', 'groups.0.constructor'],
      ['{"prototype":1}', 'prototype'],
      ['{"name":', ''],
      ['', ''],
    ])('%s never reaches a schema', async (text, path) => {
      const response = await fetch(new URL('/api/trial/', server.url), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: text,
      });
      expect(response.status).toBe(400);
      expect(Object.keys(((await response.json()) as Problem).fields ?? {})).toEqual([path]);
    });

    it('may be nested twelve levels deep, and no deeper', async () => {
      const nested = (levels: number): object => (levels === 0 ? {} : { a: nested(levels - 1) });
      const fieldsOf = async (levels: number) =>
        (await guest.post<Problem>('trial/', nested(levels))).body.fields;
      expect(await fieldsOf(12)).toEqual({ name: { code: 'required' }, a: { code: 'unknown_field' } });
      expect(await fieldsOf(13)).toEqual({ [Array(13).fill('a').join('.')]: { code: 'unknown_field' } });
    });

    it('with many errors is refused with the first fifty, and with field names cut to 200 characters', async () => {
      const fieldsOf = async (answer: Promise<{ status: number; body: unknown }>) => {
        const { status, body } = await answer;
        expect(status).toBe(400);
        return (body as Problem).fields;
      };
      const groups = Array.from({ length: 51 }, () => ({}));
      expect(await fieldsOf(guest.post('trial/', { name: 'a', groups }))).toEqual(
        Object.fromEntries(groups.slice(1).map((_, at) => [`groups.${at}.name`, { code: 'required' }])),
      );
      const long = 'x'.repeat(201);
      const cut = 'x'.repeat(200);
      expect(await fieldsOf(guest.post('trial/', { name: 'a', [long]: 1 }))).toEqual({
        [cut]: { code: 'unknown_field' },
      });
      expect(await fieldsOf(guest.get('trial', { [long]: '1' }))).toEqual({
        [cut]: { code: 'unknown_field' },
      });
      expect(await fieldsOf(guest.get(`trial?${long}=1&${long}=2`))).toEqual({ [cut]: { code: 'invalid' } });
    });

    it('in a query ignores ver, and refuses what is unknown or given twice', async () => {
      expect((await guest.get('trial', { page: '2', ver: '3.1.0' })).body).toEqual({ page: '2' });
      expect((await guest.get('trial', { pages: '2' })).body).toMatchObject({
        fields: { pages: { code: 'unknown_field' } },
      });
      expect((await guest.get('trial?page=1&page=2')).status).toBe(400);
    });
  });

  describe('bodies', () => {
    it('of exactly 64 KB are read, whether their length is announced or not, and a byte more is refused', async () => {
      const send = async (length: number, announced: object) => {
        const text = '{"name":"a"}'.padEnd(length);
        const headers = { 'Content-Type': 'application/json', ...announced };
        return (await raw(server.url, { path: '/api/trial/', headers, chunks: [text] })).status;
      };
      for (const [length, status] of [
        [65_536, 200],
        [65_537, 413],
      ] as const) {
        expect(await send(length, { 'Content-Length': String(length) })).toBe(status);
        expect(await send(length, { 'Transfer-Encoding': 'chunked' })).toBe(status);
      }
    });

    it('over 64 KB are refused by their announced length', async () => {
      const { status, body } = await guest.post('trial/', { name: 'x'.repeat(70_000) });
      expect(status).toBe(413);
      expect(body).toMatchObject({ code: 'too_large' });
    });

    it('over 64 KB are refused while they stream, without an announced length', async () => {
      const headers = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
      const chunks = Array.from({ length: 80 }, () => ' '.repeat(1024));
      const { status, body } = await raw(server.url, { path: '/api/trial/', headers, chunks });
      expect(status).toBe(413);
      expect(JSON.parse(body)).toMatchObject({ code: 'too_large' });
      // The server still answers.
      expect((await guest.get('healthz')).status).toBe(200);
    });

    it('refused unread keep the connection open if they arrive completely, or else close it, with a header', async () => {
      const { hostname, port } = new URL(server.url);
      /** Sends bytes on one connection; resolves with the answer once it passes, or once the connection has ended. */
      const exchange = (bytes: string, passes: (answer: string) => boolean) =>
        new Promise<{ answer: string; ended: boolean }>((resolve) => {
          const socket = connect(Number(port), hostname);
          let answer = '';
          const finish = (ended: boolean) => {
            socket.destroy();
            resolve({ answer, ended });
          };
          socket.on('data', (chunk: Buffer) => {
            answer += chunk.toString();
            if (passes(answer)) finish(false);
          });
          socket.on('error', () => {});
          socket.on('end', () => finish(true));
          socket.write(bytes);
        });
      const post = (length: string, body: string) =>
        `POST /api/trial/ HTTP/1.1\r\nHost: hevre\r\nContent-Type: application/json\r\n${length}\r\n\r\n${body}`;
      const ping = 'GET /api/ping/ HTTP/1.1\r\nHost: hevre\r\n\r\n';
      const statuses = (answer: string) => [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => code);
      const spaces = ' '.repeat(2_000_000);

      for (const fullRequest of [
        post('Content-Length: 2000000', spaces),
        post('Transfer-Encoding: chunked', `${(2_000_000).toString(16)}\r\n${spaces}\r\n0\r\n\r\n`),
      ]) {
        const keptAlive = await exchange(fullRequest + ping, (answer) => statuses(answer).length === 2);
        expect([statuses(keptAlive.answer), keptAlive.ended]).toEqual([['413', '200'], false]);
        expect(keptAlive.answer).not.toMatch(/^connection: close/im);
      }
      for (const part of [
        post('Content-Length: 2000000', ' '),
        post('Transfer-Encoding: chunked', `${(2_000_000).toString(16)}\r\n${spaces.slice(0, 70_000)}`),
      ]) {
        const { answer, ended } = await exchange(part, () => false);
        expect([statuses(answer), ended]).toEqual([['413'], true]);
        expect(answer).toMatch(/^connection: close\r$/im);
      }
    });

    it('must be JSON', async () => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'application/jsonx',
        '',
      ]) {
        const { status, body } = await guest.post('trial/', { name: 'a' }, { 'Content-Type': type });
        expect(status, type).toBe(415);
        expect(body).toMatchObject({ code: 'unsupported_media' });
      }
      // In any case, with blanks and parameters.
      for (const type of [
        'application/json; charset=utf-8',
        'Application/JSON',
        'application/json ;charset=utf-8',
      ]) {
        const { status } = await guest.post('trial/', { name: 'a' }, { 'Content-Type': type });
        expect(status, type).toBe(200);
      }
    });

    it('of uploads must be multipart', async () => {
      expect((await guest.post('image/', {})).status).toBe(415);
    });

    it('may be missing in a GET that changes something, but the content type may not', async () => {
      const unnegotiated = await fetch(new URL('/api/trial-changing/', server.url));
      expect(unnegotiated.status).toBe(415);
      const negotiated = await guest.get('trial-changing/');
      expect(negotiated.status).toBe(200);
      expect(negotiated.headers.get('Cache-Control')).toBe('no-store');
    });
  });

  describe('a POST with an Idempotency-Key', () => {
    const once = (key: string, body: unknown, path = 'trial-once/?ver=1') =>
      guest.post<{ run: number; code: string }>(path, body, { 'Idempotency-Key': key });

    it('runs once, and a repeat gets the first answer', async () => {
      runs.count = 0;
      const first = await once('a', { name: 'x' });
      const second = await once('a', { name: 'x' }, 'trial-once/?ver=2');
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.body).toEqual(first.body);
      expect(first.headers.get('Idempotency-Replayed')).toBeNull();
      expect(second.headers.get('Idempotency-Replayed')).toBe('true');
      expect(second.headers.get('Content-Type')).toContain('application/json');
      expect(runs.count).toBe(1);
    });

    it('is refused with another body', async () => {
      await once('b', { name: 'x' });
      // Whether or not that one would have been valid.
      for (const body of [{ name: 'y' }, {}]) {
        const other = await once('b', body);
        expect(other.status).toBe(422);
        expect(other.body.code).toBe('idempotency_mismatch');
      }
    });

    it('is a conflict while the first request runs, and only that one runs', async () => {
      runs.count = 0;
      let answered = 0;
      const answers = await Promise.all(
        [1, 2, 3, 4].map(async () => {
          const answer = await once('c', { name: 'slow' });
          answered += 1;
          if (answered === 3) runs.slow.open();
          return answer;
        }),
      );
      expect(
        answers
          .map(({ status, headers }) => [status, headers.get('Retry-After')])
          .toSorted(([one], [other]) => Number(one) - Number(other)),
      ).toEqual([
        [201, null],
        [409, '1'],
        [409, '1'],
        [409, '1'],
      ]);
      expect(runs.count).toBe(1);
    });

    it('stores a refusal, as a problem', async () => {
      runs.count = 0;
      await once('d', { name: 'refused' });
      const again = await once('d', { name: 'refused' });
      expect(again.status).toBe(403);
      expect(again.headers.get('Content-Type')).toBe('application/problem+json');
      expect(runs.count).toBe(1);
    });

    it('stores no server error: the next try runs', async () => {
      runs.count = 0;
      expect((await once('e', { name: 'broken' })).status).toBe(500);
      expect((await once('e', { name: 'broken' })).status).toBe(201);
    });

    it('stores no 401: the next try runs', async () => {
      runs.count = 0;
      expect((await once('h', { name: 'signed out' })).status).toBe(401);
      expect((await once('h', { name: 'signed out' })).body.run).toBe(2);
    });

    it('stores no 429: the next try runs', async () => {
      runs.count = 0;
      expect((await once('g', { name: 'limited' })).status).toBe(429);
      expect((await once('g', { name: 'limited' })).body.run).toBe(2);
    });

    it('must be short and without spaces', async () => {
      expect((await once('x'.repeat(201), { name: 'x' })).status).toBe(400);
      expect((await once('a b', { name: 'x' })).status).toBe(400);
    });
  });

  describe('a POST with an Idempotency-Key to the API itself', () => {
    let fullServer: TestServer;
    let dana: ApiMember;
    beforeAll(async () => {
      fullServer = await startServer({ database });
      dana = await createMember(fullServer, 'דנה');
    });
    afterAll(() => fullServer.close());

    it('writes the object and the answer to the key in one transaction', async () => {
      const created = await dana.post<{ id: number }>(
        'section/',
        { name: 'הליגה' },
        { 'Idempotency-Key': 'one-league' },
      );
      expect(created.status).toBe(201);
      const { rows } = await sql`
        select l.xmin::text = k.xmin::text as together, k.status, k.body::jsonb ->> 'name' as name
        from leagues l cross join idempotency k
        where l.id = ${created.body.id}::integer and k.key = 'one-league'`.execute(fullServer.platform.db);
      expect(rows).toEqual([{ together: true, status: 201, name: 'הליגה' }]);

      const again = await dana.post('section/', { name: 'הליגה' }, { 'Idempotency-Key': 'one-league' });
      expect(again).toMatchObject({ status: 201, body: created.body });
      expect((await dana.get<{ count: number }>('section/', { mine: true })).body.count).toBe(1);
    });

    it('stores a refusal too, and answers it again', async () => {
      const key = { 'Idempotency-Key': 'no-league' };
      const first = await dana.post('section/', { name: '' }, key);
      const second = await dana.post('section/', { name: '' }, key);
      expect([first.status, second.status]).toEqual([400, 400]);
      expect(second.body).toEqual(first.body);
      expect((await dana.post('section/', { name: 'אחרת' }, key)).status).toBe(422);
    });

    it('is refused at another path with the same body', async () => {
      const key = { 'Idempotency-Key': 'one-thing' };
      expect((await dana.post('section/', { name: 'הליגה' }, key)).status).toBe(201);
      const group = await dana.post<{ code: string }>('clan/', { name: 'הליגה' }, key);
      expect([group.status, group.body.code]).toEqual([422, 'idempotency_mismatch']);
      expect((await dana.get<{ count: number }>('clan/')).body.count).toBe(0);
    });
  });

  it('answers the health check with 503 when the database is closed', async () => {
    const other = await startServer({ database, clientFolder: site });
    try {
      await other.platform.database.close();
      const { status, body } = await api(other.url).get('healthz');
      expect(status).toBe(503);
      expect(body).toMatchObject({ code: 'unavailable' });
    } finally {
      await other.close();
    }
  });

  it('answers 503 after 15 seconds, to an upload after 75, and keeps no timer of an answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const statusOf = async (path: string, init?: RequestInit) => (await server.fetch(path, init)).status;
    expect([await statusOf('/api/ping/'), vi.getTimerCount()]).toEqual([200, 0]);
    const form = { 'Content-Type': 'multipart/form-data; boundary=x' };
    for (const [path, init, seconds] of [
      ['/api/trial-endless', {}, 15],
      ['/api/image', { method: 'POST', headers: form, body: '' }, 75],
    ] as const) {
      let status: number | null = null;
      void statusOf(path, init).then((answer) => (status = answer));
      await vi.advanceTimersByTimeAsync(seconds * 1_000 - 1);
      expect({ path, status }).toEqual({ path, status: null });
      await vi.advanceTimersByTimeAsync(1);
      expect({ path, status }).toEqual({ path, status: 503 });
    }
  });

  it('logs a call as information and a page for debugging, with its milliseconds to a tenth', async () => {
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => void vi.restoreAllMocks());
    runs.during = () => void (now += 1_234.567);
    await server.fetch('/api/trial-timed');
    await server.fetch('/nowhere');
    const lines = logged.slice(-2).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ level, route, status, ms }) => [level, route, status, ms])).toEqual([
      [30, '/api/trial-timed', 200, 1_234.6],
      [20, '/*', 404, 0],
    ]);
  });

  it('has metrics of requests, of the database, and of its own memory, age and version', async () => {
    const { body } = await guest.get<string>('metrics');
    const shape = body
      .split('\n')
      .filter((line) => !line.startsWith('hevre_request'))
      .map((line) => line.replace(/ \d+$/, (value) => (line.startsWith('hevre_info') ? value : ' n')));
    expect(shape).toEqual([
      '# TYPE hevre_requests_total counter',
      '# TYPE hevre_request_seconds_total counter',
      '# TYPE hevre_db_connections gauge',
      'hevre_db_connections{state="open"} n',
      'hevre_db_connections{state="idle"} n',
      'hevre_db_connections{state="waited_for"} n',
      '# TYPE hevre_memory_bytes gauge',
      'hevre_memory_bytes{kind="resident"} n',
      'hevre_memory_bytes{kind="heap"} n',
      '# TYPE hevre_uptime_seconds gauge',
      'hevre_uptime_seconds n',
      '# TYPE hevre_info gauge',
      'hevre_info{version="3.1.0"} 1',
      '',
    ]);
  });

  it('logs and counts by the route, and never what was sent', async () => {
    await guest.get('trial/', { page: '0501234567' }, { Authorization: 'Token sesame' });
    await guest.get('0501234567/');
    const text = logged.join('');
    expect(text).not.toContain('0501234567');
    expect(text).not.toContain('sesame');
    const lines = logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.at(-2)).toMatchObject({ method: 'GET', route: '/api/trial', status: 200, msg: 'request' });
    expect(lines.at(-1)).toMatchObject({ method: 'GET', route: '/api/*', status: 404 });
    const metrics = await guest.get<string>('metrics');
    expect(metrics.body).toMatch(
      /hevre_requests_total\{method="GET",route="\/api\/trial",status="200"\} \d+/,
    );
    const [, seconds] =
      /hevre_request_seconds_total\{method="GET",route="\/api\/trial",status="200"\} (\S+)/.exec(
        metrics.body,
      ) ?? [];
    const served = lines.filter(
      ({ method, route, status }) => method === 'GET' && route === '/api/trial' && status === 200,
    );
    expect(Number(seconds)).toBeCloseTo(served.reduce((sum, line) => sum + Number(line['ms']), 0) / 1000, 5);
    expect(metrics.body).toMatch(/hevre_db_connections\{state="open"\} \d+/);
    expect(metrics.body).not.toContain('0501234567');
  });
});

describe('the server', () => {
  let server: TestServer;
  let https: TestServer;
  beforeAll(async () => {
    server = await startServer({
      clientFolder: site,
      env: {
        ALLOWED_ORIGINS: 'https://localhost',
        ANDROID_APP: `org.example.hevre ${certificate}`,
        APPLE_APP: 'ABCDE12345.org.example.hevre',
      },
    });
    https = await startServer({
      clientFolder: site,
      env: { SITE_URL: 'https://hevre.example', ALLOW_CONSOLE_SMS: '1', TRUST_PROXY: '1' },
    });
  });
  afterAll(async () => {
    await server.close();
    await https.close();
  });
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(new URL(path, server.url), { headers });

  it('has a strict policy on every answer, errors and pages alike, with the hashes of the page’s own scripts', async () => {
    for (const path of ['/', '/api/ping/', '/api/nowhere/', '/nowhere']) {
      const { headers } = await get(path);
      expect(headers.get('Content-Security-Policy'), path).toBe(clientPolicy);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin-allow-popups');
      expect(headers.get('Permissions-Policy')).toContain('camera=()');
      expect(headers.get('Strict-Transport-Security')).toBeNull();
    }
    const secure = await fetch(new URL('/', https.url));
    expect(secure.headers.get('Strict-Transport-Security')).toContain('max-age=31536000');
  });

  it.each([
    ['a1B2-_c3', true],
    ['x'.repeat(64), true],
    ['x'.repeat(7), false],
    ['x'.repeat(65), false],
    ['12345678"}', false],
  ])('takes the id of a request from a trusted proxy only, if it is valid: %s', async (given, isTaken) => {
    const idFrom = async ({ url }: TestServer) =>
      (await fetch(new URL('/api/ping/', url), { headers: { 'X-Request-Id': given } })).headers.get(
        'X-Request-Id',
      );
    const own = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(await idFrom(https)).toEqual(isTaken ? given : own);
    expect(await idFrom(server)).toEqual(own);
  });

  it('serves the link association files of native apps if the settings name the apps', async () => {
    const [android, apple] = ['/.well-known/assetlinks.json', '/.well-known/apple-app-site-association'];
    const links = await get(android);
    expect([links.status, links.headers.get('Content-Type')]).toEqual([200, 'application/json']);
    expect(links.headers.get('Cache-Control')).toBe('public, max-age=3600');
    expect(await links.json()).toEqual([
      {
        relation: ['delegate_permission/common.handle_all_urls'],
        target: {
          namespace: 'android_app',
          package_name: 'org.example.hevre',
          sha256_cert_fingerprints: [certificate],
        },
      },
    ]);
    const association = await get(apple);
    expect([association.status, association.headers.get('Content-Type')]).toEqual([200, 'application/json']);
    expect(await association.json()).toEqual({
      applinks: { details: [{ appIDs: ['ABCDE12345.org.example.hevre'], components: [{ '/': '/' }] }] },
    });
    for (const path of [android, apple]) {
      expect((await fetch(new URL(path, https.url))).status).toBe(404);
      expect((await fetch(new URL(path, server.url), { method: 'POST' })).status).toBe(404);
    }
  });

  it('has the same headers on each kind of answer behind TLS, but for the policy of a picture', async () => {
    const name = 'picture-of-nobody';
    const { db } = https.platform;
    const { id } = await db
      .insertInto('members')
      .values({ name: 'מישהי' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const bytes = Buffer.from('RIFF');
    await db
      .insertInto('images')
      .values({ name, maker_id: id, model: 'member', width: 1, height: 1, large: bytes, small: bytes })
      .execute();
    const json = { 'Content-Type': 'application/json' };
    const kinds: [kind: string, status: number, path: string, init?: RequestInit][] = [
      ['page', 200, '/'],
      ['page again', 304, '/', { headers: { 'If-None-Match': '*' } }],
      ['asset', 200, '/assets/main-Bq3xK_9d.js'],
      ['words', 200, '/assets/i18n/heb.json'],
      ['missing page', 404, '/nowhere'],
      ['shared', 303, '/share', { method: 'POST', redirect: 'manual' }],
      ['api', 200, '/api/ping/', { headers: json }],
      ['document', 200, '/api/openapi.json'],
      ['head', 200, '/api/ping/', { method: 'HEAD' }],
      ['picture', 200, `/api/image/${name}`],
      ['picture again', 304, `/api/image/${name}`, { headers: { 'If-None-Match': '*' } }],
      ['missing picture', 404, '/api/image/none'],
      ['missing call', 404, '/api/nowhere/'],
      ['refused input', 400, '/api/section/?limit=0'],
      ['guest', 401, '/api/export/', { headers: json }],
      ['bad token', 401, '/api/ping/../section/', { headers: { Authorization: 'Token x' } }],
      ['too large', 413, '/api/section/', { method: 'POST', headers: json, body: 'x'.repeat(70_000) }],
      ['not JSON', 415, '/api/section/', { method: 'POST', body: 'x' }],
      ['preflight', 204, '/api/section/', { method: 'OPTIONS' }],
    ];
    for (const [kind, status, path, init] of kinds) {
      const { headers, ...answer } = await fetch(new URL(path, https.url), init).then((response) => ({
        status: response.status,
        headers: response.headers,
      }));
      expect({ kind, ...answer }).toEqual({ kind, status });
      const isPicture = kind === 'picture' || kind === 'picture again';
      expect({
        kind,
        policy: headers.get('Content-Security-Policy'),
        secure: headers.get('Strict-Transport-Security'),
        sniffing: headers.get('X-Content-Type-Options'),
        framing: headers.get('X-Frame-Options'),
        referrer: headers.get('Referrer-Policy'),
        permissions: headers.get('Permissions-Policy'),
        opener: headers.get('Cross-Origin-Opener-Policy'),
        // No header names the software, and none sets a cookie.
        server: headers.get('Server') ?? headers.get('X-Powered-By'),
        cookie: headers.get('Set-Cookie'),
      }).toEqual({
        kind,
        policy: isPicture ? "default-src 'none'; frame-ancestors 'none'; sandbox" : clientPolicy,
        secure: 'max-age=31536000; includeSubDomains',
        sniffing: 'nosniff',
        framing: 'DENY',
        referrer: 'no-referrer',
        permissions: 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
        opener: 'same-origin-allow-popups',
        server: null,
        cookie: null,
      });
    }
  });

  it('has the page for unknown paths in the browser’s language', async () => {
    for (const [accepts, start] of [
      ['en-GB,en;q=0.9,he;q=0.8', '<html lang="en" dir="ltr">'],
      ['he-IL,he;q=0.9,en;q=0.8', '<html lang="he" dir="rtl">'],
      ['fr-FR,en;q=0.5', '<html lang="en" dir="ltr">'],
      ['fr', '<html lang="he" dir="rtl">'],
      ['', '<html lang="he" dir="rtl">'],
    ] as const) {
      const page = await (await get('/nowhere', { 'Accept-Language': accepts })).text();
      expect({ accepts, start: page.split('\n')[1] }).toEqual({ accepts, start });
      expect(/\p{Script=Hebrew}/u.test(page)).toBe(start.includes('he'));
    }
  });

  it('redirects a share that no service worker has handled to the app', async () => {
    const body = new FormData();
    body.set('text', 'איזה גול');
    body.set('picture', new File([new Uint8Array(300_000)], 'goal.jpg', { type: 'image/jpeg' }));
    const share = new URL('/share', server.url);
    const { status, headers } = await fetch(share, { method: 'POST', body, redirect: 'manual' });
    expect([status, headers.get('Location')]).toEqual([303, '/#/share']);
    expect((await fetch(share)).status).toBe(404);
  });

  it('answers TRACE with nothing of what was sent', async () => {
    for (const [path, expected] of [
      ['/', 404],
      ['/api/ping/', 415],
    ] as const) {
      const headers = { 'X-Secret': 'sesame' };
      const { status, body } = await raw(server.url, { method: 'TRACE', path, headers, chunks: [] });
      expect({ path, status }).toEqual({ path, status: expected });
      expect(body).not.toContain('sesame');
    }
  });

  it("allows the native shell's origin, and no other", async () => {
    const preflight = (origin: string) =>
      fetch(new URL('/api/bet/', server.url), {
        method: 'OPTIONS',
        headers: {
          Origin: origin,
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'authorization',
        },
      });
    const shell = await preflight('https://localhost');
    expect(shell.headers.get('Access-Control-Allow-Origin')).toBe('https://localhost');
    expect(
      Object.fromEntries([...shell.headers].filter(([name]) => name.startsWith('access-control-'))),
    ).toEqual({
      'access-control-allow-origin': 'https://localhost',
      'access-control-allow-methods': 'GET,POST,PUT,DELETE',
      'access-control-allow-headers': 'Authorization,Content-Type,Idempotency-Key,Last-Event-ID',
      'access-control-expose-headers': 'Date,Retry-After,X-Request-Id',
      'access-control-max-age': '600',
    });
    expect((await preflight('https://evil.example')).headers.get('Access-Control-Allow-Origin')).toBeNull();
    const ping = async (headers: Record<string, string>) => {
      const answer = await get('/api/ping/', headers);
      const names = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers', 'Vary'];
      return [answer.status, ...names.map((name) => answer.headers.get(name))];
    };
    const exposed = 'Date,Retry-After,X-Request-Id';
    expect(await ping({ Origin: 'https://localhost' })).toEqual([
      200,
      'https://localhost',
      exposed,
      'Origin',
    ]);
    expect(await ping({ Origin: 'https://evil.example' })).toEqual([200, null, null, 'Origin']);
    expect(await ping({})).toEqual([200, null, null, 'Origin']);
    const failed = await get('/api/nowhere/', { Origin: 'https://localhost' });
    expect(failed.headers.get('Access-Control-Allow-Origin')).toBe('https://localhost');
  });

  it('serves the page only at /, revalidated each time', async () => {
    const page = await get('/');
    expect(page.status).toBe(200);
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('Cache-Control')).toBe('no-cache');
    const etag = page.headers.get('ETag') ?? '';
    for (const ifNoneMatch of [etag, `"other", ${etag}`, `W/"other" , W/${etag}`, '*'])
      expect({
        known: ifNoneMatch,
        status: (await get('/', { 'If-None-Match': ifNoneMatch })).status,
      }).toEqual({
        known: ifNoneMatch,
        status: 304,
      });
    expect((await get('/', { 'If-None-Match': '"other", W/"another"' })).status).toBe(200);
  });

  it('lets hashed files be cached for a year, and translations be revalidated', async () => {
    const script = await get('/assets/main-Bq3xK_9d.js');
    expect(script.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    const translations = await get('/assets/i18n/heb.json');
    expect(translations.headers.get('Cache-Control')).toBe('no-cache');
    expect(translations.headers.get('ETag')).toMatch(/^".+"$/);
    // It has no compressed version.
    expect(translations.headers.get('Vary')).toBeNull();
    expect([translations.headers.get('Content-Encoding'), await translations.text()]).toEqual([null, '{}']);
  });

  it.each([
    ['/service-worker.js', 'text/javascript; charset=utf-8'],
    ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8'],
    ['/icon-192.png', 'image/png'],
  ])('has %s revalidated each time, so that a new version is found at once', async (path, type) => {
    const { headers } = await get(path);
    expect([headers.get('Content-Type'), headers.get('Cache-Control')]).toEqual([type, 'no-cache']);
    const { status } = await get(path, { 'If-None-Match': headers.get('ETag') ?? '' });
    expect(status).toBe(304);
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['deflate , GZip ; q=0.5', 'gzip'],
    ['br ; q=0.000, gzip;q=0.0', null],
    ['identity', null],
  ])('answers Accept-Encoding %s with %s', async (accepted, encoding) => {
    const { headers, bytes } = await rawGet(server.url, '/assets/main-Bq3xK_9d.js', {
      'Accept-Encoding': accepted,
    });
    expect(headers['content-encoding'] ?? null).toBe(encoding);
    expect(headers['vary']).toBe('Accept-Encoding');
    expect(bytes.length).toBe({ br: 6, gzip: 4 }[encoding ?? ''] ?? 5);
  });

  it('has a page for an app that is not built', async () => {
    const pages = new Hono<Env>();
    pages.all('*', staticFiles(join(site, 'nothing')));
    const both = [
      ['en', '<html lang="en" dir="ltr">', 'One moment', 'The app is not built yet.'],
      ['he', '<html lang="he" dir="rtl">', 'עוד רגע', 'האפליקציה עוד לא נבנתה.'],
    ] as const;
    for (const [language, ...pageTexts] of both) {
      const page = await pages.request('/', { headers: { 'Accept-Language': language } });
      expect([page.status, page.headers.get('Cache-Control')]).toEqual([503, 'no-store']);
      const shown = /(<html .*>)[^]*<title>(.*)<\/title>[^]*<h1>(.*)<\/h1>\s*<p>(.*?\.)/.exec(
        await page.text(),
      );
      const [, html, title, heading, text] = shown ?? [];
      expect([html, title, text]).toEqual(pageTexts);
      expect(heading).toBe(title);
    }
    expect((await pages.request('/', { method: 'HEAD' })).status).toBe(503);
    expect((await pages.request('/', { method: 'POST' })).status).toBe(404);
    expect((await pages.request('/nowhere')).status).toBe(404);
  });

  it('has a page for unknown paths, and serves nothing outside its folder', async () => {
    for (const path of [
      '/nowhere',
      '/index.html/x',
      '/..%2f..%2fetc/passwd',
      '/%2e%2e/package.json',
      '/apix',
    ]) {
      const response = await get(path);
      expect(response.status, path).toBe(404);
      expect(await response.text()).toContain('lang="he" dir="rtl"');
    }
  });

  it('serves its metrics to this machine only', async () => {
    expect((await get('/api/metrics')).status).toBe(200);
    for (const name of ['X-Forwarded-For', 'Forwarded', 'Via']) {
      expect((await get('/api/metrics', { [name]: '127.0.0.1' })).status, name).toBe(404);
    }
    expect(
      (await fetch(new URL('/api/metrics', https.url), { headers: { 'X-Forwarded-For': '127.0.0.1' } }))
        .status,
    ).toBe(404);
  });

  it('answers ping with its time and version', async () => {
    const before = Date.now();
    const { body } = await api(server.url).get<{ ok: boolean; version: string; time: string }>('ping/');
    expect(body).toMatchObject({ ok: true, version: '3.1.0' });
    expect(Date.parse(body.time)).toBeGreaterThanOrEqual(before);
    expect(body.time).toMatch(/Z$/);
  });
});
