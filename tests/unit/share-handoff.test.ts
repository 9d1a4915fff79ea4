import { expect, test, vi } from 'vitest';
import { createShareHandoff } from '#app/share-handoff.ts';

/** What another app has shared is handed from its screen to a chat. */

const shared = { text: 'איזה גול', pictures: [], refusal: null };

const picture = new File(['x'], 'goal.jpg', { type: 'image/jpeg' });

test('the chosen chat takes a text once, and only then the stored copy is removed', () => {
  const taken = vi.fn<() => void>();
  const handoff = createShareHandoff(() => 1, taken);
  expect(handoff.claim(7)).toBe(null);
  handoff.hand(7, shared);
  expect([handoff.claim(8), taken.mock.calls.length]).toEqual([null, 0]);
  expect([handoff.claim(7), taken.mock.calls.length]).toEqual([shared, 1]);
  expect([handoff.claim(7), taken.mock.calls.length]).toEqual([null, 1]);
});

test('pictures are stored until they are settled, and can be taken again until then', () => {
  const removeCopy = vi.fn<() => void>();
  const handoff = createShareHandoff(() => 1, removeCopy);
  const withPicture = { ...shared, pictures: [picture] };
  handoff.hand(7, withPicture);
  // Settles earlier pictures.
  handoff.settle(7);
  expect(handoff.claim(7)).toEqual(withPicture);
  handoff.settle(8);
  expect(removeCopy.mock.calls.length).toBe(0);
  // Its text is a draft already.
  expect(handoff.claim(7)).toEqual({ ...withPicture, text: '' });
  handoff.settle(7);
  expect([handoff.claim(7), removeCopy.mock.calls.length]).toEqual([null, 1]);
  handoff.settle(7);
  expect(removeCopy.mock.calls.length).toBe(1);
});

test('a newer share is not removed with an earlier one', () => {
  const removeCopy = vi.fn<() => void>();
  const handoff = createShareHandoff(() => 1, removeCopy);
  handoff.hand(7, { ...shared, pictures: [picture] });
  handoff.claim(7);
  handoff.hand(8, { ...shared, pictures: [picture] });
  handoff.settle(7);
  expect(removeCopy.mock.calls.length).toBe(0);
});

test('another member who signs in on the same page does not get the share', () => {
  let member = 1;
  const taken = vi.fn<() => void>();
  const handoff = createShareHandoff(() => member, taken);
  handoff.hand(7, shared);
  member = 2;
  expect([handoff.claim(7), taken.mock.calls.length]).toEqual([null, 0]);
  member = 1;
  expect(handoff.claim(7)).toBe(shared);
});
