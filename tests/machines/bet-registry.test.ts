import { expect } from 'vitest';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import type { AppUser, Item } from '#contract/models.ts';
import { betRegistry } from '#machines/bet-registry.ts';
import { buildAppUser, buildItem } from '#tests/support/builders.ts';
import { after, causeOf, done, error, testMachine, when } from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof betRegistry>;
type Visible = Before['visible'];

const five = buildItem(5, 'home/away', { 11: null, 12: null });
const fiveLater = { ...five, version: 2 };
const six = buildItem(6, 'vote', { 21: null, 22: null });
/** The items of the feed and of a chat; the chat has a later version of item 5. */
const first = { items: [five], serverNow: 1000 };
const second = { items: [fiveLater, six], serverNow: 2000 };
const inChat = { items: [fiveLater], serverNow: 3000 };
const none = { items: [], serverNow: 4000 };
const seven = buildItem(7, 'vote', { 31: null, 32: null });
/** The server has them all, whatever was asked for. */
const fetched = { items: [seven, fiveLater, six], serverNow: 5000 };
const gone = { items: [], serverNow: 5000 };
const drafts = { 5: { 11: 2 }, 7: { 31: 1 } };
const half = { 11: 2 };
const removedHalf = { removed: half };
/** The device has also what an earlier page had sent. */
const loaded = { ...drafts, 6: { removed: { 21: 1 } } };

const signedOut = { member: null, drafts: {}, bets: {}, waitingItems: [] };
const opens =
  (member: number) =>
  ({ visible }: Before) => ({
    to: 'signedIn.loading',
    context: { ...signedOut, member, visible },
    calls: { draftStore: { member }, loadDrafts: { member } },
  });
const itself = expect.anything() as unknown;

const withView = (visible: Visible, view: string, shown: Visible[string]): Visible => {
  const others = Object.fromEntries(Object.entries(visible).filter(([other]) => other !== view));
  return shown.items.length > 0 ? { ...others, [view]: shown } : others;
};
const itemsIn = (visible: Visible): readonly Item[] => Object.values(visible).flatMap(({ items }) => items);
/** Spawns a bet for each item without one, with its stored draft. */
const spawns = (visible: Visible, bets: Before['bets'], stored: Before['drafts']) =>
  Object.fromEntries(
    Object.values(visible).flatMap(({ items, serverNow }) =>
      items
        .filter(({ id }) => !(id in bets))
        .map((item) => [
          `bet-${item.id}`,
          { registry: itself, item, serverNow, pendingValues: stored[item.id] ?? {} },
        ]),
    ),
  );
/** A bet gets an item that is new to the views, and is stopped when no view has its item and nothing of it is unsaved. */
const shows =
  (view: string, shown: Visible[string]) =>
  ({ visible, bets, drafts: stored }: Before) => {
    const next = withView(visible, view, shown);
    const isKept = (id: string) => id in stored || itemsIn(next).some((item) => String(item.id) === id);
    return {
      to: 'same',
      sends: shown.items
        .filter((item) => item.id in bets && !itemsIn(visible).includes(item))
        .map((item) => ({ type: 'item.synced', item, serverNow: shown.serverNow })),
      calls: spawns(next, bets, stored),
      context: {
        visible: next,
        bets: Object.fromEntries(
          [...Object.keys(bets), ...itemsIn(next).map(({ id }) => String(id))]
            .filter(isKept)
            .map((id) => [id, bets[Number(id)] ?? itself]),
        ),
      },
    };
  };
/** Until the drafts are loaded. */
const buffers =
  (view: string, shown: Visible[string]) =>
  ({ visible }: Before) => ({
    to: 'same',
    context: { visible: withView(visible, view, shown), bets: {} },
    calls: {},
  });
/** Stored picks whose item no view shows: their items are asked for. */
const restores = ({ drafts: stored, bets }: { drafts: object; bets: object }) => {
  const ids = Object.keys(stored)
    .filter((id) => !(id in bets))
    .map(Number);
  return ids.length > 0
    ? { to: 'signedIn.ready.fetchingItems', calls: { fetchItems: { ids } } }
    : { to: 'signedIn.ready.restored', calls: {} };
};
const remembers = (stored: Before['drafts'], sent: readonly string[]) => (before: Before) => {
  const bets = Object.fromEntries(itemsIn(before.visible).map(({ id }) => [id, itself]));
  const { to, calls } = restores({ drafts: stored, bets });
  return {
    to,
    sends: sent.map((entry) => ({ type: 'entry.keep', entry, value: null })),
    context: { drafts: stored, bets },
    calls: { ...spawns(before.visible, {}, stored), ...calls },
  };
};
/** Of the items that came, those get a bet whose picks are still unsent and that no view has shown meanwhile. */
const spawnsFetched = ({ drafts: stored, bets }: Before) => {
  const unsent = fetched.items.filter(({ id }) => id in stored && !(id in bets));
  return {
    to: 'signedIn.ready.restored',
    context: { bets: { ...bets, ...Object.fromEntries(unsent.map(({ id }) => [id, itself])) } },
    calls: Object.fromEntries(
      unsent.map((item) => [
        `bet-${item.id}`,
        { registry: itself, item, serverNow: 5000, pendingValues: stored[item.id] },
      ]),
    ),
  };
};
/** This tab's own picks, over what another one has written. */
const storesAgain = ({ drafts: { 5: own } }: Before) =>
  own ? { to: 'same', sends: [{ type: 'entry.keep', entry: '5', value: own }] } : 'ignored';
const offline = { kind: 'offline' as const };
const outcome = { type: 'bet.saved', item: five } as const;
/** Of one member, without waiting picks. */
const alone = ({ context }: Pick<AnyMachineSnapshot, 'context'>) => {
  const { member, waitingItems } = context as Before;
  return member === 1 && waitingItems.length === 0;
};
/** Without a draft of another item, which would make no difference. */
const simple = (snapshot: Pick<AnyMachineSnapshot, 'context'>) =>
  alone(snapshot) && !(7 in (snapshot.context as Before).drafts);
/** With no more than item 5 in the feed while items are fetched. */
const settled = (snapshot: Pick<AnyMachineSnapshot, 'context' | 'matches'>) =>
  simple(snapshot) && !isFetching(snapshot);
const isFetching = (snapshot: Pick<AnyMachineSnapshot, 'matches'>) =>
  ['fetchingItems', 'awaitingRetry'].some((state) => snapshot.matches({ signedIn: { ready: state } }));

testMachine(betRegistry, {
  inputs: { app: undefined },
  fold: ({ member, drafts: stored, bets, waitingItems, visible }) =>
    [
      member,
      ...Object.keys(stored).map((item) => `draft of ${item}`),
      ...Object.keys(bets),
      ...waitingItems.map((item) => `${item} waits`),
      ...Object.entries(visible)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([view, { items }]) => `${view}: ${items.map(({ id, version }) => `${id}.${version}`).join()}`),
    ]
      .filter(Boolean)
      .join(', '),
  events: {
    'dana signs in': { type: 'auth.signedIn', token: 'dana', user: buildAppUser(1) },
    'avi signs in': { type: 'auth.signedIn', token: 'avi', user: buildAppUser(2) },
    'signs out': { type: 'auth.signedOut' },
    'feed shows 5': { type: 'items.visible', view: 'feed', ...first },
    'feed shows 5 and 6': when(settled, { type: 'items.visible', view: 'feed', ...second }),
    'feed is left': when((snapshot) => snapshot.context.member === null || simple(snapshot), {
      type: 'items.visible',
      view: 'feed',
      ...none,
    }),
    'chat shows 5': when(settled, { type: 'items.visible', view: 'chat', ...inChat }),
    'chat is left': when(settled, { type: 'items.visible', view: 'chat', ...none }),
    'drafts load': done('loadDrafts', loaded),
    'no drafts': done('loadDrafts', {}),
    'drafts fail to load': error('loadDrafts', new Error('denied')),
    'draft store fails': when(
      (snapshot) => snapshot.matches({ signedIn: 'loading' }),
      error('draftStore', new Error('denied')),
    ),
    'draft of 5': when(alone, { type: 'draft.changed', item: 5, pendingValues: half }),
    'draft of 5 from another tab': when(alone, { type: 'entry.changed', entry: '5', value: half }),
    '5 is saved by another tab': when(alone, {
      type: 'entry.changed',
      entry: '5',
      value: removedHalf,
    }),
    'older picks of 5 are saved by another tab': when(alone, {
      type: 'entry.changed',
      entry: '5',
      value: { removed: { 11: 3 } },
    }),
    '5 is deleted by another tab': when(alone, { type: 'entry.changed', entry: '5', value: null }),
    '5 is saved': when(alone, { type: 'draft.changed', item: 5, pendingValues: {} }),
    // One at a time: two waiting picks would only repeat the transitions.
    '5 waits': when(
      (snapshot) =>
        snapshot.context.member === 1 && !('chat' in snapshot.context.visible) && !isFetching(snapshot),
      {
        type: 'pick.waiting',
        item: 5,
        waiting: true,
      },
    ),
    '6 waits': when(({ context }) => context.waitingItems.length > 0, {
      type: 'pick.waiting',
      item: 6,
      waiting: true,
    }),
    '5 no longer waits': { type: 'pick.waiting', item: 5, waiting: false },
    '5 is told': { type: 'bet.reported', outcome },
    'connection back': when(
      ({ context }) => !('chat' in context.visible) && context.waitingItems.length < 2,
      { type: 'connection.restored' },
    ),
    'items of the drafts come': done('fetchItems', fetched),
    'items of the drafts are gone': done('fetchItems', gone),
    'items of the drafts do not come': when(alone, error('fetchItems', offline)),
    'another try': after('retryDelay', 15_000),
  },
  becomes: {
    'start: app': { to: 'signedOut', context: { ...signedOut, visible: {} }, calls: {} },
    'signedOut + feed shows 5': buffers('feed', first),
    'signedOut + feed is left': buffers('feed', none),
    'signedOut + dana signs in': opens(1),
    'signedOut + avi signs in': opens(2),

    'signedIn.loading + feed shows 5': buffers('feed', first),
    'signedIn.loading + feed shows 5 and 6': buffers('feed', second),
    'signedIn.loading + feed is left': buffers('feed', none),
    'signedIn.loading + chat shows 5': buffers('chat', inChat),
    'signedIn.loading + chat is left': buffers('chat', none),
    'signedIn.loading + drafts load': remembers(drafts, ['6']),
    'signedIn.loading + no drafts': remembers({}, []),
    'signedIn.loading + drafts fail to load': remembers({}, []),

    'signedIn.ready + feed shows 5': shows('feed', first),
    'signedIn.ready + feed shows 5 and 6': shows('feed', second),
    'signedIn.ready + feed is left': shows('feed', none),
    'signedIn.ready + chat shows 5': shows('chat', inChat),
    'signedIn.ready + chat is left': shows('chat', none),
    'signedIn.ready + draft of 5': ({ drafts: stored }) => ({
      to: 'same',
      context: { drafts: { ...stored, 5: half } },
      sends: [{ type: 'entry.keep', entry: '5', value: half }],
    }),
    // The device keeps which picks they were, for tabs that have newer ones.
    'signedIn.ready + 5 is saved': ({ drafts: { 5: saved = {}, ...others }, waitingItems }) => ({
      to: 'same',
      context: { drafts: others, waitingItems: waitingItems.filter((item) => item !== 5) },
      sends: [{ type: 'entry.keep', entry: '5', value: { removed: saved } }],
    }),
    // Kept for a bet that no view shows yet, and told to the one there is; the device has it already.
    'signedIn.ready + draft of 5 from another tab': ({ drafts: stored, bets }) => ({
      to: 'same',
      context: { drafts: { ...stored, 5: half } },
      sends: 5 in bets ? [{ type: 'draft.stored', pendingValues: half }] : [],
    }),
    'signedIn.ready + 5 is saved by another tab': ({ drafts: { 5: saved, ...others }, bets, waitingItems }) =>
      saved
        ? {
            to: 'same',
            context: { drafts: others, waitingItems: waitingItems.filter((item) => item !== 5) },
            sends: 5 in bets ? [{ type: 'draft.stored', pendingValues: {} }] : [],
          }
        : 'ignored',
    'signedIn.ready + older picks of 5 are saved by another tab': storesAgain,
    'signedIn.ready + 5 is deleted by another tab': storesAgain,
    // Each is counted once, until it is saved or no longer waits.
    'signedIn.ready + 5 waits': ({ waitingItems }) => ({
      to: 'same',
      context: { waitingItems: [...waitingItems.filter((item) => item !== 5), 5] },
    }),
    'signedIn.ready + 6 waits': ({ waitingItems }) => ({
      to: 'same',
      context: { waitingItems: [...waitingItems.filter((item) => item !== 6), 6] },
    }),
    'signedIn.ready + 5 no longer waits': ({ waitingItems }) => ({
      to: 'same',
      context: { waitingItems: waitingItems.filter((item) => item !== 5) },
    }),
    // Of the bets on the screen, to whoever listens.
    'signedIn.ready + 5 is told': { to: 'same', sends: [outcome] },
    'signedIn.ready + connection back': (before) => ({
      ...restores(before),
      sends: Object.keys(before.bets).map(() => ({ type: 'connection.restored' })),
    }),
    'signedIn.ready.fetchingItems + items of the drafts come': spawnsFetched,
    // The picks stay on the device, in case that the member sees them again.
    'signedIn.ready.fetchingItems + items of the drafts are gone': 'signedIn.ready.restored',
    'signedIn.ready.fetchingItems + items of the drafts do not come': {
      to: 'signedIn.ready.awaitingRetry',
      waits: [
        { event: { type: 'xstate.after.retryDelay.bet-registry.signedIn.ready.awaitingRetry' }, ms: 15_000 },
      ],
    },
    'signedIn.ready.awaitingRetry + another try': restores,

    // Drafts stay stored; the next member to sign in starts without them.
    'signedIn + signs out': ({ visible }) => ({ to: 'signedOut', context: { ...signedOut, visible } }),
  },
  claims: {
    // One actor an item, and none after signing out.
    '*': ({ context, children }) => {
      const actors = Object.fromEntries(Object.entries(context.bets).map(([id, ref]) => [`bet-${id}`, ref]));
      const {
        draftStore: _,
        loadDrafts: __,
        fetchItems: ___,
        ...spawned
      } = children as Record<string, unknown>;
      expect(spawned).toEqual(actors);
    },
    signedOut: ({ children }) => expect(children).toEqual({}),
  },
  laws: {
    'signing out removes all data of the member': () => (step) => {
      const { context, children, value } = step.after;
      if (value === 'signedOut')
        expect([context, children]).toEqual([{ ...signedOut, visible: context.visible }, {}]);
    },
    'stored picks are restored for their own member only': () => {
      let member = 0;
      let stored: object = {};
      return (step) => {
        const { type, ...told } = causeOf(step);
        if (type === 'auth.signedIn' && step.before?.value === 'signedOut')
          member = (told.user as AppUser).id;
        if (type === 'auth.signedOut') stored = {};
        if (type === 'xstate.done.actor.loadDrafts') stored = told.output === loaded ? drafts : {};
        if (type === 'entry.changed' && step.before?.matches({ signedIn: 'ready' })) {
          if (told.value === half) stored = { ...stored, 5: half };
          if (told.value === removedHalf) stored = { ...stored, 5: {} };
        }
        if (type === 'draft.changed' && step.before?.matches({ signedIn: 'ready' }))
          stored = { ...stored, [told.item as number]: told.pendingValues };
        for (const [port, input] of Object.entries(step.calls)) {
          if (port.startsWith('bet-'))
            expect((input as { pendingValues: object }).pendingValues).toEqual(
              stored[port.slice(4) as never] ?? {},
            );
          else if (port === 'fetchItems')
            expect(Object.keys(stored)).toEqual(
              expect.arrayContaining((input as { ids: number[] }).ids.map(String)),
            );
          else expect(input).toEqual({ member });
        }
      };
    },
    'an unsaved pick is always stored on the device': () => (step) => {
      const { type, item, pendingValues } = causeOf(step);
      const removed = step.before?.context.drafts[Number(item)] ?? {};
      const value = Object.keys(pendingValues ?? {}).length > 0 ? pendingValues : { removed };
      if (type === 'draft.changed' && step.before?.matches({ signedIn: 'ready' }))
        expect(step.sends).toEqual([{ type: 'entry.keep', entry: String(item), value }]);
    },
    'each visible item has one bet; a bet that is not visible stops with the next view, unless it is unsaved':
      () => {
        const views = new Map<string, readonly Item[]>();
        return (step) => {
          const { type, view, items } = causeOf(step);
          if (type === 'items.visible') views.set(view as string, items as readonly Item[]);
          if (!step.after.matches({ signedIn: 'ready' })) return;
          const visible = [...views.values()].flat().map(({ id }) => String(id));
          const { bets, drafts: stored } = step.after.context as Before;
          expect(Object.keys(bets)).toEqual(expect.arrayContaining(visible));
          if (type === 'items.visible')
            for (const id of Object.keys(bets)) expect(visible.includes(id) || id in stored).toBe(true);
        };
      },
    'the same view once more changes nothing': () => {
      let last = '';
      return (step) => {
        const { type, ...shown } = causeOf(step);
        const isAgain = type === 'items.visible' && JSON.stringify(shown) === last;
        last = type === 'items.visible' ? JSON.stringify(shown) : '';
        if (!isAgain || !step.before) return;
        expect([step.sends, step.calls, step.after.context]).toEqual([[], {}, step.before.context]);
      };
    },
  },
  unpaired: 56,
});
