import { assign, createActor, createMachine } from 'xstate';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createStorage } from '#actors/storage.ts';
import { cacheAppData, cachedAppData, cachedAppDataOrThrow } from '#app/app-data-cache.ts';
import { FailureError } from '#contract/failures.ts';
import { CachedAnswer } from '#domain/cached-answer.ts';
import type { AppData } from '#machines/app.ts';
import type { StoredSession } from '#machines/session.ts';
import { buildAppData, buildAppUser } from '#tests/support/builders.ts';

type State = { data: AppData | null; session: StoredSession | null };
const sessionOf = (id: number): StoredSession => ({ token: `token ${id}`, user: buildAppUser(id) });

/** An app whose data and session the test sets. */
const startApp = (state: State) =>
  createActor(
    createMachine({
      types: {} as { context: State; events: { type: 'set' } & Partial<State> },
      context: state,
      on: { set: { actions: assign(({ event: { type: _, ...changes } }) => changes) } },
    }),
  ).start();

const unavailable = new FailureError({ kind: 'unavailable' });
const [danas, guests] = [buildAppData({}, 1), { ...buildAppData({}, 1), appuser: null }];

describe('the cached app data', () => {
  let storage: ReturnType<typeof createStorage>;
  let app: ReturnType<typeof startApp>;
  const onServerTime = vi.fn<(time: number) => void>();
  /** The app data that a page of this app starts with. */
  const begins = (page: ReturnType<typeof startApp>) => cachedAppData(storage, page, onServerTime);
  beforeEach(() => {
    onServerTime.mockClear();
    vi.stubGlobal('window', {});
    storage = createStorage(null);
    app = startApp({ data: null, session: sessionOf(1) });
    cacheAppData(storage, app);
    app.send({ type: 'set', data: danas });
  });

  afterEach(() => vi.unstubAllGlobals());

  test('are returned to their member while the server is unreachable', async () => {
    expect(cachedAppDataOrThrow(storage, app, unavailable)).toEqual(danas);
    expect(await begins(app)).toEqual(new CachedAnswer(danas, 0));
  });

  test('are not returned when the server refuses', () => {
    const refused = new FailureError({ kind: 'update_required' });
    expect(() => cachedAppDataOrThrow(storage, app, refused)).toThrow(refused);
  });

  test('are not returned to another member', async () => {
    const other = startApp({ data: null, session: sessionOf(2) });
    expect(() => cachedAppDataOrThrow(storage, other, unavailable)).toThrow(unavailable);
    expect(await begins(other)).toBeNull();
  });

  test('of a new member are returned only while the server is unreachable, as the welcome may be outdated', async () => {
    const changedData = { ...danas, appuser: buildAppUser(1, { new_member: true }) };
    app.send({ type: 'set', data: changedData });
    expect(await begins(app)).toBeNull();
    expect(cachedAppDataOrThrow(storage, app, unavailable)).toEqual(changedData);
  });

  test('of an earlier page are deleted where the session ends before new data arrive', async () => {
    const next = startApp({ data: null, session: sessionOf(1) });
    cacheAppData(storage, next);
    next.send({ type: 'set', session: null });
    expect(await begins(app)).toBeNull();
  });

  test('of a member who signed in on this page are deleted with their session', () => {
    const ownStorage = createStorage(null);
    const page = startApp({ data: guests, session: null });
    cacheAppData(ownStorage, page);
    page.send({ type: 'set', data: danas, session: sessionOf(1) });
    expect(ownStorage.readAll('')).toEqual({ appData: danas });
    page.send({ type: 'set', data: null, session: null });
    expect(ownStorage.readAll('')).toEqual({ appData: null });
  });

  test('are deleted with the session, before other data arrive', () => {
    app.send({ type: 'set', data: null, session: null });
    expect(storage.readAll('')).toEqual({ appData: null });
    app.send({ type: 'set', data: guests });
    expect(cachedAppDataOrThrow(storage, app, unavailable)).toEqual(guests);
  });

  describe('that the page’s head asked for', () => {
    const early = {
      text: JSON.stringify(danas),
      date: 'Wed, 25 Nov 2026 10:00:05 GMT',
      receivedAt: 1_000,
    };
    beforeEach(() => {
      vi.useFakeTimers({ now: 1_400 });
      vi.stubGlobal('window', { earlyAnswers: { token: 'token 1', appData: Promise.resolve(early) } });
    });
    afterEach(() => vi.useRealTimers());

    test('are returned where none are stored, and correct the clock', async () => {
      storage.write('appData', null);
      expect(await begins(app)).toEqual(new CachedAnswer(danas, 1_000));
      expect(onServerTime.mock.calls).toEqual([[Date.parse('2026-11-25T10:00:05.400Z')]]);
    });

    test('are not needed where some are stored', async () => {
      expect(await begins(app)).toEqual(new CachedAnswer(danas, 0));
      expect(onServerTime.mock.calls).toEqual([]);
    });

    test('are not returned to another member, or a guest', async () => {
      storage.write('appData', null);
      expect(await begins(startApp({ data: null, session: sessionOf(2) }))).toBeNull();
      expect(await begins(startApp({ data: null, session: null }))).toBeNull();
    });
  });
});
