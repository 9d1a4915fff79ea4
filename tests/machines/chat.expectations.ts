import { expect } from 'vitest';
import type { AnyActorRef, AnyMachineSnapshot, ContextFrom } from 'xstate';
import type { Message } from '#contract/models.ts';
import type { chat } from '#machines/chat.ts';
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
type Talk = Before['talk'];
type View = Before['view'];

const rowsOf = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => buildComment(from + at));
const offline = { kind: 'offline' as const };
const silent = { failure: offline };

const none: Talk = { rows: [], older: false, newer: false, synced: 0 };
/** All there is; and ninety in the middle of something longer. */
const short = { rows: rowsOf(105, 106), older: false, newer: false, last: 105 };
const long = { rows: rowsOf(101, 190), older: true, newer: true, last: 140 };
const end = { rows: rowsOf(191, 192), older: true, newer: false, last: null };
const asTalk = ({ rows, older, newer }: Omit<Talk, 'synced'>): Talk => ({
  rows,
  older,
  newer,
  synced: rows.at(-1)?.id ?? 0,
});

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as Before;
const isLong = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).talk.rows.length >= 90;
const isShort = (snapshot: AnyMachineSnapshot) => contextOf(snapshot).talk.rows[0]?.id === 105;
/** Enough of a long talk to walk through: its rows as they first came. */
const isWhole = (snapshot: AnyMachineSnapshot) =>
  isLong(snapshot) && contextOf(snapshot).talk.rows.length === 90;
const isResting = (snapshot: AnyMachineSnapshot) => snapshot.matches({ ready: 'resting' });
/** The screen moves on from the middle of it. */
const isMidway = (snapshot: AnyMachineSnapshot) =>
  isWhole(snapshot) && isResting(snapshot) && contextOf(snapshot).view?.top === 141;
/** What is new is walked where little else happens: everywhere else it would make more of the same. */
const isCalm = (snapshot: AnyMachineSnapshot) => {
  const { stale, talk } = contextOf(snapshot);
  return (
    !stale && (talk.rows.length === 0 || isShort(snapshot) || (isWhole(snapshot) && !isResting(snapshot)))
  );
};
const joined = (rows: readonly Message[], more: readonly Message[]) =>
  [...rows.filter(({ id }) => !more.some((it) => it.id === id)), ...more].toSorted((a, b) => a.id - b.id);

const wait = (name: string, state: string, ms: number) => [
  { event: { type: `xstate.after.${name}.chat.ready.${state}` }, ms },
];

/** What is asked for next: what is new; else what the screen is within forty rows of. */
function stands({ post }: Before, talk: Talk, view: View, stale: boolean) {
  const { rows, older, newer, synced } = talk;
  if (stale) {
    const have = rows.filter(({ active }) => active).length;
    const [oldest, newest] = [rows[0]?.id ?? 0, rows.at(-1)?.id ?? 0];
    return {
      to: 'ready.catchingUp',
      calls: { fetchNews: { post, after: synced, oldest, newest, have, elsewhere: newer } },
      waits: wait('patience', 'catchingUp', 20_000),
    };
  }
  const above = view ? rows.findIndex(({ id }) => id >= view.top) : 99;
  const below = view ? rows.length - 1 - rows.findLastIndex(({ id }) => id <= view.bottom) : 99;
  if (older && above < 40)
    return {
      to: 'ready.loadingOlder',
      calls: { fetchOlder: { post, before: rows[0]?.id } },
      waits: wait('patience', 'loadingOlder', 20_000),
    };
  if (newer && below < 40)
    return {
      to: 'ready.loadingNewer',
      calls: { fetchNewer: { post, after: synced } },
      waits: wait('patience', 'loadingNewer', 20_000),
    };
  return { to: 'ready.resting', calls: {} };
}

const opens = (talk: typeof short) => (before: Before) => {
  const { calls, ...state } = stands(before, asTalk(talk), null, before.stale);
  return {
    ...state,
    context: { talk: asTalk(talk), last: talk.last, stale: false, failure: null, epoch: 0 },
    calls: { ...calls, reading: { post: 7, last: talk.last } },
  };
};

/** The screen shows other rows; what was before eyes is told of as read. */
const moves = (top: number, bottom: number, looking: boolean, next: boolean) => (before: Before) => {
  const view = { top, bottom };
  const further = looking && bottom > before.seen;
  return {
    ...(next ? stands(before, before.talk, view, before.stale) : { to: 'same', calls: {} }),
    context: { view, seen: further ? bottom : before.seen },
    sends: further ? [{ type: 'comment.seen', id: bottom }] : [],
  };
};

const becomesTalk = (before: Before, talk: Talk) => ({
  ...stands(before, talk, before.view, before.stale),
  context: { talk, failure: null, ...(before.stale && { stale: false }) },
});
const behind =
  (more: object = {}) =>
  (before: Before) => ({
    to: 'ready.behind',
    context: { talk: before.talk, ...silent, ...more },
    waits: wait('retryDelay', 'behind', 5000),
  });
const goesOn = (before: Before) => ({
  ...stands(before, before.talk, before.view, before.stale),
  context: { stale: false, talk: before.talk },
});

const sent = buildComment(107, { member: 1 });

/** What is written of chat: its test walks it headless, its screen's in a browser. */
export const chatExpectations: MachineExpectations<typeof chat> = {
  inputs: { post: { post: 7 } },
  fold: ({ talk: { rows, older, newer, synced }, view, seen, stale, epoch }) =>
    [
      `${rows[0]?.id ?? ''}–${rows.at(-1)?.id ?? ''}`,
      synced !== rows.at(-1)?.id && `synced ${synced}`,
      rows.some(({ active }) => !active) && 'one gone',
      older && 'older',
      newer && 'newer',
      view && `at ${view.top}–${view.bottom}`,
      seen > 0 && `seen ${seen}`,
      stale && 'stale',
      epoch > 0 && 'anew',
    ]
      .filter(Boolean)
      .join(', '),
  events: {
    'opens short': when((s) => contextOf(s).epoch === 0, done('openTalk', short)),
    'opens long': when((s) => contextOf(s).epoch === 0, done('openTalk', long)),
    'cannot open': error('openTalk', offline),
    'opens too long': after('patience', 20_000),
    again: { type: 'talk.retry' },
    'sees 105': when(isShort, { type: 'view.moved', top: 105, bottom: 105, looking: true }),
    'sees 106 asleep': when(isShort, { type: 'view.moved', top: 105, bottom: 106, looking: false }),
    'sees the middle': when((s) => isWhole(s) && isResting(s) && contextOf(s).view === null, {
      type: 'view.moved',
      top: 141,
      bottom: 150,
      looking: true,
    }),
    'sees one above': when(isMidway, { type: 'view.moved', top: 140, bottom: 149, looking: true }),
    'sees one below': when(isMidway, { type: 'view.moved', top: 142, bottom: 151, looking: true }),
    'something is said': when(isCalm, { type: 'talk.changed' }),
    'mine arrives': when(
      (s) => (isShort(s) && contextOf(s).talk.rows.length === 2) || contextOf(s).talk.newer,
      { type: 'comment.sent', comment: sent },
    ),
    '105 is taken down': when((s) => isShort(s) && contextOf(s).talk.rows[0]?.active === true, {
      type: 'comment.removed',
      id: 105,
    }),
    'to the bottom': when((s) => !isWhole(s) || contextOf(s).view === null, { type: 'bottom.show' }),
    'the end comes': done('openEnd', end),
    'no end': error('openEnd', offline),
    'older come': done('fetchOlder', { rows: rowsOf(99, 100), more: false }),
    'no older': error('fetchOlder', offline),
    'newer come': done('fetchNewer', { rows: rowsOf(191, 192), more: false }),
    'no newer': error('fetchNewer', offline),
    'one is new': when(
      isShort,
      done('fetchNews', { fresh: { rows: [buildComment(108)], more: false }, whole: null }),
    ),
    'one is gone': when(
      isShort,
      done('fetchNews', { fresh: { rows: [], more: false }, whole: rowsOf(106, 106) }),
    ),
    'nothing is new': when(
      (s) => !isShort(s),
      done('fetchNews', { fresh: { rows: [], more: false }, whole: null }),
    ),
    'no news': error('fetchNews', offline),
    'in a while': after('retryDelay', 5000),
    'reading breaks': when(
      (s) => s.matches({ ready: 'resting' }) && isShort(s) && contextOf(s).view === null,
      error('reading', offline),
    ),
  },
  becomes: {
    'start: post': {
      to: 'opening',
      context: {
        post: 7,
        talk: none,
        last: null,
        view: null,
        seen: 0,
        stale: false,
        epoch: 0,
        failure: null,
      },
      calls: { openTalk: { post: 7, newest: false } },
      waits: [{ event: { type: 'xstate.after.patience.chat.opening' }, ms: 20_000 }],
    },
    'opening + opens short': opens(short),
    'opening + opens long': opens(long),
    'opening + cannot open': { to: 'failed', context: silent },
    'opening + opens too long': { to: 'failed', context: silent },
    'opening + something is said': { to: 'opening', context: { stale: true } },
    'failed + again': { to: 'opening', calls: { openTalk: { post: 7, newest: false } } },

    'ready + sees 105': moves(105, 105, true, false),
    'ready + sees 106 asleep': moves(105, 106, false, false),
    'ready.resting + sees 105': moves(105, 105, true, true),
    'ready.resting + sees 106 asleep': moves(105, 106, false, true),
    'ready.resting + sees the middle': moves(141, 150, true, true),
    'ready.resting + sees one above': moves(140, 149, true, true),
    'ready.resting + sees one below': moves(142, 151, true, true),
    'ready + something is said': { to: 'same', context: { stale: true }, calls: {} },
    'ready.resting + something is said': (before) => stands(before, before.talk, before.view, true),

    // Among what others said earlier and is not here yet: that is still asked for.
    'ready + mine arrives': ({ talk }) =>
      talk.newer
        ? 'ignored'
        : { to: 'same', context: { talk: { ...talk, rows: joined(talk.rows, [sent]) } } },
    'ready + 105 is taken down': ({ talk }) => ({
      to: 'same',
      context: {
        talk: { ...talk, rows: talk.rows.map((row) => (row.id === 105 ? { ...row, active: false } : row)) },
      },
    }),

    'ready + to the bottom': ({ talk }) =>
      talk.newer
        ? {
            to: 'ready.returning',
            calls: { openEnd: { post: 7, newest: true } },
            waits: wait('patience', 'returning', 20_000),
          }
        : 'ignored',
    // The look that it breaks off is still to come.
    'ready.catchingUp + to the bottom': ({ talk }) =>
      talk.newer ? { to: 'ready.returning', context: { stale: true } } : 'ignored',
    'ready.returning + the end comes': (before) => ({
      ...stands(before, asTalk(end), null, before.stale),
      context: { talk: asTalk(end), last: before.last, view: null, epoch: before.epoch + 1 },
    }),
    'ready.returning + no end': behind(),

    'ready.loadingOlder + older come': (before) =>
      becomesTalk(before, { ...before.talk, rows: joined(before.talk.rows, rowsOf(99, 100)), older: false }),
    'ready.loadingOlder + no older': behind(),
    'ready.loadingNewer + newer come': (before) =>
      becomesTalk(before, {
        ...before.talk,
        rows: joined(before.talk.rows, rowsOf(191, 192)),
        newer: false,
        synced: 192,
      }),
    'ready.loadingNewer + no newer': behind(),

    'ready.catchingUp + one is new': (before) =>
      becomesTalk(before, {
        ...before.talk,
        rows: joined(before.talk.rows, [buildComment(108)]),
        newer: false,
        synced: 108,
      }),
    // What is not among those that are there was taken down; of what lies beyond these nothing is said.
    'ready.catchingUp + one is gone': (before) =>
      becomesTalk(before, {
        ...before.talk,
        rows: joined(
          before.talk.rows.map((row) => ({ ...row, active: false })),
          rowsOf(106, 106),
        ),
      }),
    'ready.catchingUp + nothing is new': (before) => becomesTalk(before, before.talk),
    'ready.catchingUp + no news': behind({ stale: true }),
    'ready + opens too long': (before) => behind(before.stale ? { stale: true } : {})(before),
    'ready.catchingUp + opens too long': behind({ stale: true }),
    'ready.behind + in a while': goesOn,
    'ready.behind + again': goesOn,
  },
  claims: {
    opening: (snapshot) => expect(snapshot.hasTag('loading')).toBe(true),
    failed: (snapshot) => expect(snapshot.hasTag('failed')).toBe(true),
    'ready.behind': (snapshot) => expect(snapshot.hasTag('behind')).toBe(true),
    // In order, each once.
    '*': ({ context: { talk } }) => {
      const ids = talk.rows.map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => one - other));
    },
  },
  laws: {
    'one call is made at a time': () => (step) => {
      const { reading: _, ...calls } = step.after.children as Record<string, AnyActorRef>;
      const open = Object.values(calls).filter((call) => call.getSnapshot().status === 'active');
      expect(open.length).toBeLessThanOrEqual(1);
    },
    'what is on the screen stays there': () => (step) => {
      const { talk, view, epoch } = (step.before ?? step.after).context as Before;
      const now = step.after.context as Before;
      if (!view || now.epoch !== epoch) return;
      const onScreen = ({ rows }: Talk) =>
        rows.map(({ id }) => id).filter((id) => id >= view.top && id <= view.bottom);
      expect(onScreen(now.talk)).toEqual(onScreen(talk));
    },
    'whatever is said or taken down is looked at before it rests': () => {
      let missed = false;
      let asked = false;
      return (step) => {
        const { type } = causeOf(step);
        const port = /^xstate\.(?:done|error)\.actor\.(openTalk|openEnd|fetchNews)$/.exec(type)?.[1];
        const failed = type.startsWith('xstate.error.') || type.startsWith('xstate.after.patience');
        if (port || failed) [missed, asked] = [missed || (asked && failed), false];
        if (type === 'talk.changed') missed = true;
        const { openTalk, openEnd, fetchNews } = step.calls;
        if (openTalk ?? openEnd ?? fetchNews) [missed, asked] = [false, missed || asked];
        if (step.after.matches({ ready: 'resting' })) expect(missed || asked).toBe(false);
      };
    },
    'only what was before eyes is told of as read, each time further': () => {
      let read = 0;
      return (step) => {
        const { looking, bottom } = causeOf(step);
        for (const said of step.sends) {
          expect([said.id, looking]).toEqual([bottom, true]);
          expect(said.id).toBeGreaterThan(read);
          read = said.id as number;
        }
      };
    },
  },
  unpaired: 92,
};
