import { expect } from 'vitest';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import { outbox, type UnsentMessage } from '#machines/outbox.ts';
import { buildComment } from '#tests/support/comments.ts';
import {
  after,
  causeOf,
  done,
  error,
  testMachine,
  childSends,
  oneCallAtATime,
  when,
} from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof outbox>;

const message = (key: string): UnsentMessage => ({
  key,
  post: 7,
  description: `הודעה ${key}`,
  images: [],
  made: '2026-06-11T20:00:00.000Z',
  refused: null,
});
const [a, b] = [message('a'), message('b')];
const offline = { kind: 'offline' as const };
const tooMany = { kind: 'too_many' as const, retryAfter: 42 };
const conflict = { kind: 'conflict' as const };
const expired = { kind: 'unauthenticated' as const };
const outdated = { kind: 'update_required' as const };
const gone = { kind: 'not_found' as const };
const comment = buildComment(11, { member: 1 });

const shut = { member: null, queue: [], sending: null, failure: null };
const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as Before;
const keysOf = (queue: readonly UnsentMessage[]) => queue.map(({ key }) => key);
const waiting = (ms: number) => [{ event: { type: 'xstate.after.retryDelay.outbox.open.waiting' }, ms }];

/** Where it stands once nothing is on its way: the first that was not refused goes next. */
function decides(before: Before, queue: readonly UnsentMessage[] = before.queue) {
  const next = queue.find(({ refused }) => refused === null);
  return next
    ? { to: 'open.sending', context: { queue, sending: next, failure: null }, calls: { sendMessage: next } }
    : { to: 'open.resting', context: { queue, sending: null }, calls: {} };
}
const keeps = (one: UnsentMessage) => ({ type: 'unsent.keep', key: one.key, message: one });
const forgets = (key: string) => ({ type: 'unsent.keep', key, message: null });

const posts = (one: UnsentMessage) => (before: Before) =>
  keysOf(before.queue).includes(one.key)
    ? 'ignored'
    : { to: 'same', context: { queue: [...before.queue, one] }, sends: [keeps(one)], calls: {} };
const postsAtRest = (one: UnsentMessage) => (before: Before) =>
  keysOf(before.queue).includes(one.key)
    ? 'ignored'
    : { ...decides(before, [...before.queue, one]), sends: [keeps(one)] };
const drops = (key: string) => (before: Before) =>
  keysOf(before.queue).includes(key)
    ? { to: 'same', context: { queue: before.queue.filter((it) => it.key !== key) }, sends: [forgets(key)] }
    : 'ignored';
const forgiven = ({ queue }: Before, key: string) =>
  queue.map((it) => (it.key === key ? { ...it, refused: null } : it));
const retries = (key: string) => (before: Before) =>
  keysOf(before.queue).includes(key) ? decides(before, forgiven(before, key)) : 'ignored';
const waits =
  (failure: object, ms = 15_000) =>
  (before: Before) => ({
    to: 'open.waiting',
    context: { queue: before.queue, sending: null, failure },
    waits: waiting(ms),
  });
/** What was kept comes first; what was written since after it. */
const remembers = (kept: readonly UnsentMessage[]) => (before: Before) =>
  decides(before, [...kept.filter(({ key }) => !keysOf(before.queue).includes(key)), ...before.queue]);
const starts = (member: number) => ({
  to: 'open.remembering',
  context: { ...shut, member },
  calls: { keeper: { member }, loadUnsent: { member } },
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
    'dana is in': { type: 'session.started', member: 1 },
    'nobody is in': { type: 'session.ended' },
    'the line is back': { type: 'connection.restored' },
    'writes a': when((s) => contextOf(s).queue.length < 2, { type: 'message.post', message: a }),
    'writes b': when((s) => contextOf(s).queue.length < 2, { type: 'message.post', message: b }),
    'retries a': { type: 'message.retry', key: 'a' },
    'drops a': { type: 'message.drop', key: 'a' },
    'drops b': { type: 'message.drop', key: 'b' },
    'remembers a': done('loadUnsent', [a]),
    'remembers nothing': done('loadUnsent', []),
    'cannot remember': error('loadUnsent', new Error('denied')),
    'remembers for long': after('memory', 3000),
    arrives: done('sendMessage', comment),
    'no line': error('sendMessage', offline),
    'too many': error('sendMessage', tooMany),
    'is in flight': error('sendMessage', conflict),
    'session over': error('sendMessage', expired),
    'too old': error('sendMessage', outdated),
    'is refused': error('sendMessage', gone),
    silence: after('patience', 20_000),
    'in a while': after('retryDelay', (s) => (contextOf(s).failure?.kind === 'too_many' ? 42_000 : 15_000)),
    'keeper breaks': when(
      (s) => s.matches({ open: 'remembering' }) && contextOf(s).queue.length === 0,
      error('keeper', new Error('denied')),
    ),
    'nobody to follow': when((s) => s.matches('shut'), error('follow', new Error('denied'))),
    'follows dana out': when(
      (s) => s.matches({ open: 'resting' }) && 'follow' in s.children,
      childSends('follow', { type: 'session.ended' }),
    ),
  },
  becomes: {
    'start: app': { to: 'shut', context: shut, calls: { follow: undefined } },
    'shut + dana is in': starts(1),
    'open + nobody is in': { to: 'shut', context: shut },
    'open + follows dana out': { to: 'shut', context: shut },

    'open.remembering + remembers a': remembers([a]),
    'open.remembering + remembers nothing': remembers([]),
    'open.remembering + cannot remember': remembers([]),
    'open.remembering + remembers for long': remembers([]),

    'open + writes a': posts(a),
    'open + writes b': posts(b),
    'open.resting + writes a': postsAtRest(a),
    'open.resting + writes b': postsAtRest(b),
    'open + drops a': drops('a'),
    'open + drops b': drops('b'),
    'open + retries a': (before) =>
      keysOf(before.queue).includes('a')
        ? { to: 'same', context: { queue: forgiven(before, 'a') }, calls: {} }
        : 'ignored',
    'open.resting + retries a': retries('a'),
    'open.waiting + retries a': retries('a'),

    'open.sending + arrives': (before) => ({
      ...decides(
        before,
        before.queue.filter(({ key }) => key !== before.sending?.key),
      ),
      sends: [
        { type: 'message.sent', key: before.sending?.key, comment },
        forgets(before.sending?.key ?? ''),
      ],
    }),
    'open.sending + no line': waits(offline),
    'open.sending + too many': waits(tooMany, 42_000),
    'open.sending + is in flight': waits(conflict),
    'open.sending + session over': waits(expired),
    'open.sending + too old': waits(outdated),
    'open.sending + silence': waits(offline),
    'open.sending + is refused': (before) =>
      decides(
        before,
        before.queue.map((it) => (it.key === before.sending?.key ? { ...it, refused: gone } : it)),
      ),
    'open.waiting + in a while': (before) => decides(before),
    'open.waiting + the line is back': (before) => decides(before),
  },
  claims: {
    // Nobody's words are here without them.
    shut: ({ context }) => expect(context).toEqual(shut),
    '*': ({ context }) => expect(new Set(keysOf(context.queue)).size).toBe(context.queue.length),
    'open.sending': ({ context }) => expect(context.sending).not.toBeNull(),
    'open.resting': ({ context }) =>
      expect(context.queue.every(({ refused }) => refused !== null)).toBe(true),
    'open.waiting': (snapshot) => {
      expect(snapshot.hasTag('waiting')).toBe(true);
      expect(snapshot.context.sending).toBeNull();
    },
  },
  laws: {
    'one message is on its way at a time': oneCallAtATime('sendMessage', /^(xstate\.after\.|session\.ended)/),
    'what was written leaves the queue only by arriving, or by its author': () => {
      let written: string[] = [];
      return (step) => {
        const { type, ...told } = causeOf(step);
        const open = step.before?.matches('open');
        const { sending, queue } = step.after.context as Before;
        if (step.after.value === 'shut') written = [];
        if (type === 'message.post' && open)
          written = [...new Set([...written, (told as unknown as { message: UnsentMessage }).message.key])];
        if (type === 'xstate.done.actor.loadUnsent')
          written = [
            ...keysOf(told.output as UnsentMessage[]).filter((key) => !written.includes(key)),
            ...written,
          ];
        if (type === 'message.drop' && open) written = written.filter((key) => key !== told.key);
        if (type === 'xstate.done.actor.sendMessage')
          written = written.filter((key) => key !== step.before?.context.sending.key);
        expect(keysOf(queue)).toEqual(written);
        if (step.calls.sendMessage) expect(step.calls.sendMessage).toEqual(sending);
      };
    },
    'the device keeps just what has not arrived': () => {
      const device = new Set<string>();
      return (step) => {
        const { type, output } = causeOf(step);
        if (type === 'xstate.done.actor.loadUnsent')
          for (const { key } of output as UnsentMessage[]) device.add(key);
        for (const said of step.sends)
          if (said.type === 'unsent.keep') device[said.message ? 'add' : 'delete'](said.key as string);
        if (type === 'session.ended') device.clear();
        expect([...device].sort()).toEqual(keysOf((step.after.context as Before).queue).sort());
      };
    },
    'signing out leaves nothing of the user': () => (step) => {
      const { follow: _, ...others } = step.after.children;
      if (step.after.value === 'shut') expect([step.after.context, others]).toEqual([shut, {}]);
    },
  },
  unpaired: 33,
});
