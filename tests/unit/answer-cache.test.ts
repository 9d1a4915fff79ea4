import * as v from 'valibot';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createStorage } from '#actors/storage.ts';
import { clearAnswerCache } from '#app/clear-answer-cache.ts';
import { createAnswerCache } from '#app/answer-cache.ts';
import { FailureError } from '#contract/failures.ts';
import { CachedAnswer } from '#domain/cached-answer.ts';

const reader = { member: 7, language: 'he', version: '3.1.0' };
const schema = v.object({ results: v.array(v.number()) });
const feed = (limit = 10) => ({ name: 'feed' as const, params: { limit }, schema });
const page = { results: [5, 3] };
const clock = () => 1200;
const loadOf = (answer = page) => vi.fn<() => Promise<typeof page>>(() => Promise.resolve(answer));

describe('cached answers', () => {
  let storage: ReturnType<typeof createStorage>;
  /** The answer that a new page of this reader gets first. */
  const begins = (
    change: Partial<{ member: number | null; language: string; version: string }> = {},
    place = feed(),
  ) =>
    createAnswerCache(storage, () => ({ ...reader, ...change }), clock).staleWhileRevalidate(
      place,
      loadOf({ results: [] }),
    );

  beforeEach(async () => {
    storage = createStorage(null);
    await createAnswerCache(storage, () => reader, clock).staleWhileRevalidate(feed(), loadOf());
  });

  test('are returned to the next page once, then the server is queried', async () => {
    const next = createAnswerCache(storage, () => reader, clock);
    const [first, second] = [loadOf(), loadOf({ results: [8, 5] })];
    expect(await next.staleWhileRevalidate(feed(), first)).toEqual(new CachedAnswer(page, 1200));
    expect(await next.staleWhileRevalidate(feed(), second)).toEqual({ results: [8, 5] });
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
    expect(await begins()).toEqual(new CachedAnswer({ results: [8, 5] }, 1200));
    expect(await begins()).toMatchObject({ answer: { results: [8, 5] }, cachedAt: 1200 });
  });

  describe('and what the page’s head has asked for', () => {
    const early = new CachedAnswer({ results: [9] }, 900);
    const asked = { results: [8] };
    /** What a page with this store gets first and then, where the early answer comes as given. */
    const begin = async (store: typeof storage, readEarly: () => Promise<typeof early | null>) => {
      const next = createAnswerCache(store, () => reader, clock);
      const load = (mayBeCached = true) =>
        next.staleWhileRevalidate(feed(), loadOf(asked), mayBeCached, readEarly);
      return { load, both: [await load(), await load()] };
    };

    test('which is returned first where it has come, once', async () => {
      const read = () => Promise.resolve(early);
      expect((await begin(storage, read)).both).toEqual([early, asked]);
      expect((await begin(createStorage(null), read)).both).toEqual([early, asked]);
    });

    test('which is stored as soon as it is returned, with the time when it came', async () => {
      for (const store of [storage, createStorage(null)]) {
        const shown = createAnswerCache(store, () => reader, clock);
        const read = () => Promise.resolve(early);
        expect(await shown.staleWhileRevalidate(feed(), loadOf(asked), true, read)).toEqual(early);
        const next = createAnswerCache(store, () => reader, clock);
        expect(await next.staleWhileRevalidate(feed(), loadOf(asked))).toEqual(early);
      }
    });

    test('which is not stored if the member signs out, or another signs in, while it is waited for', async () => {
      for (const other of [null, 8]) {
        let member: number | null = 7;
        const store = createStorage(null);
        const cache = createAnswerCache(store, () => ({ ...reader, member }), clock);
        const read = () => {
          member = other;
          return Promise.resolve(early);
        };
        await cache.staleWhileRevalidate(feed(), loadOf(asked), true, read);
        expect(store.readAll('')).toEqual({});
      }
    });

    test('which is not waited for, where an answer is stored', async () => {
      const never = () => new Promise<null>(() => {});
      expect((await begin(storage, never)).both).toEqual([new CachedAnswer(page, 1200), asked]);
    });

    test('which is waited for, where none is stored', async () => {
      let arrive: (answer: typeof early | null) => void = () => {};
      const coming = new Promise<typeof early | null>((resolve) => (arrive = resolve));
      const began = begin(createStorage(null), () => coming);
      const isOver = vi.fn<() => void>();
      void began.then(isOver);
      // More tasks than the stored answer would take.
      for (let task = 0; task < 3; task += 1) await new Promise((resolve) => setTimeout(resolve));
      expect(isOver.mock.calls).toHaveLength(0);
      arrive(early);
      expect((await began).both).toEqual([early, asked]);
    });

    test('which is none: then the stored answer is returned, or the server’s', async () => {
      const none = () => Promise.resolve(null);
      expect((await begin(storage, none)).both).toEqual([new CachedAnswer(page, 1200), asked]);
      expect((await begin(createStorage(null), none)).both).toEqual([asked, asked]);
    });

    test('which is not read where something is shown', async () => {
      const read = vi.fn<() => Promise<typeof early>>(() => Promise.resolve(early));
      const shown = createAnswerCache(createStorage(null), () => reader, clock);
      expect(await shown.staleWhileRevalidate(feed(), loadOf(asked), false, read)).toEqual(asked);
      expect(read.mock.calls).toHaveLength(0);
    });
  });

  test.each([
    ['another member', { member: 8 }],
    ['a guest', { member: null }],
    ['another language', { language: 'en' }],
    ['another version', { version: '3.2.0' }],
  ])('are not returned for %s', async (_, change) => {
    expect(await begins(change)).toEqual({ results: [] });
  });

  test('are not returned for another query', async () => {
    expect(await begins({}, feed(20))).toEqual({ results: [] });
  });

  test('are ignored where the stored value does not match its schema', async () => {
    const { of } = storage.read('last:feed') as { of: string };
    storage.write('last:feed', { of, at: 1200, value: { results: ['5'] } });
    expect(await begins()).toEqual({ results: [] });
    storage.write('last:feed', 'junk');
    expect(await begins()).toEqual({ results: [] });
  });

  test('are deleted with the session, and an answer that comes after it is not stored', async () => {
    storage.write('draft:7:1', { '2': 3 });
    clearAnswerCache(storage);
    expect(storage.readAll('')).toEqual({ 'draft:7:1': { '2': 3 }, 'last:feed': null });
    let member: number | null = 7;
    const page7 = createAnswerCache(storage, () => ({ ...reader, member }));
    await page7.staleWhileRevalidate(feed(), () => {
      member = null;
      return Promise.resolve(page);
    });
    expect(storage.read('last:feed')).toBeNull();
  });

  test('are returned by staleIfError while the server is unreachable, but not after a refusal', async () => {
    const fails = (kind: 'offline' | 'not_found') => () => Promise.reject(new FailureError({ kind }));
    const next = createAnswerCache(storage, () => reader, clock);
    expect(await next.staleIfError(feed(), fails('offline'))).toEqual(new CachedAnswer(page, 1200));
    // Two parts of a screen ask for the same.
    expect(await next.staleIfError(feed(), fails('offline'))).toEqual(new CachedAnswer(page, 1200));
    await expect(next.staleIfError(feed(), fails('not_found'))).rejects.toThrow('not_found');
  });

  test.each(['not_found', 'forbidden'] as const)(
    'are deleted when the server answers the same query with %s',
    async (kind) => {
      const refuse = () => Promise.reject(new FailureError({ kind }));
      const refused = createAnswerCache(storage, () => reader, clock);
      await expect(refused.staleIfError(feed(20), refuse)).rejects.toThrow(kind);
      expect(await begins()).toEqual(new CachedAnswer(page, 1200));

      await refused.staleWhileRevalidate(feed(), loadOf());
      await expect(refused.staleWhileRevalidate(feed(), refuse)).rejects.toThrow(kind);
      expect(storage.read('last:feed')).toBeNull();
    },
  );

  test('are returned where nothing newer is shown, even after the server has answered this page', async () => {
    const next = createAnswerCache(storage, () => reader, clock);
    const fails = () => Promise.reject(new FailureError({ kind: 'offline' }));
    const newer = new CachedAnswer({ results: [8] }, 1200);
    expect(await next.staleIfError(feed(), loadOf({ results: [8] }))).toEqual({ results: [8] });
    expect(await next.staleIfError(feed(), fails)).toEqual(newer);
    await expect(next.staleIfError(feed(), fails, false)).rejects.toThrow('offline');
    // The first call is answered at once, later ones only if the server cannot be reached.
    const unusedLoad = loadOf();
    expect(await next.staleWhileRevalidate(feed(), unusedLoad)).toEqual(newer);
    expect(unusedLoad.mock.calls).toHaveLength(0);
    expect(await next.staleWhileRevalidate(feed(), fails)).toEqual(newer);
    await expect(next.staleWhileRevalidate(feed(), fails, false)).rejects.toThrow('offline');
    expect(await next.staleWhileRevalidate(feed(), loadOf({ results: [9] }), false)).toEqual({
      results: [9],
    });
  });

  test('are not returned before the server’s where something is shown', async () => {
    const next = createAnswerCache(storage, () => reader, clock);
    expect(await next.staleWhileRevalidate(feed(), loadOf({ results: [9] }), false)).toEqual({
      results: [9],
    });
  });

  test('whose refresh failed are reported once, so that they are fetched again', async () => {
    const next = createAnswerCache(storage, () => reader, clock);
    const fails = (kind: 'offline' | 'not_found') => () => Promise.reject(new FailureError({ kind }));
    await next.staleWhileRevalidate(feed(), loadOf());
    await expect(next.staleIfError(feed(20), fails('not_found'))).rejects.toThrow('not_found');
    expect(next.takeMissed()).toBe(false);
    expect(await next.staleWhileRevalidate(feed(), fails('offline'))).toEqual(new CachedAnswer(page, 1200));
    expect([next.takeMissed(), next.takeMissed()]).toEqual([true, false]);
  });

  test('of up to 250,000 characters are stored, and a longer one deletes the one before it', async () => {
    const isStored = async (first: number, count: number) => {
      const results = [first, ...Array.from({ length: count - 1 }, () => 1)];
      const cache = createAnswerCache(storage, () => ({ ...reader, language: 'en' }));
      await cache.staleIfError(feed(), loadOf({ results }));
      return storage.read('last:feed') !== null;
    };
    expect(JSON.stringify({ results: [10, 1, 1] })).toHaveLength(20);
    expect(await isStored(10, 124_993)).toBe(true);
    expect(await isStored(100, 124_993)).toBe(false);
  });
});
