import { expect } from 'vitest';
import type { AnyActorRef, AnyMachineSnapshot, ContextFrom } from 'xstate';
import type { Message } from '#contract/models.ts';
import type { chat } from '#machines/chat.ts';
import { CachedAnswer } from '#domain/cached-answer.ts';
import { buildComment } from '#tests/support/builders.ts';
import {
  after,
  causeOf,
  done,
  error,
  when,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof chat>;
type Loaded = Before['loaded'];
type Visible = Before['visible'];

const messagesOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => buildComment(from + at));
const offline = { kind: 'offline' as const };

const none: Loaded = { messages: [], hasOlder: false, hasNewer: false, syncedId: 0 };
/** A whole chat; and ninety messages in the middle of a longer one. */
const short = { messages: messagesOf(105, 106), hasOlder: false, hasNewer: false, lastRead: 105 };
const long = { messages: messagesOf(101, 190), hasOlder: true, hasNewer: true, lastRead: 140 };
const end = { messages: messagesOf(191, 192), hasOlder: true, hasNewer: false, lastRead: null };
const asLoaded = ({ messages, hasOlder, hasNewer }: Omit<Loaded, 'syncedId'>): Loaded => ({
  messages,
  hasOlder,
  hasNewer,
  syncedId: messages.at(-1)?.id ?? 0,
});

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as Before;
const isLong = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).loaded.messages.length >= 90;
const isShort = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).loaded.messages[0]?.id === 105;
/** A long chat as it opened. */
const isWhole = (snapshot: AnyMachineSnapshot) =>
  isLong(snapshot) && contextOf(snapshot).loaded.messages.length === 90;
const isIdle = (snapshot: AnyMachineSnapshot) => snapshot.matches({ ready: 'idle' });
/** The screen is in the middle of it. */
const isMidway = (snapshot: AnyMachineSnapshot) =>
  isWhole(snapshot) && isIdle(snapshot) && contextOf(snapshot).visible?.top === 141;
/** Changes are walked where little else happens: everywhere else they would make more of the same. */
const isCalm = (snapshot: AnyMachineSnapshot) => {
  const { needsUpdate, loaded } = contextOf(snapshot);
  return (
    !needsUpdate &&
    (loaded.messages.length === 0 || isShort(snapshot) || (isWhole(snapshot) && !isIdle(snapshot)))
  );
};
const joined = (messages: readonly Message[], more: readonly Message[]) =>
  [...messages.filter(({ id }) => !more.some((it) => it.id === id)), ...more].toSorted((a, b) => a.id - b.id);

/** What is fetched next: an update; else a page where the screen is within forty messages of the loaded ones' end. */
function fetchesNext({ post }: Before, loaded: Loaded, visible: Visible, needsUpdate: boolean) {
  const { messages, hasOlder, hasNewer, syncedId } = loaded;
  if (needsUpdate) {
    const count = messages.filter(({ active }) => active).length;
    const [oldest, newest] = [messages[0]?.id ?? 0, messages.at(-1)?.id ?? 0];
    return {
      to: 'ready.catchingUp',
      calls: { fetchUpdate: { post, after: syncedId, oldest, newest, count, skipNewer: hasNewer } },
    };
  }
  const above = visible ? messages.findIndex(({ id }) => id >= visible.top) : 99;
  const below = visible ? messages.length - 1 - messages.findLastIndex(({ id }) => id <= visible.bottom) : 99;
  if (hasOlder && above < 40)
    return { to: 'ready.loadingOlder', calls: { fetchOlder: { post, before: messages[0]?.id } } };
  if (hasNewer && below < 40)
    return { to: 'ready.loadingNewer', calls: { fetchNewer: { post, after: syncedId } } };
  return { to: 'ready.idle', calls: {} };
}

const opens =
  (opened: typeof short, cachedAt: number | null = null) =>
  (before: Before) => {
    // What the device has kept is brought up to date at once.
    const needsUpdate = before.needsUpdate || cachedAt !== null;
    const { calls, ...state } = fetchesNext(before, asLoaded(opened), null, needsUpdate);
    return {
      ...state,
      context: {
        loaded: asLoaded(opened),
        lastRead: opened.lastRead,
        cachedAt,
        needsUpdate: false,
        failure: null,
        generation: 0,
      },
      calls: { ...calls, readReceipts: { post: 7, last: opened.lastRead } },
    };
  };

/** The screen shows other messages; those of a visible page are reported as read. */
const moves = (top: number, bottom: number, pageVisible: boolean, next: boolean) => (before: Before) => {
  const visible = { top, bottom };
  const further = pageVisible && bottom > before.lastSeen;
  return {
    ...(next ? fetchesNext(before, before.loaded, visible, before.needsUpdate) : { to: 'same', calls: {} }),
    context: { visible, lastSeen: further ? bottom : before.lastSeen },
    sends: further ? [{ type: 'message.seen', id: bottom }] : [],
  };
};

const becomesLoaded = (before: Before, loaded: Loaded) => ({
  ...fetchesNext(before, loaded, before.visible, before.needsUpdate),
  context: { loaded, failure: null, ...(before.needsUpdate && { needsUpdate: false }) },
});
/** What the server has sent is no longer what the device had kept. */
const isCurrent = <Outcome extends { readonly context: object }>(outcome: Outcome) => ({
  ...outcome,
  context: { ...outcome.context, cachedAt: null },
});
const fails =
  (more: object = {}) =>
  (before: Before) => ({
    to: 'ready.awaitingRetry',
    context: { loaded: before.loaded, failure: offline, ...more },
    waits: [{ event: { type: 'xstate.after.retryDelay.chat.ready.awaitingRetry' }, ms: 5000 }],
  });
const retries = (before: Before) => ({
  ...fetchesNext(before, before.loaded, before.visible, before.needsUpdate),
  context: { needsUpdate: false, loaded: before.loaded },
});

const sent = buildComment(107, { member: 1 });

/** What is written of chat: its test walks it headless, its screen's in a browser. */
export const chatExpectations: MachineExpectations<typeof chat> = {
  inputs: { post: { post: 7 } },
  fold: ({ loaded, visible, lastSeen, needsUpdate, generation }) =>
    [
      `${loaded.messages[0]?.id ?? ''}–${loaded.messages.at(-1)?.id ?? ''}`,
      loaded.syncedId !== loaded.messages.at(-1)?.id && `synced ${loaded.syncedId}`,
      loaded.messages.some(({ active }) => !active) && 'one deleted',
      loaded.hasOlder && 'has older',
      loaded.hasNewer && 'has newer',
      visible && `at ${visible.top}–${visible.bottom}`,
      lastSeen > 0 && `seen ${lastSeen}`,
      needsUpdate && 'needs update',
      generation > 0 && 'reopened',
    ]
      .filter(Boolean)
      .join(', '),
  events: {
    'opens short': when((s) => contextOf(s).generation === 0, done('openChat', short)),
    'opens long': when((s) => contextOf(s).generation === 0, done('openChat', long)),
    'opens kept': done('openChat', new CachedAnswer(short, 1200)),
    'open fails': error('openChat', offline),
    retry: { type: 'chat.retry' },
    'sees 105': when(isShort, { type: 'view.moved', top: 105, bottom: 105, pageVisible: true }),
    'sees 106 hidden': when(isShort, { type: 'view.moved', top: 105, bottom: 106, pageVisible: false }),
    'sees the middle': when((s) => isWhole(s) && isIdle(s) && contextOf(s).visible === null, {
      type: 'view.moved',
      top: 141,
      bottom: 150,
      pageVisible: true,
    }),
    'sees one above': when(isMidway, { type: 'view.moved', top: 140, bottom: 149, pageVisible: true }),
    'sees one below': when(isMidway, { type: 'view.moved', top: 142, bottom: 151, pageVisible: true }),
    'chat changes': when(isCalm, { type: 'chat.changed' }),
    'own message arrives': when(
      (s) => (isShort(s) && contextOf(s).loaded.messages.length === 2) || contextOf(s).loaded.hasNewer,
      { type: 'message.sent', message: sent },
    ),
    '105 is deleted': when((s) => isShort(s) && contextOf(s).loaded.messages[0]?.active === true, {
      type: 'message.removed',
      id: 105,
    }),
    'show end': when((s) => !isWhole(s) || contextOf(s).visible === null, { type: 'end.show' }),
    'end comes': done('openEnd', end),
    'end fails': error('openEnd', offline),
    'older come': done('fetchOlder', { messages: messagesOf(99, 100), hasMore: false }),
    'older fail': error('fetchOlder', offline),
    'newer come': done('fetchNewer', { messages: messagesOf(191, 192), hasMore: false }),
    'newer fail': error('fetchNewer', offline),
    'one is added': when(
      isShort,
      done('fetchUpdate', { added: { messages: [buildComment(108)], hasMore: false }, reloaded: null }),
    ),
    'one is deleted': when(
      isShort,
      done('fetchUpdate', { added: { messages: [], hasMore: false }, reloaded: messagesOf(106, 106) }),
    ),
    'nothing changed': when(
      (s) => !isShort(s),
      done('fetchUpdate', { added: { messages: [], hasMore: false }, reloaded: null }),
    ),
    'update fails': error('fetchUpdate', offline),
    'retry is due': after('retryDelay', 5000),
    'receipts break': when(
      (s) => s.matches({ ready: 'idle' }) && isShort(s) && contextOf(s).visible === null,
      error('readReceipts', offline),
    ),
  },
  becomes: {
    'start: post': {
      to: 'loading',
      context: {
        post: 7,
        loaded: none,
        lastRead: null,
        visible: null,
        lastSeen: 0,
        needsUpdate: false,
        generation: 0,
        cachedAt: null,
        failure: null,
      },
      calls: { openChat: { post: 7, newest: false } },
    },
    'loading + opens short': opens(short),
    'loading + opens long': opens(long),
    'loading + opens kept': opens(short, 1200),
    'loading + open fails': { to: 'failed', context: { failure: offline } },
    'loading + chat changes': { to: 'loading', context: { needsUpdate: true } },
    'failed + retry': { to: 'loading', calls: { openChat: { post: 7, newest: false } } },

    'ready + sees 105': moves(105, 105, true, false),
    'ready + sees 106 hidden': moves(105, 106, false, false),
    'ready.idle + sees 105': moves(105, 105, true, true),
    'ready.idle + sees 106 hidden': moves(105, 106, false, true),
    'ready.idle + sees the middle': moves(141, 150, true, true),
    'ready.idle + sees one above': moves(140, 149, true, true),
    'ready.idle + sees one below': moves(142, 151, true, true),
    'ready + chat changes': { to: 'same', context: { needsUpdate: true }, calls: {} },
    'ready.idle + chat changes': (before) => fetchesNext(before, before.loaded, before.visible, true),

    // Earlier messages of others that are not loaded yet are still fetched.
    'ready + own message arrives': ({ loaded }) => ({
      to: 'same',
      context: {
        loaded: loaded.hasNewer ? loaded : { ...loaded, messages: joined(loaded.messages, [sent]) },
      },
    }),
    'ready + 105 is deleted': ({ loaded }) => ({
      to: 'same',
      context: {
        loaded: {
          ...loaded,
          messages: loaded.messages.map((one) => (one.id === 105 ? { ...one, active: false } : one)),
        },
      },
    }),

    'ready + show end': ({ loaded }) =>
      loaded.hasNewer
        ? { to: 'ready.jumpingToEnd', calls: { openEnd: { post: 7, newest: true } } }
        : 'ignored',
    // The interrupted update is made afterwards.
    'ready.catchingUp + show end': ({ loaded }) =>
      loaded.hasNewer ? { to: 'ready.jumpingToEnd', context: { needsUpdate: true } } : 'ignored',
    'ready.jumpingToEnd + end comes': (before) => ({
      ...fetchesNext(before, asLoaded(end), null, before.needsUpdate),
      context: {
        loaded: asLoaded(end),
        cachedAt: null,
        visible: null,
        generation: before.generation + 1,
        needsUpdate: false,
        failure: null,
      },
    }),
    'ready.jumpingToEnd + end fails': fails(),

    'ready.loadingOlder + older come': (before) =>
      becomesLoaded(before, {
        ...before.loaded,
        messages: joined(before.loaded.messages, messagesOf(99, 100)),
        hasOlder: false,
      }),
    'ready.loadingOlder + older fail': fails(),
    'ready.loadingNewer + newer come': (before) =>
      becomesLoaded(before, {
        ...before.loaded,
        messages: joined(before.loaded.messages, messagesOf(191, 192)),
        hasNewer: false,
        syncedId: 192,
      }),
    'ready.loadingNewer + newer fail': fails(),

    // What had not come yet is told; whoever speaks it leaves out their own.
    'ready.catchingUp + one is added': (before) => {
      const messages = joined(before.loaded.messages, [buildComment(108)]);
      const arrived = messages.filter(({ id, active }) => active && id > before.loaded.syncedId);
      return {
        ...isCurrent(becomesLoaded(before, { ...before.loaded, messages, hasNewer: false, syncedId: 108 })),
        sends: arrived.length > 0 ? [{ type: 'messages.arrived', messages: arrived }] : [],
      };
    },
    // A loaded message that is not among the reloaded ones was deleted.
    'ready.catchingUp + one is deleted': (before) =>
      isCurrent(
        becomesLoaded(before, {
          ...before.loaded,
          messages: joined(
            before.loaded.messages.map((one) => ({ ...one, active: false })),
            messagesOf(106, 106),
          ),
        }),
      ),
    'ready.catchingUp + nothing changed': (before) => isCurrent(becomesLoaded(before, before.loaded)),
    'ready.catchingUp + update fails': fails({ needsUpdate: true }),
    'ready.awaitingRetry + retry is due': retries,
    'ready.awaitingRetry + retry': retries,
  },
  claims: {
    loading: (snapshot) => expect(snapshot.hasTag('loading')).toBe(true),
    failed: (snapshot) => expect(snapshot.hasTag('failed')).toBe(true),
    // In order, each once.
    '*': ({ context: { loaded } }) => {
      const ids = loaded.messages.map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => one - other));
    },
  },
  laws: {
    'one call is made at a time': () => (step) => {
      const { readReceipts: _, ...calls } = step.after.children as Record<string, AnyActorRef>;
      const open = Object.values(calls).filter((call) => call.getSnapshot().status === 'active');
      expect(open.length).toBeLessThanOrEqual(1);
    },
    'what is on the screen stays there': () => (step) => {
      const { loaded, visible, generation } = (step.before ?? step.after).context as Before;
      const now = step.after.context as Before;
      if (!visible || now.generation !== generation) return;
      const onScreen = ({ messages }: Loaded) =>
        messages.map(({ id }) => id).filter((id) => id >= visible.top && id <= visible.bottom);
      expect(onScreen(now.loaded)).toEqual(onScreen(loaded));
    },
    'every change is followed by an update before it is idle': () => {
      let missed = false;
      let asked = false;
      return (step) => {
        const { type } = causeOf(step);
        const port = /^xstate\.(?:done|error)\.actor\.(openChat|openEnd|fetchUpdate)$/.exec(type)?.[1];
        const failed = type.startsWith('xstate.error.');
        if (port || failed) [missed, asked] = [missed || (asked && failed), false];
        if (type === 'chat.changed') missed = true;
        const { openChat, openEnd, fetchUpdate } = step.calls;
        if (openChat ?? openEnd ?? fetchUpdate) [missed, asked] = [false, missed || asked];
        if (step.after.matches({ ready: 'idle' })) expect(missed || asked).toBe(false);
      };
    },
    'only messages on the screen of a visible page are reported as read, each time further': () => {
      let read = 0;
      return (step) => {
        const { pageVisible, bottom } = causeOf(step);
        for (const said of step.sends) {
          if (said.type === 'messages.arrived') continue;
          expect([said.id, pageVisible]).toEqual([bottom, true]);
          expect(said.id).toBeGreaterThan(read);
          read = said.id as number;
        }
      };
    },
  },
  unpaired: 83,
};
