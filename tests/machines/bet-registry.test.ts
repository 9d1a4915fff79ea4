import { expect } from 'vitest';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import type { AppUser, Item } from '#contract/models.ts';
import { betRegistry } from '#machines/bet-registry.ts';
import { buildAppUser, buildItem } from '#tests/support/builders.ts';
import { after, causeOf, done, error, testMachine, when } from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof betRegistry>;
type Visible = Before['visible'];

const item5 = buildItem(5, 'home/away', { 11: null, 12: null });
const item5Later = { ...item5, version: 2 };
const item6 = buildItem(6, 'vote', { 21: null, 22: null });
/** Views with their items; the chat has a later version of item 5. */
const feedWith5 = { items: [item5], serverNow: 1000 };
const feedWith5And6 = { items: [item5Later, item6], serverNow: 2000 };
const chatWith5 = { items: [item5Later], serverNow: 3000 };
const emptyView = { items: [], serverNow: 4000 };
const item7 = buildItem(7, 'vote', { 31: null, 32: null });
/** The answer of the server, which may hold more items than were asked for. */
const fetchedItems = { items: [item7, item5Later, item6], serverNow: 5000 };
const noItems = { items: [], serverNow: 5000 };
const drafts = { 5: { 11: 2 }, 7: { 31: 1 } };
const halfScore = { 11: 2 };
const removedHalfScore = { removed: halfScore };
/** The entries on the device: the drafts, and picks that were saved before the page was loaded. */
const storedEntries = { ...drafts, 6: { removed: { 21: 1 } } };

const signedOut = { member: null, drafts: {}, bets: {}, waitingItems: [] };
const loadsDraftsOf =
  (member: number) =>
  ({ visible }: Before) => ({
    to: 'signedIn.loading',
    context: { ...signedOut, member, visible },
    calls: { draftStore: { member }, loadDrafts: { member } },
  });
const anyRef = expect.anything() as unknown;

const withView = (visible: Visible, view: string, shown: Visible[string]): Visible => {
  const others = Object.fromEntries(Object.entries(visible).filter(([other]) => other !== view));
  return shown.items.length > 0 ? { ...others, [view]: shown } : others;
};
const visibleItems = (visible: Visible): readonly Item[] =>
  Object.values(visible).flatMap(({ items }) => items);
/** Spawns a bet for each item without one, with its stored draft. */
const spawnedBets = (visible: Visible, bets: Before['bets'], stored: Before['drafts']) =>
  Object.fromEntries(
    Object.values(visible).flatMap(({ items, serverNow }) =>
      items
        .filter(({ id }) => !(id in bets))
        .map((item) => [
          `bet-${item.id}`,
          { registry: anyRef, item, serverNow, pendingValues: stored[item.id] ?? {} },
        ]),
    ),
  );
/** A view is shown: bets get its new items, and those without a view or an unsaved pick are stopped. */
const showsView =
  (view: string, shown: Visible[string]) =>
  ({ visible, bets, drafts: stored }: Before) => {
    const next = withView(visible, view, shown);
    const isKept = (id: string) => id in stored || visibleItems(next).some((item) => String(item.id) === id);
    return {
      to: 'same',
      sends: shown.items
        .filter((item) => item.id in bets && !visibleItems(visible).includes(item))
        .map((item) => ({ type: 'item.synced', item, serverNow: shown.serverNow })),
      calls: spawnedBets(next, bets, stored),
      context: {
        visible: next,
        bets: Object.fromEntries(
          [...Object.keys(bets), ...visibleItems(next).map(({ id }) => String(id))]
            .filter(isKept)
            .map((id) => [id, bets[Number(id)] ?? anyRef]),
        ),
      },
    };
  };
/** A view that is shown before the drafts are loaded: it is stored, without bets. */
const buffersView =
  (view: string, shown: Visible[string]) =>
  ({ visible }: Before) => ({
    to: 'same',
    context: { visible: withView(visible, view, shown), bets: {} },
    calls: {},
  });
/** The items of stored picks that no view shows are fetched. */
const fetchesMissingItems = ({ drafts: stored, bets }: { drafts: object; bets: object }) => {
  const ids = Object.keys(stored)
    .filter((id) => !(id in bets))
    .map(Number);
  return ids.length > 0
    ? { to: 'signedIn.ready.fetchingItems', calls: { fetchItems: { ids } } }
    : { to: 'signedIn.ready.restored', calls: {} };
};
const restoresDrafts = (stored: Before['drafts'], sent: readonly string[]) => (before: Before) => {
  const bets = Object.fromEntries(visibleItems(before.visible).map(({ id }) => [id, anyRef]));
  const { to, calls } = fetchesMissingItems({ drafts: stored, bets });
  return {
    to,
    sends: sent.map((entry) => ({ type: 'entry.keep', entry, value: null })),
    context: { drafts: stored, bets },
    calls: { ...spawnedBets(before.visible, {}, stored), ...calls },
  };
};
/** A fetched item gets a bet if its picks are still unsent and no view has shown it meanwhile. */
const spawnsFetchedBets = ({ drafts: stored, bets }: Before) => {
  const unsent = fetchedItems.items.filter(({ id }) => id in stored && !(id in bets));
  return {
    to: 'signedIn.ready.restored',
    context: { bets: { ...bets, ...Object.fromEntries(unsent.map(({ id }) => [id, anyRef])) } },
    calls: Object.fromEntries(
      unsent.map((item) => [
        `bet-${item.id}`,
        { registry: anyRef, item, serverNow: 5000, pendingValues: stored[item.id] },
      ]),
    ),
  };
};
/** The picks of this tab are stored over what another tab has written. */
const storesOwnDraft = ({ drafts: { 5: own } }: Before) =>
  own ? { to: 'same', sends: [{ type: 'entry.keep', entry: '5', value: own }] } : 'ignored';
const offline = { kind: 'offline' as const };
const savedOutcome = { type: 'bet.saved', item: item5 } as const;
const isDana = ({ context }: Pick<AnyMachineSnapshot, 'context'>) => (context as Before).member === 1;
const isDanaWithNothingWaiting = (snapshot: Pick<AnyMachineSnapshot, 'context'>) =>
  isDana(snapshot) && (snapshot.context as Before).waitingItems.length === 0;
/** Without a draft of another item, which would only repeat the transitions. */
const isDanaWithoutDraftOf7 = (snapshot: Pick<AnyMachineSnapshot, 'context'>) =>
  isDanaWithNothingWaiting(snapshot) && !(7 in (snapshot.context as Before).drafts);
/** While items are fetched, no more views are shown than item 5 in the feed. */
const mayShowViews = (snapshot: Pick<AnyMachineSnapshot, 'context' | 'matches'>) =>
  isDanaWithoutDraftOf7(snapshot) && !isFetching(snapshot);
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
    'feed shows 5': { type: 'items.visible', view: 'feed', ...feedWith5 },
    'feed shows 5 and 6': when(mayShowViews, { type: 'items.visible', view: 'feed', ...feedWith5And6 }),
    'feed is left': when((snapshot) => snapshot.context.member === null || isDanaWithoutDraftOf7(snapshot), {
      type: 'items.visible',
      view: 'feed',
      ...emptyView,
    }),
    'chat shows 5': when(mayShowViews, { type: 'items.visible', view: 'chat', ...chatWith5 }),
    'chat is left': when(mayShowViews, { type: 'items.visible', view: 'chat', ...emptyView }),
    'drafts load': done('loadDrafts', storedEntries),
    'no drafts': done('loadDrafts', {}),
    'drafts fail to load': error('loadDrafts', new Error('denied')),
    'draft store fails': when(
      (snapshot) => snapshot.matches({ signedIn: 'loading' }),
      error('draftStore', new Error('denied')),
    ),
    'draft of 5': when(isDanaWithNothingWaiting, {
      type: 'draft.changed',
      item: 5,
      pendingValues: halfScore,
    }),
    'draft of 5 from another tab': when(isDanaWithNothingWaiting, {
      type: 'entry.changed',
      entry: '5',
      value: halfScore,
    }),
    '5 is saved by another tab': when(isDana, {
      type: 'entry.changed',
      entry: '5',
      value: removedHalfScore,
    }),
    'older picks of 5 are saved by another tab': when(isDanaWithNothingWaiting, {
      type: 'entry.changed',
      entry: '5',
      value: { removed: { 11: 3 } },
    }),
    '5 is deleted by another tab': when(isDanaWithNothingWaiting, {
      type: 'entry.changed',
      entry: '5',
      value: null,
    }),
    '5 is saved': when(isDana, { type: 'draft.changed', item: 5, pendingValues: {} }),
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
    '5 reports its outcome': { type: 'bet.reported', outcome: savedOutcome },
    'connection back': when(
      ({ context }) => !('chat' in context.visible) && context.waitingItems.length < 2,
      { type: 'connection.restored' },
    ),
    'items of the drafts are fetched': done('fetchItems', fetchedItems),
    'items of the drafts are gone': done('fetchItems', noItems),
    'items of the drafts cannot be fetched': when(isDanaWithNothingWaiting, error('fetchItems', offline)),
    'retry is due': after('retryDelay', 15_000),
  },
  becomes: {
    'start: app': { to: 'signedOut', context: { ...signedOut, visible: {} }, calls: {} },
    'signedOut + feed shows 5': buffersView('feed', feedWith5),
    'signedOut + feed is left': buffersView('feed', emptyView),
    'signedOut + dana signs in': loadsDraftsOf(1),
    'signedOut + avi signs in': loadsDraftsOf(2),

    'signedIn.loading + feed shows 5': buffersView('feed', feedWith5),
    'signedIn.loading + feed shows 5 and 6': buffersView('feed', feedWith5And6),
    'signedIn.loading + feed is left': buffersView('feed', emptyView),
    'signedIn.loading + chat shows 5': buffersView('chat', chatWith5),
    'signedIn.loading + chat is left': buffersView('chat', emptyView),
    'signedIn.loading + drafts load': restoresDrafts(drafts, ['6']),
    'signedIn.loading + no drafts': restoresDrafts({}, []),
    'signedIn.loading + drafts fail to load': restoresDrafts({}, []),

    'signedIn.ready + feed shows 5': showsView('feed', feedWith5),
    'signedIn.ready + feed shows 5 and 6': showsView('feed', feedWith5And6),
    'signedIn.ready + feed is left': showsView('feed', emptyView),
    'signedIn.ready + chat shows 5': showsView('chat', chatWith5),
    'signedIn.ready + chat is left': showsView('chat', emptyView),
    'signedIn.ready + draft of 5': ({ drafts: stored }) => ({
      to: 'same',
      context: { drafts: { ...stored, 5: halfScore } },
      sends: [{ type: 'entry.keep', entry: '5', value: halfScore }],
    }),
    // The device stores which picks were removed, for tabs that have newer ones.
    'signedIn.ready + 5 is saved': ({ drafts: { 5: saved = {}, ...others }, waitingItems }) => ({
      to: 'same',
      context: { drafts: others, waitingItems: waitingItems.filter((item) => item !== 5) },
      sends: [{ type: 'entry.keep', entry: '5', value: { removed: saved } }],
    }),
    // Kept for a bet that is not spawned yet, and sent to one that is; the device has stored it already.
    'signedIn.ready + draft of 5 from another tab': ({ drafts: stored, bets }) => ({
      to: 'same',
      context: { drafts: { ...stored, 5: halfScore } },
      sends: 5 in bets ? [{ type: 'draft.stored', pendingValues: halfScore }] : [],
    }),
    'signedIn.ready + 5 is saved by another tab': ({ drafts: { 5: saved, ...others }, bets, waitingItems }) =>
      saved
        ? {
            to: 'same',
            context: { drafts: others, waitingItems: waitingItems.filter((item) => item !== 5) },
            sends: 5 in bets ? [{ type: 'draft.stored', pendingValues: {} }] : [],
          }
        : 'ignored',
    'signedIn.ready + older picks of 5 are saved by another tab': storesOwnDraft,
    'signedIn.ready + 5 is deleted by another tab': storesOwnDraft,
    // A waiting pick is counted once, until it is saved or no longer waits.
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
    // The registry emits what a bet on the screen reports.
    'signedIn.ready + 5 reports its outcome': { to: 'same', sends: [savedOutcome] },
    'signedIn.ready + connection back': (before) => ({
      ...fetchesMissingItems(before),
      sends: Object.keys(before.bets).map(() => ({ type: 'connection.restored' })),
    }),
    'signedIn.ready.fetchingItems + items of the drafts are fetched': spawnsFetchedBets,
    // The picks stay on the device, in case the item is visible again.
    'signedIn.ready.fetchingItems + items of the drafts are gone': 'signedIn.ready.restored',
    'signedIn.ready.fetchingItems + items of the drafts cannot be fetched': {
      to: 'signedIn.ready.awaitingRetry',
      waits: [
        { event: { type: 'xstate.after.retryDelay.bet-registry.signedIn.ready.awaitingRetry' }, ms: 15_000 },
      ],
    },
    'signedIn.ready.awaitingRetry + retry is due': fetchesMissingItems,

    // Drafts stay stored; the next member to sign in starts without them.
    'signedIn + signs out': ({ visible }) => ({ to: 'signedOut', context: { ...signedOut, visible } }),
  },
  claims: {
    // There is one actor for each item, and none after signing out.
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
        const { type, ...details } = causeOf(step);
        if (type === 'auth.signedIn' && step.before?.value === 'signedOut')
          member = (details.user as AppUser).id;
        if (type === 'auth.signedOut') stored = {};
        if (type === 'xstate.done.actor.loadDrafts') stored = details.output === storedEntries ? drafts : {};
        if (type === 'entry.changed' && step.before?.matches({ signedIn: 'ready' })) {
          if (details.value === halfScore) stored = { ...stored, 5: halfScore };
          if (details.value === removedHalfScore) stored = { ...stored, 5: {} };
        }
        if (type === 'draft.changed' && step.before?.matches({ signedIn: 'ready' }))
          stored = { ...stored, [details.item as number]: details.pendingValues };
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
    'showing the same view again changes nothing': () => {
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
  unpaired: 55,
});
