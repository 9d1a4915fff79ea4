import { expect } from 'vitest';
import type { ContextFrom } from 'xstate';
import { readReceipts } from '#machines/read-receipts.ts';
import { after, done, error, testMachine, when } from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof readReceipts>;

const sendsReceipt = ({ post, lastSeen }: Before) => ({
  to: 'sending',
  calls: { markRead: { post, last: lastSeen } },
});
const delayWait = (state: string, delay: string, ms: number) => [
  { event: { type: `xstate.after.${delay}.read-receipts.${state}` }, ms },
];
const storesLastSeen =
  (id: number) =>
  ({ lastSeen }: Before) =>
    id > lastSeen ? { to: 'same', context: { lastSeen: id } } : 'ignored';
const startsDebounce =
  (id: number) =>
  ({ lastSeen }: Before) =>
    id > lastSeen
      ? { to: 'debouncing', context: { lastSeen: id }, waits: delayWait('debouncing', 'debounce', 300) }
      : 'ignored';
/** The state is idle again if no later message was seen than the confirmed one. */
const confirmsRead =
  (last: number) =>
  ({ lastSeen }: Before) =>
    lastSeen > last
      ? { to: 'debouncing', context: { confirmed: last }, waits: delayWait('debouncing', 'debounce', 300) }
      : { to: 'idle', context: { confirmed: last }, waits: [] };

testMachine(readReceipts, {
  inputs: { new: { post: 7, last: null }, again: { post: 7, last: 5 } },
  fold: ({ confirmed, lastSeen }) => `${confirmed} of ${lastSeen}`,
  events: {
    'sees 5': { type: 'message.seen', id: 5 },
    'sees 6': { type: 'message.seen', id: 6 },
    'debounce ends': after('debounce', 300),
    'confirms 5': when(({ context }) => context.lastSeen >= 5, done('markRead', { last: 5 })),
    'confirms 6': when(({ context }) => context.lastSeen === 6, done('markRead', { last: 6 })),
    'confirms nothing': when(({ context }) => context.lastSeen === 5, done('markRead', { last: null })),
    'no network': error('markRead', { kind: 'offline' }),
    'retry is due': after('retryDelay', 15_000),
  },
  becomes: {
    'start: new': { to: 'idle', context: { post: 7, confirmed: 0, lastSeen: 0 }, calls: {} },
    'start: again': { to: 'idle', context: { post: 7, confirmed: 5, lastSeen: 5 }, calls: {} },
    'idle + sees 5': startsDebounce(5),
    'idle + sees 6': startsDebounce(6),
    // Another message does not restart the debounce.
    'debouncing + sees 5': storesLastSeen(5),
    'debouncing + sees 6': storesLastSeen(6),
    'sending + sees 5': storesLastSeen(5),
    'sending + sees 6': storesLastSeen(6),
    'awaitingRetry + sees 5': storesLastSeen(5),
    'awaitingRetry + sees 6': storesLastSeen(6),
    'debouncing + debounce ends': sendsReceipt,
    'sending + confirms 5': confirmsRead(5),
    'sending + confirms 6': confirmsRead(6),
    'sending + confirms nothing': confirmsRead(0),
    'sending + no network': { to: 'awaitingRetry', waits: delayWait('awaitingRetry', 'retryDelay', 15_000) },
    'awaitingRetry + retry is due': sendsReceipt,
  },
  claims: {
    idle: ({ context }) => expect(context.lastSeen).toBeLessThanOrEqual(context.confirmed),
    '*': ({ context }) => expect(context.post).toBe(7),
  },
  unpaired: 1,
});
