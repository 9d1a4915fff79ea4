import { expect, test, vi } from 'vitest';
import { createShareHandoff } from '#app/share-handoff.ts';

/** What another app has shared, from its screen to a chat. */

const shared = { text: 'איזה גול', pictures: [], refusal: null };

test('the chosen chat takes it, once; only then the device forgets it', () => {
  const taken = vi.fn<() => void>();
  const handoff = createShareHandoff(() => 1, taken);
  expect(handoff.take(7)).toBe(null);
  handoff.hand(7, shared);
  expect([handoff.take(8), taken.mock.calls.length]).toEqual([null, 0]);
  expect([handoff.take(7), taken.mock.calls.length]).toEqual([shared, 1]);
  expect([handoff.take(7), taken.mock.calls.length]).toEqual([null, 1]);
});

test('another member who signs in on the same page does not get it', () => {
  let member = 1;
  const taken = vi.fn<() => void>();
  const handoff = createShareHandoff(() => member, taken);
  handoff.hand(7, shared);
  member = 2;
  expect([handoff.take(7), taken.mock.calls.length]).toEqual([null, 0]);
  member = 1;
  expect(handoff.take(7)).toBe(shared);
});
