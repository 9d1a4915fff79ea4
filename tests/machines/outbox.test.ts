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

const storedMessage = (key: string, at = '20:00'): StoredMessage => ({
  key,
  post: 7,
  description: `הודעה ${key}`,
  images: [],
  made: `2026-06-11T${at}:00.000Z`,
});
const unsentMessage = (key: string, at?: string): UnsentMessage => ({
  ...storedMessage(key, at),
  refused: null,
});
const [messageA, messageB] = [unsentMessage('a'), unsentMessage('b')];
const offline = { kind: 'offline' as const };
const tooManyRequests = { kind: 'too_many' as const, retryAfter: 42 };
const conflict = { kind: 'conflict' as const };
const unauthenticated = { kind: 'unauthenticated' as const };
const updateRequired = { kind: 'update_required' as const };
const notFound = { kind: 'not_found' as const };
const comment = buildComment(11, { member: 1 });

const signedOut = { member: null, queue: [], sending: null, failure: null };
const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as Before;
const hasA = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).queue.some(({ key }) => key === 'a');
const keysOf = (queue: readonly UnsentMessage[]) => queue.map(({ key }) => key);
/** The keys of the loaded messages, in the order in which they are queued. */
const loadedKeys = (output: unknown) => Object.keys(output as object).toSorted();
const retryWait = (ms: number) => [
  { event: { type: 'xstate.after.retryDelay.outbox.signedIn.awaitingRetry' }, ms },
];

/** The next state once no message is being sent: the first one that was not refused is sent. */
function nextStateOf(before: Before, queue: readonly UnsentMessage[] = before.queue) {
  const next = queue.find(({ refused }) => refused === null);
  return next
    ? {
        to: 'signedIn.sending',
        context: { queue, sending: next, failure: null },
        calls: { sendMessage: next },
      }
    : { to: 'signedIn.idle', context: { queue, sending: null }, calls: {} };
}
const storesMessage = (one: UnsentMessage) => ({ type: 'entry.keep', entry: one.key, value: one });
const deletesMessage = (key: string) => ({ type: 'entry.keep', entry: key, value: null });

const queuesMessage = (one: UnsentMessage) => (before: Before) =>
  keysOf(before.queue).includes(one.key)
    ? 'ignored'
    : { to: 'same', context: { queue: [...before.queue, one] }, sends: [storesMessage(one)], calls: {} };
const queuesAndSends = (one: UnsentMessage) => (before: Before) =>
  keysOf(before.queue).includes(one.key)
    ? 'ignored'
    : { ...nextStateOf(before, [...before.queue, one]), sends: [storesMessage(one)] };
const discardsMessage = (key: string) => (before: Before) =>
  keysOf(before.queue).includes(key)
    ? {
        to: 'same',
        context: { queue: before.queue.filter((queued) => queued.key !== key) },
        sends: [deletesMessage(key)],
      }
    : 'ignored';
const withoutRefusal = ({ queue }: Before, key: string) =>
  queue.map((queued) => (queued.key === key ? { ...queued, refused: null } : queued));
const retries = (key: string) => (before: Before) =>
  keysOf(before.queue).includes(key) ? nextStateOf(before, withoutRefusal(before, key)) : 'ignored';
const awaitsRetry =
  (failure: object, ms = 15_000) =>
  (before: Before) => ({
    to: 'signedIn.awaitingRetry',
    context: { queue: before.queue, sending: null, failure },
    waits: retryWait(ms),
  });
/** Loaded messages are queued first, by the time they were written; after them those that were written since. */
const prependsStored = (loaded: readonly UnsentMessage[]) => (before: Before) =>
  nextStateOf(before, [...loaded.filter(({ key }) => !keysOf(before.queue).includes(key)), ...before.queue]);
const loadsUnsentOf = (member: number) => ({
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
      failure && 'retryAfter' in failure && 'with a time',
    ]
      .filter(Boolean)
      .join(', '),
  events: {
    'dana signs in': { type: 'auth.signedIn', token: 'dana', user: buildAppUser(1) },
    'signs out': { type: 'auth.signedOut' },
    'connection is restored': { type: 'connection.restored' },
    'writes a': when((s) => contextOf(s).queue.length < 2, { type: 'message.enqueue', message: messageA }),
    'writes b': when((s) => contextOf(s).queue.length < 2, { type: 'message.enqueue', message: messageB }),
    'retries a': { type: 'message.retry', key: 'a' },
    'discards a': { type: 'message.discard', key: 'a' },
    'discards b': { type: 'message.discard', key: 'b' },
    'another tab deletes a': when(hasA, { type: 'entry.changed', entry: 'a', value: null }),
    'another tab stores a': when((s) => hasA(s) && s.matches({ signedIn: 'awaitingRetry' }), {
      type: 'entry.changed',
      entry: 'a',
      value: storedMessage('a'),
    }),
    'loads a': done('loadUnsent', { a: storedMessage('a') }),
    'loads c and d': done('loadUnsent', { d: storedMessage('d', '19:30'), c: storedMessage('c', '19:00') }),
    'loads nothing': done('loadUnsent', {}),
    'cannot load': error('loadUnsent', new Error('denied')),
    'is sent': done('sendMessage', comment),
    'no network': error('sendMessage', offline),
    'too many requests': error('sendMessage', tooManyRequests),
    'is being sent already': error('sendMessage', conflict),
    'session expired': error('sendMessage', unauthenticated),
    'update required': error('sendMessage', updateRequired),
    'is refused': error('sendMessage', notFound),
    'retry is due': after('retryDelay', (s) => (contextOf(s).failure?.kind === 'too_many' ? 42_000 : 15_000)),
    'store breaks': when(
      (s) => s.matches({ signedIn: 'loading' }) && contextOf(s).queue.length === 0,
      error('messageStore', new Error('denied')),
    ),
  },
  becomes: {
    'start: app': { to: 'signedOut', context: signedOut },
    'signedOut + dana signs in': loadsUnsentOf(1),
    'signedIn + signs out': { to: 'signedOut', context: signedOut },

    'signedIn.loading + loads a': prependsStored([messageA]),
    'signedIn.loading + loads c and d': prependsStored([
      unsentMessage('c', '19:00'),
      unsentMessage('d', '19:30'),
    ]),
    'signedIn.loading + loads nothing': prependsStored([]),
    'signedIn.loading + cannot load': prependsStored([]),

    'signedIn + writes a': queuesMessage(messageA),
    'signedIn + writes b': queuesMessage(messageB),
    'signedIn.idle + writes a': queuesAndSends(messageA),
    'signedIn.idle + writes b': queuesAndSends(messageB),
    'signedIn + discards a': discardsMessage('a'),
    'signedIn + discards b': discardsMessage('b'),
    'signedIn + retries a': (before) =>
      keysOf(before.queue).includes('a')
        ? { to: 'same', context: { queue: withoutRefusal(before, 'a') }, calls: {} }
        : 'ignored',
    'signedIn.idle + retries a': retries('a'),
    'signedIn + another tab deletes a': ({ queue }) => ({
      to: 'same',
      context: { queue: queue.filter(({ key }) => key !== 'a') },
      // The other tab has deleted the entry: deleting it again changes nothing.
      sends: [deletesMessage('a')],
    }),
    'signedIn.awaitingRetry + retries a': retries('a'),

    'signedIn.sending + is sent': (before) => ({
      ...nextStateOf(
        before,
        before.queue.filter(({ key }) => key !== before.sending?.key),
      ),
      sends: [
        { type: 'message.sent', key: before.sending?.key, message: comment },
        deletesMessage(before.sending?.key ?? ''),
      ],
    }),
    'signedIn.sending + no network': awaitsRetry(offline),
    'signedIn.sending + too many requests': awaitsRetry(tooManyRequests, 42_000),
    'signedIn.sending + is being sent already': awaitsRetry(conflict),
    'signedIn.sending + session expired': awaitsRetry(unauthenticated),
    'signedIn.sending + update required': awaitsRetry(updateRequired),
    'signedIn.sending + is refused': (before) => ({
      ...nextStateOf(
        before,
        before.queue.map((queued) =>
          queued.key === before.sending?.key ? { ...queued, refused: notFound } : queued,
        ),
      ),
      sends: [{ type: 'message.refused', key: before.sending?.key }],
    }),
    'signedIn.awaitingRetry + retry is due': (before) => nextStateOf(before),
    'signedIn.awaitingRetry + connection is restored': (before) => nextStateOf(before),
  },
  claims: {
    // The context holds no messages once their member has signed out.
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
    'one message is sent at a time': oneCallAtATime('sendMessage', /^(xstate\.after\.|auth\.signedOut)/),
    'a written message leaves the queue only when it is sent or its author discards it': () => {
      let written: string[] = [];
      return (step) => {
        const { type, ...details } = causeOf(step);
        const isSignedIn = step.before?.matches('signedIn');
        const { sending, queue } = step.after.context as Before;
        if (step.after.value === 'signedOut') written = [];
        if (type === 'message.enqueue' && isSignedIn)
          written = [
            ...new Set([...written, (details as unknown as { message: UnsentMessage }).message.key]),
          ];
        if (type === 'xstate.done.actor.loadUnsent')
          written = [...loadedKeys(details.output).filter((key) => !written.includes(key)), ...written];
        if (type === 'message.discard' && isSignedIn) written = written.filter((key) => key !== details.key);
        if (type === 'entry.changed' && details.value === null)
          written = written.filter((key) => key !== details.entry);
        if (type === 'xstate.done.actor.sendMessage')
          written = written.filter((key) => key !== step.before?.context.sending.key);
        expect(keysOf(queue)).toEqual(written);
        if (step.calls.sendMessage) expect(step.calls.sendMessage).toEqual(sending);
      };
    },
    'the device stores exactly the unsent messages': () => {
      const device = new Set<string>();
      return (step) => {
        const { type, output, entry, value } = causeOf(step);
        if (type === 'xstate.done.actor.loadUnsent') for (const key of loadedKeys(output)) device.add(key);
        for (const event of step.sends)
          if (event.type === 'entry.keep') device[event.value ? 'add' : 'delete'](event.entry as string);
        if (type === 'entry.changed' && value === null) device.delete(entry as string);
        if (type === 'auth.signedOut') device.clear();
        expect([...device].toSorted()).toEqual(keysOf((step.after.context as Before).queue).toSorted());
      };
    },
    'signing out removes all data of the member': () => (step) => {
      if (step.after.value === 'signedOut')
        expect([step.after.context, step.after.children]).toEqual([signedOut, {}]);
    },
  },
  unpaired: 33,
});
