import { expect } from 'vitest';
import type { ContextFrom } from 'xstate';
import { readReceipts } from '#machines/read-receipts.ts';
import { after, done, error, testMachine, when } from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof readReceipts>;

const tells = ({ post, seen }: Before) => ({ to: 'telling', calls: { markRead: { post, last: seen } } });
const wait = (state: string, delay: string, ms: number) => [
  { event: { type: `xstate.after.${delay}.reading.${state}` }, ms },
];
const sees =
  (id: number) =>
  ({ seen }: Before) =>
    id > seen ? { to: 'same', context: { seen: id } } : 'ignored';
/** At rest, where nothing more was seen than is known of. */
const told = ({ seen }: Before, last: number) =>
  seen > last
    ? { to: 'settling', context: { told: last }, waits: wait('settling', 'rest', 300) }
    : { to: 'resting', context: { told: last }, waits: [] };

testMachine(readReceipts, {
  inputs: { new: { post: 7, last: null }, again: { post: 7, last: 5 } },
  fold: ({ told: known, seen }) => `${known} of ${seen}`,
  events: {
    'sees 5': { type: 'comment.seen', id: 5 },
    'sees 6': { type: 'comment.seen', id: 6 },
    rests: after('rest', 300),
    'told 5': when(({ context }) => context.seen >= 5, done('markRead', { last: 5 })),
    'told 6': when(({ context }) => context.seen === 6, done('markRead', { last: 6 })),
    'told nothing': when(({ context }) => context.seen === 5, done('markRead', { last: null })),
    'no line': error('markRead', { kind: 'offline' }),
    'too long': after('patience', 20_000),
    later: after('retryDelay', 15_000),
  },
  becomes: {
    'start: new': { to: 'resting', context: { post: 7, told: 0, seen: 0 }, calls: {} },
    'start: again': { to: 'resting', context: { post: 7, told: 5, seen: 5 }, calls: {} },
    'resting + sees 5': ({ seen }) =>
      seen >= 5 ? 'ignored' : { to: 'settling', context: { seen: 5 }, waits: wait('settling', 'rest', 300) },
    'resting + sees 6': ({ seen }) =>
      seen >= 6 ? 'ignored' : { to: 'settling', context: { seen: 6 }, waits: wait('settling', 'rest', 300) },
    // What passes by meanwhile goes with it, and is not waited for anew.
    'settling + sees 5': sees(5),
    'settling + sees 6': sees(6),
    'telling + sees 5': sees(5),
    'telling + sees 6': sees(6),
    'waiting + sees 5': sees(5),
    'waiting + sees 6': sees(6),
    'settling + rests': tells,
    'telling + told 5': (before) => told(before, 5),
    'telling + told 6': (before) => told(before, 6),
    'telling + told nothing': (before) => told(before, 0),
    'telling + no line': { to: 'waiting', waits: wait('waiting', 'retryDelay', 15_000) },
    'telling + too long': { to: 'waiting', waits: wait('waiting', 'retryDelay', 15_000) },
    'waiting + later': tells,
  },
  claims: {
    resting: ({ context }) => expect(context.seen).toBeLessThanOrEqual(context.told),
    '*': ({ context }) => expect(context.post).toBe(7),
  },
  unpaired: 1,
});
