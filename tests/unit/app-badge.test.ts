import { assign, createActor, createMachine } from 'xstate';
import { expect, test } from 'vitest';
import { badgeNotifications } from '#app/app-badge.ts';
import type { AppData } from '#machines/app.ts';
import type { StoredSession } from '#machines/session.ts';
import { buildAppData, buildAppUser } from '#tests/support/builders.ts';

type State = { data: AppData | null; session: StoredSession | null };
const session: StoredSession = { token: 'token', user: buildAppUser(1) };
const counting = (notifications: number): AppData => {
  const data = buildAppData({}, 1);
  return { ...data, activeParams: { ...data.activeParams, notifications } };
};

test('the badge starts with the current count', () => {
  const counted = { context: { data: counting(6), session } };
  const badges: number[] = [];
  badgeNotifications({ getSnapshot: () => counted, subscribe: () => {} }, (count) => badges.push(count));
  expect(badges).toEqual([6]);
});

test('the badge follows the count of new notifications and is cleared with the session', () => {
  const app = createActor(
    createMachine({
      types: {} as { context: State; events: { type: 'set' } & Partial<State> },
      context: { data: null, session: null },
      on: { set: { actions: assign(({ event: { type: _, ...changes } }) => changes) } },
    }),
  ).start();
  const badges: number[] = [];
  badgeNotifications(app, (count) => badges.push(count));
  // Without data the badge of an earlier page is left; without a session no badge is set.
  app.send({ type: 'set', data: counting(7) });
  app.send({ type: 'set', data: null, session });
  expect(badges).toEqual([]);
  app.send({ type: 'set', data: counting(3) });
  app.send({ type: 'set', data: counting(3) });
  app.send({ type: 'set', data: null });
  app.send({ type: 'set', data: counting(4) });
  app.send({ type: 'set', data: counting(0) });
  app.send({ type: 'set', data: counting(2) });
  app.send({ type: 'set', data: null, session: null });
  expect(badges).toEqual([3, 4, 0, 2, 0]);
});
