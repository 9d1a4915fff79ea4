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

const nothingLoaded: Loaded = { messages: [], hasOlder: false, hasNewer: false, syncedId: 0 };
/** A chat that fits one page; and ninety messages in the middle of a longer one. */
const shortChat = { messages: messagesOf(105, 106), hasOlder: false, hasNewer: false, lastRead: 105 };
const longChat = { messages: messagesOf(101, 190), hasOlder: true, hasNewer: true, lastRead: 140 };
const lastPage = { messages: messagesOf(191, 192), hasOlder: true, hasNewer: false, lastRead: null };
const loadedFrom = ({ messages, hasOlder, hasNewer }: Omit<Loaded, 'syncedId'>): Loaded => ({
  messages,
  hasOlder,
  hasNewer,
  syncedId: messages.at(-1)?.id ?? 0,
});

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as Before;
const isLong = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).loaded.messages.length >= 90;
const isShort = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).loaded.messages[0]?.id === 105;
/** A long chat as it opened. */
const isLongAsOpened = (snapshot: AnyMachineSnapshot) =>
  isLong(snapshot) && contextOf(snapshot).loaded.messages.length === 90;
const isIdle = (snapshot: AnyMachineSnapshot) => snapshot.matches({ ready: 'idle' });
/** A long chat whose middle is on the screen. */
const isInMiddle = (snapshot: AnyMachineSnapshot) =>
  isLongAsOpened(snapshot) && isIdle(snapshot) && contextOf(snapshot).visible?.top === 141;
/** `chat.changed` is walked only here: elsewhere it repeats the same transitions. */
const mayReceiveChange = (snapshot: AnyMachineSnapshot) => {
  const { needsUpdate, loaded } = contextOf(snapshot);
  return (
    !needsUpdate &&
    (loaded.messages.length === 0 || isShort(snapshot) || (isLongAsOpened(snapshot) && !isIdle(snapshot)))
  );
};
const mergedMessages = (messages: readonly Message[], newer: readonly Message[]) =>
  [...messages.filter(({ id }) => !newer.some((one) => one.id === id)), ...newer].toSorted(
    (a, b) => a.id - b.id,
  );

/** The next fetch: an update; else a page, if the screen is within forty messages of an end of the loaded ones. */
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

const opensChat =
  (opened: typeof shortChat, cachedAt: number | null = null) =>
  (before: Before) => {
    // Cached messages are updated at once.
    const needsUpdate = before.needsUpdate || cachedAt !== null;
    const { calls, ...state } = fetchesNext(before, loadedFrom(opened), null, needsUpdate);
    return {
      ...state,
      context: {
        loaded: loadedFrom(opened),
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
const movesView =
  (top: number, bottom: number, pageVisible: boolean, mayFetch: boolean) => (before: Before) => {
    const visible = { top, bottom };
    const isFurther = pageVisible && bottom > before.lastSeen;
    return {
      ...(mayFetch
        ? fetchesNext(before, before.loaded, visible, before.needsUpdate)
        : { to: 'same', calls: {} }),
      context: { visible, lastSeen: isFurther ? bottom : before.lastSeen },
      sends: isFurther ? [{ type: 'message.seen', id: bottom }] : [],
    };
  };

const loadsMessages = (before: Before, loaded: Loaded) => ({
  ...fetchesNext(before, loaded, before.visible, before.needsUpdate),
  context: { loaded, failure: null, ...(before.needsUpdate && { needsUpdate: false }) },
});
/** Messages that the server has answered are not cached ones. */
const clearsCachedAt = <Outcome extends { readonly context: object }>(outcome: Outcome) => ({
  ...outcome,
  context: { ...outcome.context, cachedAt: null },
});
const awaitsRetry =
  (changes: object = {}) =>
  (before: Before) => ({
    to: 'ready.awaitingRetry',
    context: { loaded: before.loaded, failure: offline, ...changes },
    waits: [{ event: { type: 'xstate.after.retryDelay.chat.ready.awaitingRetry' }, ms: 5000 }],
  });
const retries = (before: Before) => ({
  ...fetchesNext(before, before.loaded, before.visible, before.needsUpdate),
  context: { needsUpdate: false, loaded: before.loaded },
});

const ownMessage = buildComment(107, { member: 1 });

/** Expectations of chat, for its test and for its screen's walk. */
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
    'opens short': when((s) => contextOf(s).generation === 0, done('openChat', shortChat)),
    'opens long': when((s) => contextOf(s).generation === 0, done('openChat', longChat)),
    'opens from the cache': done('openChat', new CachedAnswer(shortChat, 1200)),
    'open fails': error('openChat', offline),
    retry: { type: 'chat.retry' },
    'sees 105': when(isShort, { type: 'view.moved', top: 105, bottom: 105, pageVisible: true }),
    'sees 106 hidden': when(isShort, { type: 'view.moved', top: 105, bottom: 106, pageVisible: false }),
    'sees the middle': when((s) => isLongAsOpened(s) && isIdle(s) && contextOf(s).visible === null, {
      type: 'view.moved',
      top: 141,
      bottom: 150,
      pageVisible: true,
    }),
    'sees one above': when(isInMiddle, { type: 'view.moved', top: 140, bottom: 149, pageVisible: true }),
    'sees one below': when(isInMiddle, { type: 'view.moved', top: 142, bottom: 151, pageVisible: true }),
    'chat changes': when(mayReceiveChange, { type: 'chat.changed' }),
    'own message arrives': when(
      (s) => (isShort(s) && contextOf(s).loaded.messages.length === 2) || contextOf(s).loaded.hasNewer,
      { type: 'message.sent', message: ownMessage },
    ),
    '105 is deleted': when((s) => isShort(s) && contextOf(s).loaded.messages[0]?.active === true, {
      type: 'message.removed',
      id: 105,
    }),
    'show end': when((s) => !isLongAsOpened(s) || contextOf(s).visible === null, { type: 'end.show' }),
    'end comes': done('openEnd', lastPage),
    'end fails': error('openEnd', offline),
    'older come': done('fetchOlder', { messages: messagesOf(99, 100), hasMore: false }),
    'older fail': error('fetchOlder', offline),
    'newer come': done('fetchNewer', { messages: messagesOf(191, 192), hasMore: false }),
    'newer fail': error('fetchNewer', offline),
    'update adds one': when(
      isShort,
      done('fetchUpdate', { added: { messages: [buildComment(108)], hasMore: false }, reloaded: null }),
    ),
    'update deletes one': when(
      isShort,
      done('fetchUpdate', { added: { messages: [], hasMore: false }, reloaded: messagesOf(106, 106) }),
    ),
    'update without changes': when(
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
        loaded: nothingLoaded,
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
    'loading + opens short': opensChat(shortChat),
    'loading + opens long': opensChat(longChat),
    'loading + opens from the cache': opensChat(shortChat, 1200),
    'loading + open fails': { to: 'failed', context: { failure: offline } },
    'loading + chat changes': { to: 'loading', context: { needsUpdate: true } },
    'failed + retry': { to: 'loading', calls: { openChat: { post: 7, newest: false } } },

    'ready + sees 105': movesView(105, 105, true, false),
    'ready + sees 106 hidden': movesView(105, 106, false, false),
    'ready.idle + sees 105': movesView(105, 105, true, true),
    'ready.idle + sees 106 hidden': movesView(105, 106, false, true),
    'ready.idle + sees the middle': movesView(141, 150, true, true),
    'ready.idle + sees one above': movesView(140, 149, true, true),
    'ready.idle + sees one below': movesView(142, 151, true, true),
    'ready + chat changes': { to: 'same', context: { needsUpdate: true }, calls: {} },
    'ready.idle + chat changes': (before) => fetchesNext(before, before.loaded, before.visible, true),

    // Earlier messages of others that are not loaded yet are still fetched.
    'ready + own message arrives': ({ loaded }) => ({
      to: 'same',
      context: {
        loaded: loaded.hasNewer
          ? loaded
          : { ...loaded, messages: mergedMessages(loaded.messages, [ownMessage]) },
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
    // The interrupted update is fetched afterwards.
    'ready.catchingUp + show end': ({ loaded }) =>
      loaded.hasNewer ? { to: 'ready.jumpingToEnd', context: { needsUpdate: true } } : 'ignored',
    'ready.jumpingToEnd + end comes': (before) => ({
      ...fetchesNext(before, loadedFrom(lastPage), null, before.needsUpdate),
      context: {
        loaded: loadedFrom(lastPage),
        cachedAt: null,
        visible: null,
        generation: before.generation + 1,
        needsUpdate: false,
        failure: null,
      },
    }),
    'ready.jumpingToEnd + end fails': awaitsRetry(),

    'ready.loadingOlder + older come': (before) =>
      loadsMessages(before, {
        ...before.loaded,
        messages: mergedMessages(before.loaded.messages, messagesOf(99, 100)),
        hasOlder: false,
      }),
    'ready.loadingOlder + older fail': awaitsRetry(),
    'ready.loadingNewer + newer come': (before) =>
      loadsMessages(before, {
        ...before.loaded,
        messages: mergedMessages(before.loaded.messages, messagesOf(191, 192)),
        hasNewer: false,
        syncedId: 192,
      }),
    'ready.loadingNewer + newer fail': awaitsRetry(),

    // Messages that were not loaded before are reported; the listener leaves out the member’s own.
    'ready.catchingUp + update adds one': (before) => {
      const messages = mergedMessages(before.loaded.messages, [buildComment(108)]);
      const arrived = messages.filter(({ id, active }) => active && id > before.loaded.syncedId);
      return {
        ...clearsCachedAt(
          loadsMessages(before, { ...before.loaded, messages, hasNewer: false, syncedId: 108 }),
        ),
        sends: arrived.length > 0 ? [{ type: 'messages.arrived', messages: arrived }] : [],
      };
    },
    // A loaded message that is not among the reloaded ones was deleted.
    'ready.catchingUp + update deletes one': (before) =>
      clearsCachedAt(
        loadsMessages(before, {
          ...before.loaded,
          messages: mergedMessages(
            before.loaded.messages.map((one) => ({ ...one, active: false })),
            messagesOf(106, 106),
          ),
        }),
      ),
    'ready.catchingUp + update without changes': (before) =>
      clearsCachedAt(loadsMessages(before, before.loaded)),
    'ready.catchingUp + update fails': awaitsRetry({ needsUpdate: true }),
    'ready.awaitingRetry + retry is due': retries,
    'ready.awaitingRetry + retry': retries,
  },
  claims: {
    loading: (snapshot) => expect(snapshot.hasTag('loading')).toBe(true),
    failed: (snapshot) => expect(snapshot.hasTag('failed')).toBe(true),
    // The messages are sorted, each once.
    '*': ({ context: { loaded } }) => {
      const ids = loaded.messages.map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => one - other));
    },
  },
  laws: {
    'one call is made at a time': () => (step) => {
      const { readReceipts: _, ...calls } = step.after.children as Record<string, AnyActorRef>;
      const openCalls = Object.values(calls).filter((call) => call.getSnapshot().status === 'active');
      expect(openCalls.length).toBeLessThanOrEqual(1);
    },
    'messages on the screen stay there': () => (step) => {
      const { loaded, visible, generation } = (step.before ?? step.after).context as Before;
      const current = step.after.context as Before;
      if (!visible || current.generation !== generation) return;
      const onScreen = ({ messages }: Loaded) =>
        messages.map(({ id }) => id).filter((id) => id >= visible.top && id <= visible.bottom);
      expect(onScreen(current.loaded)).toEqual(onScreen(loaded));
    },
    'every change is followed by an update before the chat is idle': () => {
      let missed = false;
      let requested = false;
      return (step) => {
        const { type } = causeOf(step);
        const port = /^xstate\.(?:done|error)\.actor\.(openChat|openEnd|fetchUpdate)$/.exec(type)?.[1];
        const failed = type.startsWith('xstate.error.');
        if (port || failed) [missed, requested] = [missed || (requested && failed), false];
        if (type === 'chat.changed') missed = true;
        const { openChat, openEnd, fetchUpdate } = step.calls;
        if (openChat ?? openEnd ?? fetchUpdate) [missed, requested] = [false, missed || requested];
        if (step.after.matches({ ready: 'idle' })) expect(missed || requested).toBe(false);
      };
    },
    'only messages on the screen of a visible page are reported as read, each later than the one before':
      () => {
        let read = 0;
        return (step) => {
          const { pageVisible, bottom } = causeOf(step);
          for (const event of step.sends) {
            if (event.type === 'messages.arrived') continue;
            expect([event.id, pageVisible]).toEqual([bottom, true]);
            expect(event.id).toBeGreaterThan(read);
            read = event.id as number;
          }
        };
      },
  },
  unpaired: 83,
};
