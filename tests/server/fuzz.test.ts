import { Writable } from 'node:stream';
import pino from 'pino';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { Problem } from '#contract/failures.ts';
import { openSession } from '#server/auth/sessions.ts';
import { logSerializers } from '#server/boot/log.ts';
import { openApi } from '#server/endpoints/openapi.ts';
import { seededRandom, type Random, type KnownValues } from '#tests/support/fuzz/schema.ts';
import {
  hostileRequests,
  validRequest,
  invalidRequest,
  operationsOf,
  type GeneratedRequest,
  type Operation,
} from '#tests/support/fuzz/requests.ts';
import { marker } from '#tests/support/fuzz/naughty-strings.ts';
import { createMember, optionIdsOf } from '#tests/support/server/leagues-and-games.ts';
import { newPhone } from '#tests/support/server/members.ts';
import {
  createPolicyFixture,
  roles,
  type Role,
  type PolicyFixture,
} from '#tests/support/server/policy-fixture.ts';
import { form, formType, hugePng } from '#tests/support/server/pictures.ts';
import { runSize } from '#tests/support/run-size.ts';
import { startServer, type TestServer } from '#tests/support/server/server.ts';

/**
 * The whole API under requests generated from its own OpenAPI document. No answer may be a 5xx or break its schema (under
 * test the server checks each answer), none may hold another member's phone or token, and no log line may hold what was
 * sent.
 */

const strictProblem = v.strictObject(Problem.entries);
const picture = form({ bytes: hugePng(1, 1) });

/** Ids, phones and codes of the fixture, by the names of fields. */
function likelyIn(fixture: PolicyFixture): KnownValues {
  const { league, official, group, game, officialGame, item, vote, officialItem, people, type, rule } =
    fixture;
  const absent = [2_000_000_000];
  const ids = {
    section: [league.id, official.id, ...absent],
    clan: [group.id, ...absent],
    post: [game.id, vote.post, officialGame.id, ...absent],
    item: [item.id, vote.id, officialItem.id, ...absent],
    itemoption: [...optionIdsOf(item), ...optionIdsOf(vote), ...optionIdsOf(officialItem), ...absent],
    member: [...Object.values(people).map(({ id }) => id), ...absent],
    option: [...game.options.map(({ id }) => id), ...officialGame.options.map(({ id }) => id), ...absent],
    itemtype: [type.id, 1, 2, 3, 4, 5, 6, ...absent],
    itemrule: [rule.id, ...absent],
    any: [1, 2, 3, ...absent],
  };
  const phones = [...Object.values(people).map(({ phone }) => phone), newPhone(), '0501234567', '123'];
  const codes = [league.code, group.code, '0000000000', 'short'];
  const named: Record<string, readonly unknown[]> = {
    ...Object.fromEntries(Object.entries(ids).map(([model, own]) => [`${model}.id`, own])),
    ...ids,
    onSectionOnly: ids.section,
    owner: ids.member,
    comment_post: ids.post,
    itemOption: ids.itemoption,
    itemType: ids.itemtype,
    parent: [0, ...ids.itemtype],
    options: [...ids.option, ...ids.itemoption],
    'values.key': ids.itemoption.map(String),
    'rules.key': [
      'due_date',
      'bets_allow',
      'players',
      'ordering_type',
      'rounds',
      'pts_exact',
      'decided_by',
      'x',
    ],
    'rules.due_date': ['2026-12-30T10:00:00.000Z', 'soon', null],
    cellphone: phones,
    username: phones,
    password: ['123456', '000000', 'x'],
    pincode: ['123456'],
    code: codes,
    limit: ['1', '10', '100', '101'],
    page: ['1', '2', '1000000', '0'],
    offset: ['0', '5', '10000000'],
    date: ['2026-12-30T10:00:00.000Z', '2020-01-01T00:00:00Z', null],
  };
  for (const model of ['bet', 'postcomment', 'notification', 'session', 'image'])
    named[`${model}.id`] ??= ids.any;
  return (name) => named[name] ?? [];
}

/** A log at level trace whose lines are kept. */
function recordingLog() {
  const lines: string[] = [];
  const write = (chunk: unknown, _: unknown, done: () => void) => {
    lines.push(String(chunk));
    done();
  };
  return {
    lines,
    log: pino({ level: 'trace', base: null, serializers: logSerializers }, new Writable({ write })),
  };
}

describe('generated requests', () => {
  const statusCounts = new Map<number, number>();
  const faults: string[] = [];
  const secrets = { phones: new Set<string>(), tokens: new Set<string>() };

  const fault = (request: GeneratedRequest, role: Role, what: string) =>
    faults.push(
      `${role} ${request.method} ${request.path.slice(0, 300)} ${(request.body ?? '').slice(0, 300)}: ${what}`,
    );

  async function answerTo(url: string, request: GeneratedRequest, token: string | null) {
    const { method, takesFile } = request;
    const hangUp = new AbortController();
    const bodiless = method === 'GET' || method === 'HEAD';
    const response = await fetch(url + request.path, {
      method,
      headers: {
        ...(takesFile ? { 'Content-Type': formType } : request.headers),
        ...(token === null ? {} : { Authorization: `Token ${token}` }),
      },
      ...(bodiless ? {} : takesFile ? { body: new Uint8Array(picture) } : { body: request.body }),
      signal: hangUp.signal,
      redirect: 'manual',
    });
    const streams = response.headers.get('Content-Type')?.startsWith('text/event-stream') ?? false;
    const text = streams ? '' : await response.text();
    hangUp.abort();
    return { status: response.status, headers: response.headers, text, streams };
  }
  type Answered = Awaited<ReturnType<typeof answerTo>>;

  function checkAnswer(
    request: GeneratedRequest,
    role: Role,
    fixture: PolicyFixture,
    { status, headers, text, streams }: Answered,
  ): void {
    statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1);
    if (status >= 500) fault(request, role, `${status} ${text.slice(0, 200)}`);
    // Node's own empty answer to headers or an address that are too long.
    if (status === 431 && text === '') return;
    if (headers.get('X-Content-Type-Options') !== 'nosniff' || !headers.has('Content-Security-Policy')) {
      fault(request, role, 'bare of headers');
    }
    const own = role === 'guest' ? null : fixture.people[role];
    for (const { phone, token } of Object.values(fixture.people)) {
      if (phone !== own?.phone && text.includes(phone)) fault(request, role, "another's phone");
      if (text.includes(token)) fault(request, role, 'a token');
    }
    if (request.method === 'HEAD' || streams || status === 204) return;
    if (!request.path.startsWith('/api/') || !headers.get('Content-Type')?.includes('json')) return;
    if (!/no-store/.test(headers.get('Cache-Control') ?? '') && !request.path.startsWith('/api/openapi')) {
      fault(request, role, 'may be kept');
    }
    const body: unknown = JSON.parse(text);
    if (status < 400) return;
    const problem = v.safeParse(strictProblem, body);
    if (!problem.success || problem.output.status !== status)
      fault(request, role, `no problem: ${text.slice(0, 200)}`);
  }

  type Next = (die: Random, likely: KnownValues) => GeneratedRequest | undefined;

  /** Sends requests eight at a time, on a new server and fixture after each 1,500. Returns the servers' console lines. */
  async function sendAll(start: () => Promise<TestServer>, next: Next, seed: number): Promise<string[]> {
    const printed: string[] = [];
    const random = seededRandom(seed);
    for (;;) {
      const server = await start();
      const { db } = server.platform;
      const fixture = await createPolicyFixture(server);
      const knownValues = likelyIn(fixture);
      const tokens = new Map<Role, string>();
      for (const [role, { phone, token }] of Object.entries(fixture.people)) {
        tokens.set(role as Role, token);
        secrets.phones.add(phone);
        secrets.tokens.add(token);
      }
      let remaining = 1_500;
      let isExhausted = false;
      let uploading: Promise<unknown> = Promise.resolve();
      const worker = async () => {
        while (remaining > 0) {
          remaining -= 1;
          const request = next(random, knownValues);
          if (!request) {
            isExhausted = true;
            remaining = 0;
            return;
          }
          const role = random.pick(roles);
          // An extra member deletes their account, so that the fixture's members stay.
          const extraMember =
            request.id === 'deleteMe' && role !== 'guest' ? await createMember(server, 'לרגע') : null;
          const sendRequest = () =>
            answerTo(server.url, request, extraMember?.token ?? tokens.get(role) ?? null);
          // One upload at a time: the server refuses many at once.
          const answered = request.takesFile
            ? await (uploading = uploading.then(sendRequest))
            : await sendRequest();
          checkAnswer(request, role, fixture, answered as Answered);
          if ((answered as Answered).status === 401 && role !== 'guest' && !extraMember) {
            const token = await openSession(db, fixture.people[role].id, { userAgent: 'fuzz' });
            tokens.set(role, token);
            secrets.tokens.add(token);
          }
        }
      };
      await Promise.all(Array.from({ length: 8 }, worker));
      const { status } = await fetch(`${server.url}/api/healthz`);
      if (status !== 200) faults.push(`health check after the requests: ${status}`);
      printed.push(...server.printed);
      await server.close();
      if (isExhausted) return printed;
    }
  }

  test('none fails, breaks its schema or returns another member’s phone or a token, and no log line holds what was sent', async () => {
    const requestCount = runSize('generated requests', 400, 120_000);
    const { lines, log } = recordingLog();
    const operations = operationsOf(openApi());
    expect(operations.length).toBeGreaterThan(80);
    // Two fifths hold a hostile text, two fifths are valid, and one fifth is invalid.
    let hostile: Generator<GeneratedRequest> | null = null;
    const every = Math.max(1, Math.round(countOf(operations) / (requestCount * 0.4)));
    let sent = 0;
    let hostileCount = 0;
    const printed = await sendAll(
      () => startServer({ database: 'postgres', log }),
      (random, knownValues) => {
        if (sent >= requestCount) return undefined;
        sent += 1;
        const turn = sent % 5;
        const of = operations[sent % operations.length] as Operation;
        if (turn < 2) {
          hostile ??= hostileRequests(operations, random, knownValues);
          let next = hostile.next();
          for (let skip = random.roll(every * 2 - 1); skip > 0 && !next.done; skip -= 1)
            next = hostile.next();
          if (!next.done) {
            hostileCount += 1;
            return next.value;
          }
          hostile = null;
        }
        return turn === 2 ? invalidRequest(of, random, knownValues) : validRequest(of, random, knownValues);
      },
      20_261_121,
    );
    const counts = [...statusCounts]
      .toSorted(([a], [b]) => a - b)
      .map(([status, count]) => `${count} × ${status}`);
    console.log(
      `generated requests: ${sent} sent, ${hostileCount} with a hostile text; ${counts.join(', ')}`,
    );
    expect(faults.slice(0, 20)).toEqual([]);
    expect(lines.length).toBeGreaterThan(requestCount);
    expect(leakingLines(lines, printed).slice(0, 20)).toEqual([]);
  }, 3_600_000);

  const countOf = (operations: readonly Operation[]) => {
    let count = 0;
    for (const _ of hostileRequests(operations, seededRandom(1), () => [])) count += 1;
    return count;
  };

  /** Log lines that hold a phone, a token, a PIN, or text of a query or a body. */
  function leakingLines(lines: readonly string[], printed: readonly string[]): string[] {
    const pins = new Set(printed.map((line) => (JSON.parse(line) as { pin: string }).pin));
    return lines.filter((line) => {
      // Digits of a request's id and time are no PIN.
      const { id: _, time: __, ...rest } = JSON.parse(line) as Record<string, unknown>;
      const text = JSON.stringify(rest);
      const digits = text.match(/\d{6}/g) ?? [];
      return (
        [...secrets.tokens].some((token) => text.includes(token)) ||
        /\+?9725\d{8}|05\d{8}/.test(text) ||
        text.includes(marker) ||
        digits.some((six) => pins.has(six)) ||
        /\?(cellphone|code|search)=/.test(text)
      );
    });
  }
});
