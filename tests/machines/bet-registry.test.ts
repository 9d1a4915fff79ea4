import { expect } from 'vitest';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import { betRegistry } from '#machines/bet-registry.ts';
import { buildItem } from '#tests/support/builders.ts';
import { after, causeOf, done, error, testMachine, when } from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof betRegistry>;

const five = buildItem(5, 'home/away', { 11: null, 12: null });
const fiveLater = { ...five, version: 2 };
const six = buildItem(6, 'vote', { 21: null, 22: null });
const first = { items: [five], serverNow: 1000 };
const second = { items: [fiveLater, six], serverNow: 2000 };
/** Seen before the device's memory was read: once for all, by the newest of the clock. */
const both = { items: [five, fiveLater, six], serverNow: 2000 };
const drafts = { 5: { 11: 2 }, 7: { 31: 1 } };
const half = { 11: 2 };

const shut = { member: null, drafts: {}, bets: {}, waiting: [], early: null };
const opens = (member: number) => ({
  to: 'open.remembering',
  context: { ...shut, member },
  calls: { keeper: { member }, loadDrafts: { member } },
});
const itself = expect.anything() as unknown;

/** An item that has a bet is told to it; one that has none gets one, with the draft that was kept of it. */
const sees = ({ items, serverNow }: typeof first, known: Before['bets'], kept: Before['drafts']) => {
  const newest = items.filter(({ id }, at) => !items.slice(at + 1).some((later) => later.id === id));
  return {
    sends: items.filter(({ id }) => id in known).map((item) => ({ type: 'item.synced', item, serverNow })),
    calls: Object.fromEntries(
      newest
        .filter(({ id }) => !(id in known))
        .map((item) => [`bet-${item.id}`, { book: itself, item, serverNow, wanted: kept[item.id] ?? {} }]),
    ),
  };
};
const remembers = (kept: Before['drafts']) => (before: Before) => ({
  to: 'open.ready',
  context: { drafts: kept, early: null },
  ...(before.early ? sees(before.early as typeof first, {}, kept) : { calls: {} }),
});
/** Of one member, with nothing that waits. */
const alone = ({ context, ...snapshot }: AnyMachineSnapshot) => {
  const { member, waiting } = context as Before;
  return member === 1 && waiting.length === 0 && snapshot.value !== 'shut';
};
const passes = (item: number, option: number, value: number | null) => (before: Before) =>
  item in before.bets ? { to: 'same', sends: [{ type: 'pick.put', option, value }] } : 'ignored';

testMachine(betRegistry, {
  inputs: { app: undefined },
  fold: ({ member, drafts: kept, bets, waiting, early }) =>
    [
      member,
      ...Object.keys(kept).map((item) => `draft of ${item}`),
      ...Object.keys(bets),
      ...waiting.map((item) => `${item} waits`),
      early && `early ${early.items.map(({ id, version }) => `${id}.${version}`).join()}`,
    ]
      .filter(Boolean)
      .join(', '),
  events: {
    'dana signs in': { type: 'session.started', member: 1 },
    'avi signs in': { type: 'session.started', member: 2 },
    'signs out': { type: 'session.ended' },
    'sees 5': when(({ context }) => context.early === null, { type: 'items.seen', ...first }),
    'sees 5 and 6': when(({ context }) => (context.early?.items.length ?? 0) < 2, {
      type: 'items.seen',
      ...second,
    }),
    remembers: done('loadDrafts', drafts),
    'remembers nothing': done('loadDrafts', {}),
    'cannot remember': error('loadDrafts', new Error('denied')),
    'takes long': after('patience', 3000),
    'keeper breaks': when(
      (snapshot) => snapshot.matches({ open: 'remembering' }),
      error('keeper', new Error('denied')),
    ),
    'a digit of 5': { type: 'digit.put', item: 5, option: 12, digit: 0 },
    'a digit of 6 taken back': { type: 'digit.put', item: 6, option: 21, digit: null },
    'draft of 5': when(alone, { type: 'draft.changed', item: 5, wanted: half }),
    '5 is saved': when(alone, { type: 'draft.changed', item: 5, wanted: {} }),
    '5, 6 and 9 leave': when(alone, { type: 'items.left', items: [5, 6, 9] }),
    // One at a time: of two that wait each leaves by itself.
    '5 waits': when(({ context }) => context.member === 1 && context.early === null, {
      type: 'pick.waits',
      item: 5,
      waits: true,
    }),
    '6 waits': when(({ context }) => context.waiting.length > 0, {
      type: 'pick.waits',
      item: 6,
      waits: true,
    }),
    '5 waits no more': { type: 'pick.waits', item: 5, waits: false },
    'connection back': { type: 'connection.restored' },
  },
  becomes: {
    'start: app': { to: 'shut', context: shut, calls: {} },
    'shut + dana signs in': opens(1),
    'shut + avi signs in': opens(2),

    'open.remembering + sees 5': { to: 'same', context: { early: first, bets: {} }, calls: {} },
    'open.remembering + sees 5 and 6': (before) => ({
      to: 'same',
      context: { early: before.early ? both : second, bets: {} },
      calls: {},
    }),
    'open.remembering + remembers': remembers(drafts),
    'open.remembering + remembers nothing': remembers({}),
    'open.remembering + cannot remember': remembers({}),
    'open.remembering + takes long': remembers({}),

    'open.ready + sees 5': ({ bets, drafts: kept }) => ({ to: 'same', ...sees(first, bets, kept) }),
    'open.ready + sees 5 and 6': ({ bets, drafts: kept }) => ({ to: 'same', ...sees(second, bets, kept) }),
    'open.ready + a digit of 5': passes(5, 12, 0),
    'open.ready + a digit of 6 taken back': passes(6, 21, null),
    'open.ready + draft of 5': ({ drafts: kept }) => ({
      to: 'same',
      context: { drafts: { ...kept, 5: half } },
      sends: [{ type: 'draft.keep', item: 5, wanted: half }],
    }),
    'open.ready + 5 is saved': ({ drafts: { 5: _, ...others } }) => ({
      to: 'same',
      context: { drafts: others },
      sends: [{ type: 'draft.keep', item: 5, wanted: {} }],
    }),
    // What is not saved yet stays, and so does what waits.
    'open.ready + 5, 6 and 9 leave': ({ bets, drafts: kept }) => ({
      to: 'same',
      context: { bets: 5 in kept && 5 in bets ? { 5: bets[5] } : {} },
    }),
    // Counted once each, until it leaves.
    'open.ready + 5 waits': ({ waiting }) => ({
      to: 'same',
      context: { waiting: [...waiting.filter((item) => item !== 5), 5] },
    }),
    'open.ready + 6 waits': ({ waiting }) => ({
      to: 'same',
      context: { waiting: [...waiting.filter((item) => item !== 6), 6] },
    }),
    'open.ready + 5 waits no more': ({ waiting }) => ({
      to: 'same',
      context: { waiting: waiting.filter((item) => item !== 5) },
    }),
    'open.ready + connection back': ({ bets }) => ({
      to: 'same',
      sends: Object.keys(bets).map(() => ({ type: 'connection.restored' })),
    }),

    // The drafts stay where they are kept; the next to sign in starts anew.
    'open + signs out': { to: 'shut', context: shut },
  },
  claims: {
    // One actor an item, and nobody's once they are gone.
    '*': ({ context, children }) => {
      const actors = Object.fromEntries(Object.entries(context.bets).map(([id, ref]) => [`bet-${id}`, ref]));
      const { keeper: _, loadDrafts: __, ...spawned } = children as Record<string, unknown>;
      expect(spawned).toEqual(actors);
    },
    shut: ({ children }) => expect(children).toEqual({}),
  },
  laws: {
    'signing out leaves nothing of the user': () => (step) => {
      const { context, children, value } = step.after;
      if (value === 'shut') expect([context, children]).toEqual([shut, {}]);
    },
    'picks are found again by the member who made them, and by nobody else': () => {
      let member = 0;
      let kept: object = {};
      return (step) => {
        const { type, ...told } = causeOf(step);
        if (type === 'session.started' && step.before?.value === 'shut') member = told.member as number;
        if (type === 'session.ended') kept = {};
        if (type === 'xstate.done.actor.loadDrafts') kept = told.output as object;
        if (type === 'draft.changed' && step.before?.matches({ open: 'ready' }))
          kept = { ...kept, [told.item as number]: told.wanted };
        for (const [port, asked] of Object.entries(step.calls)) {
          if (port.startsWith('bet-'))
            expect((asked as { wanted: object }).wanted).toEqual(kept[port.slice(4) as never] ?? {});
          else expect(asked).toEqual({ member });
        }
      };
    },
    'a pick that is not saved is always told to the device': () => (step) => {
      const { type, ...draft } = causeOf(step);
      if (type === 'draft.changed' && step.before?.matches({ open: 'ready' }))
        expect(step.sends).toEqual([{ type: 'draft.keep', ...draft }]);
    },
    'whatever was seen since signing in has its one bet, until it leaves with nothing unsaved': () => {
      let seen = new Set<string>();
      return (step) => {
        const { type, ...told } = causeOf(step);
        if (step.after.value === 'shut') seen = new Set();
        else if (type === 'items.seen')
          seen = new Set([...seen, ...(told as unknown as typeof first).items.map(({ id }) => String(id))]);
        else if (type === 'items.left' && step.before?.matches({ open: 'ready' }))
          for (const id of told.items as number[])
            if (!(id in (step.before.context.drafts as object))) seen.delete(String(id));
        if (step.after.matches({ open: 'ready' }))
          expect(Object.keys(step.after.context.bets as object)).toEqual([...seen].sort());
      };
    },
  },
  unpaired: 35,
});
