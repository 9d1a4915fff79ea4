import { expect } from 'vitest';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import { outbox, type StoredMessage, type UnsentMessage } from '#machines/outbox.ts';
import { buildAppUser } from '#tests/support/builders.ts';
import { buildComment } from '#tests/support/builders.ts';
import {
  after,
  causeOf,
  done,
  error,
  testMachine,
  oneCallAtATime,
  when,
} from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof outbox>;

const stored = (key: string, at = '20:00'): StoredMessage => ({
  key,
  post: 7,
  description: `הודעה ${key}`,
  images: [],
  made: `2026-06-11T${at}:00.000Z`,
});
const message = (key: string, at?: string): UnsentMessage => ({ ...stored(key, at), refused: null });
const [a, b] = [message('a'), message('b')];
const offline = { kind: 'offline' as const };
const tooMany = { kind: 'too_many' as const, retryAfter: 42 };
const conflict = { kind: 'conflict' as const };
const expired = { kind: 'unauthenticated' as const };
const outdated = { kind: 'update_required' as const };
const gone = { kind: 'not_found' as const };
const comment = buildComment(11, { member: 1 });

const signedOut = { member: null, queue: [], sending: null, failure: null };
const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as Before;
const hasA = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).queue.some(({ key }) => key === 'a');
const keysOf = (queue: readonly UnsentMessage[]) => queue.map(({ key }) => key);
/** The keys that the device gave, as they are queued. */
const loaded = (output: unknown) => Object.keys(output as object).toSorted();
const waiting = (ms: number) => [
  { event: { type: 'xstate.after.retryDelay.outbox.signedIn.awaitingRetry' }, ms },
];

/** Where it stands once nothing is on its way: the first that was not refused goes next. */
function decides(before: Before, queue: readonly UnsentMessage[] = before.queue) {
  const next = queue.find(({ refused }) => refused === null);
  return next
    ? {
        to: 'signedIn.sending',
        context: { queue, sending: next, failure: null },
        calls: { sendMessage: next },
      }
    : { to: 'signedIn.idle', context: { queue, sending: null }, calls: {} };
}
const stores = (one: UnsentMessage) => ({ type: 'entry.keep', entry: one.key, value: one });
const deletes = (key: string) => ({ type: 'entry.keep', entry: key, value: null });

const posts = (one: UnsentMessage) => (before: Before) =>
  keysOf(before.queue).includes(one.key)
    ? 'ignored'
    : { to: 'same', context: { queue: [...before.queue, one] }, sends: [stores(one)], calls: {} };
const postsAtRest = (one: UnsentMessage) => (before: Before) =>
  keysOf(before.queue).includes(one.key)
    ? 'ignored'
    : { ...decides(before, [...before.queue, one]), sends: [stores(one)] };
const drops = (key: string) => (before: Before) =>
  keysOf(before.queue).includes(key)
    ? { to: 'same', context: { queue: before.queue.filter((it) => it.key !== key) }, sends: [deletes(key)] }
    : 'ignored';
const forgiven = ({ queue }: Before, key: string) =>
  queue.map((it) => (it.key === key ? { ...it, refused: null } : it));
const retries = (key: string) => (before: Before) =>
  keysOf(before.queue).includes(key) ? decides(before, forgiven(before, key)) : 'ignored';
const waits =
  (failure: object, ms = 15_000) =>
  (before: Before) => ({
    to: 'signedIn.awaitingRetry',
    context: { queue: before.queue, sending: null, failure },
    waits: waiting(ms),
  });
/** Stored messages come first, by the time they were written; what was written since after them. */
const prepends = (kept: readonly UnsentMessage[]) => (before: Before) =>
  decides(before, [...kept.filter(({ key }) => !keysOf(before.queue).includes(key)), ...before.queue]);
const starts = (member: number) => ({
  to: 'signedIn.loading',
  context: { ...signedOut, member },
  calls: { messageStore: { member }, loadUnsent: { member } },
});

testMachine(outbox, {
  inputs: { app: undefined },
  fold: ({ member, queue, sending, failure }) =>
    [
      member,
      queue.map(({ key, refused }) => (refused ? `${key}!` : key)).join(' '),
      sending && `sending ${sending.key}`,
      failure && 'retryAfter' in failure && 'told when',
    ]
      .filter(Boolean)
      .join(', '),
  events: {
    'dana signs in': { type: 'auth.signedIn', token: 'dana', user: buildAppUser(1) },
    'signs out': { type: 'auth.signedOut' },
    'connection is restored': { type: 'connection.restored' },
    'writes a': when((s) => contextOf(s).queue.length < 2, { type: 'message.enqueue', message: a }),
    'writes b': when((s) => contextOf(s).queue.length < 2, { type: 'message.enqueue', message: b }),
    'retries a': { type: 'message.retry', key: 'a' },
    'drops a': { type: 'message.discard', key: 'a' },
    'drops b': { type: 'message.discard', key: 'b' },
    'another tab deletes a': when(hasA, { type: 'entry.changed', entry: 'a', value: null }),
    'another tab keeps a': when((s) => hasA(s) && s.matches({ signedIn: 'awaitingRetry' }), {
      type: 'entry.changed',
      entry: 'a',
      value: stored('a'),
    }),
    'loads a': done('loadUnsent', { a: stored('a') }),
    'loads c and d': done('loadUnsent', { d: stored('d', '19:30'), c: stored('c', '19:00') }),
    'loads nothing': done('loadUnsent', {}),
    'cannot load': error('loadUnsent', new Error('denied')),
    arrives: done('sendMessage', comment),
    'no network': error('sendMessage', offline),
    'too many': error('sendMessage', tooMany),
    'is in flight': error('sendMessage', conflict),
    'session over': error('sendMessage', expired),
    'too old': error('sendMessage', outdated),
    'is refused': error('sendMessage', gone),
    'retry is due': after('retryDelay', (s) => (contextOf(s).failure?.kind === 'too_many' ? 42_000 : 15_000)),
    'store breaks': when(
      (s) => s.matches({ signedIn: 'loading' }) && contextOf(s).queue.length === 0,
      error('messageStore', new Error('denied')),
    ),
  },
  becomes: {
    'start: app': { to: 'signedOut', context: signedOut },
    'signedOut + dana signs in': starts(1),
    'signedIn + signs out': { to: 'signedOut', context: signedOut },

    'signedIn.loading + loads a': prepends([a]),
    'signedIn.loading + loads c and d': prepends([message('c', '19:00'), message('d', '19:30')]),
    'signedIn.loading + loads nothing': prepends([]),
    'signedIn.loading + cannot load': prepends([]),

    'signedIn + writes a': posts(a),
    'signedIn + writes b': posts(b),
    'signedIn.idle + writes a': postsAtRest(a),
    'signedIn.idle + writes b': postsAtRest(b),
    'signedIn + drops a': drops('a'),
    'signedIn + drops b': drops('b'),
    'signedIn + retries a': (before) =>
      keysOf(before.queue).includes('a')
        ? { to: 'same', context: { queue: forgiven(before, 'a') }, calls: {} }
        : 'ignored',
    'signedIn.idle + retries a': retries('a'),
    'signedIn + another tab deletes a': ({ queue }) => ({
      to: 'same',
      context: { queue: queue.filter(({ key }) => key !== 'a') },
      // The device has it no more: deleted twice is deleted.
      sends: [deletes('a')],
    }),
    'signedIn.awaitingRetry + retries a': retries('a'),

    'signedIn.sending + arrives': (before) => ({
      ...decides(
        before,
        before.queue.filter(({ key }) => key !== before.sending?.key),
      ),
      sends: [
        { type: 'message.sent', key: before.sending?.key, message: comment },
        deletes(before.sending?.key ?? ''),
      ],
    }),
    'signedIn.sending + no network': waits(offline),
    'signedIn.sending + too many': waits(tooMany, 42_000),
    'signedIn.sending + is in flight': waits(conflict),
    'signedIn.sending + session over': waits(expired),
    'signedIn.sending + too old': waits(outdated),
    'signedIn.sending + is refused': (before) =>
      decides(
        before,
        before.queue.map((it) => (it.key === before.sending?.key ? { ...it, refused: gone } : it)),
      ),
    'signedIn.awaitingRetry + retry is due': (before) => decides(before),
    'signedIn.awaitingRetry + connection is restored': (before) => decides(before),
  },
  claims: {
    // Nobody's words are here without them.
    signedOut: ({ context }) => expect(context).toEqual(signedOut),
    '*': ({ context }) => expect(new Set(keysOf(context.queue)).size).toBe(context.queue.length),
    'signedIn.sending': ({ context }) => expect(context.sending).not.toBeNull(),
    'signedIn.idle': ({ context }) =>
      expect(context.queue.every(({ refused }) => refused !== null)).toBe(true),
    'signedIn.awaitingRetry': (snapshot) => {
      expect(snapshot.hasTag('waiting')).toBe(true);
      expect(snapshot.context.sending).toBeNull();
    },
  },
  laws: {
    'one message is on its way at a time': oneCallAtATime(
      'sendMessage',
      /^(xstate\.after\.|auth\.signedOut)/,
    ),
    'what was written leaves the queue only by arriving, or by its author': () => {
      let written: string[] = [];
      return (step) => {
        const { type, ...told } = causeOf(step);
        const open = step.before?.matches('signedIn');
        const { sending, queue } = step.after.context as Before;
        if (step.after.value === 'signedOut') written = [];
        if (type === 'message.enqueue' && open)
          written = [...new Set([...written, (told as unknown as { message: UnsentMessage }).message.key])];
        if (type === 'xstate.done.actor.loadUnsent')
          written = [...loaded(told.output).filter((key) => !written.includes(key)), ...written];
        if (type === 'message.discard' && open) written = written.filter((key) => key !== told.key);
        if (type === 'entry.changed' && told.value === null)
          written = written.filter((key) => key !== told.entry);
        if (type === 'xstate.done.actor.sendMessage')
          written = written.filter((key) => key !== step.before?.context.sending.key);
        expect(keysOf(queue)).toEqual(written);
        if (step.calls.sendMessage) expect(step.calls.sendMessage).toEqual(sending);
      };
    },
    'the device keeps just what has not arrived': () => {
      const device = new Set<string>();
      return (step) => {
        const { type, output, entry, value } = causeOf(step);
        if (type === 'xstate.done.actor.loadUnsent') for (const key of loaded(output)) device.add(key);
        for (const said of step.sends)
          if (said.type === 'entry.keep') device[said.value ? 'add' : 'delete'](said.entry as string);
        if (type === 'entry.changed' && value === null) device.delete(entry as string);
        if (type === 'auth.signedOut') device.clear();
        expect([...device].toSorted()).toEqual(keysOf((step.after.context as Before).queue).toSorted());
      };
    },
    'signing out leaves nothing of the user': () => (step) => {
      if (step.after.value === 'signedOut')
        expect([step.after.context, step.after.children]).toEqual([signedOut, {}]);
    },
  },
  unpaired: 33,
});
