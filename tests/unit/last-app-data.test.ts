import { assign, createActor, createMachine } from 'xstate';
import { beforeEach, describe, expect, test } from 'vitest';
import { createStorage } from '#actors/storage.ts';
import { keepAppData, keptAppData, lastAppData } from '#app/last-app-data.ts';
import { FailureError } from '#contract/failures.ts';
import { Kept } from '#domain/kept.ts';
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

describe('the last app data', () => {
  let storage: ReturnType<typeof createStorage>;
  let app: ReturnType<typeof startApp>;
  beforeEach(() => {
    storage = createStorage(null);
    app = startApp({ data: null, session: sessionOf(1) });
    keepAppData(storage, app);
    app.send({ type: 'set', data: danas });
  });

  test('are their member’s, while the server cannot be reached', () => {
    expect(lastAppData(storage, app, unavailable)).toEqual(danas);
    expect(keptAppData(storage, app)).toEqual(new Kept(danas, 0));
  });

  test('are no answer to a refusal', () => {
    const refused = new FailureError({ kind: 'update_required' });
    expect(() => lastAppData(storage, app, refused)).toThrow(refused);
  });

  test('are not shown to another member', () => {
    const other = startApp({ data: null, session: sessionOf(2) });
    expect(() => lastAppData(storage, other, unavailable)).toThrow(unavailable);
    expect(keptAppData(storage, other)).toBeNull();
  });

  test('leave the device with the session, also where no other data come', () => {
    app.send({ type: 'set', data: null, session: null });
    expect(storage.readAll('')).toEqual({ appData: null });
    app.send({ type: 'set', data: guests });
    expect(lastAppData(storage, app, unavailable)).toEqual(guests);
  });
});
