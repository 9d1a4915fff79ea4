import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as v from 'valibot';
import { createActor, setup, toPromise, type AnyActorLogic, type AnyEventObject } from 'xstate';
import { createStorage } from '#actors/storage.ts';
import { storedRecord, storedValue } from '#app/stored-value.ts';

/** A browser's storage; `full` refuses every write. */
function browserArea(): Storage & { full: boolean } {
  const values = new Map<string, string>();
  return {
    full: false,
    get length() {
      return values.size;
    },
    key: (at) => [...values.keys()][at] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem(key, value) {
      if (this.full) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  };
}

/** A write of another tab, which this one gets as a storage event. */
function otherTab(area: Storage) {
  const report = (key: string | null, newValue: string | null = null) =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue, storageArea: area }));
  return {
    writes(key: string, value: unknown) {
      Object.assign(area, { full: false });
      area.setItem(key, JSON.stringify(value));
      report(key, JSON.stringify(value));
    },
    clears() {
      area.clear();
      report(null);
    },
  };
}

/** The port as an actor under a machine that records its events. */
function invoked(logic: AnyActorLogic, input: unknown) {
  const receivedEvents: AnyEventObject[] = [];
  const parent = setup({ actors: { logic } }).createMachine({
    invoke: { id: 'store', src: 'logic', input: () => input },
    on: { '*': { actions: ({ event }) => receivedEvents.push(event) } },
  });
  const actor = createActor(parent).start();
  return {
    receivedEvents,
    keep: (event: AnyEventObject) => actor.getSnapshot().children['store']?.send(event),
    stop: () => actor.stop(),
  };
}

type Chat = { member: number; post: number };
const textSpec = {
  key: ({ member, post }: Chat) => `words:${member}:${post}`,
  schema: v.pipe(v.string(), v.nonEmpty()),
};
const dana: Chat = { member: 1, post: 7 };
const place = 'hevre:words:1:7';

beforeEach(() => vi.stubGlobal('window', new EventTarget()));
afterEach(() => vi.unstubAllGlobals());

describe('a stored value', () => {
  test('is loaded as it was stored, each under its own key, and is deleted by null', async () => {
    const area = browserArea();
    const text = storedValue(createStorage(area), textSpec);
    const { keep } = invoked(text.ports.keep, dana);
    keep({ type: 'value.keep', value: 'שלום' });
    const loaded = createActor(text.ports.load, { input: dana }).start();
    expect(await toPromise(loaded)).toBe('שלום');
    expect(text.load({ member: 2, post: 7 })).toBeNull();
    expect(area.getItem(place)).toBe('"שלום"');
    keep({ type: 'value.keep', value: null });
    expect([text.load(dana), area.length]).toEqual([null, 0]);
  });

  test.each(['', 3, null, { text: 'שלום' }])('that its schema refuses is loaded as null: %j', (stored) => {
    const area = browserArea();
    area.setItem(place, JSON.stringify(stored));
    expect(storedValue(createStorage(area), textSpec).load(dana)).toBeNull();
  });

  test('that is invalid JSON is loaded as null', () => {
    const area = browserArea();
    area.setItem(place, '{');
    expect(storedValue(createStorage(area), textSpec).load(dana)).toBeNull();
  });

  test.each([
    ['closed', null],
    ['full', Object.assign(browserArea(), { full: true })],
  ])('lasts as long as the page where storage is %s', (_, area) => {
    const store = createStorage(area);
    const text = storedValue(store, textSpec);
    text.keep(dana, 'שלום');
    expect(text.load(dana)).toBe('שלום');
    expect(store.readAll('words:')).toEqual({ '1:7': 'שלום' });
    text.keep(dana, null);
    expect(text.load(dana)).toBeNull();
  });

  test('that a full storage refused replaces the older one, until another tab writes the key', () => {
    const area = browserArea();
    const text = storedValue(createStorage(area), textSpec);
    text.keep(dana, 'שלום');
    area.full = true;
    text.keep(dana, 'שלום שלום');
    expect(text.load(dana)).toBe('שלום שלום');
    otherTab(area).writes(place, 'ערב טוב');
    expect(text.load(dana)).toBe('ערב טוב');
  });

  test('is reported when another tab writes its key, until the port stops', () => {
    const area = browserArea();
    const { receivedEvents, stop } = invoked(storedValue(createStorage(area), textSpec).ports.keep, dana);
    otherTab(area).writes('hevre:words:1:8', 'לא כאן');
    otherTab(area).writes('other', 'לא שלנו');
    otherTab(browserArea()).writes(place, 'לא באחסון הזה');
    otherTab(area).writes(place, 'ערב טוב');
    otherTab(area).writes(place, { no: 'text' });
    stop();
    otherTab(area).writes(place, 'אחרי');
    expect(receivedEvents).toEqual([
      { type: 'value.changed', value: 'ערב טוב' },
      { type: 'value.changed', value: null },
    ]);
  });

  test('that this page stored last is written again when another tab clears the storage, and not reported', () => {
    const area = browserArea();
    const text = storedValue(createStorage(area), textSpec);
    const { receivedEvents, keep, stop } = invoked(text.ports.keep, dana);
    keep({ type: 'value.keep', value: 'שלום' });
    text.keep({ member: 1, post: 8 }, 'נשלח');
    text.keep({ member: 1, post: 8 }, null);
    stop();
    otherTab(area).clears();
    expect([text.load(dana), area.length, receivedEvents]).toEqual(['שלום', 1, []]);
  });

  test('that another tab wrote later is not replaced by that of this page after a clear', () => {
    const area = browserArea();
    const text = storedValue(createStorage(area), textSpec);
    text.keep(dana, 'שלום');
    otherTab(area).writes(place, null);
    otherTab(area).clears();
    expect(text.load(dana)).toBeNull();
  });

  test.each(['שלום', null])(
    'with a default for a clear reports that, and becomes it if a value was stored: %j',
    (stored) => {
      const area = browserArea();
      const text = storedValue(createStorage(area), { ...textSpec, cleared: 'נמחק' });
      const { receivedEvents, keep } = invoked(text.ports.keep, dana);
      area.full = true;
      if (stored !== null) keep({ type: 'value.keep', value: stored });
      area.full = false;
      otherTab(area).clears();
      expect(text.load(dana)).toBe(stored === null ? null : 'נמחק');
      expect(receivedEvents).toEqual([{ type: 'value.changed', value: 'נמחק' }]);
    },
  );
});

describe('a stored record', () => {
  const spec = { key: ({ member }: { member: number }) => `unsent:${member}:`, schema: v.number() };

  test('has the entries that its schema accepts, each under its own key', async () => {
    const area = browserArea();
    area.setItem('hevre:unsent:1:b', '"not a number"');
    area.setItem('hevre:unsent:12:c', '3');
    const numbers = storedRecord(createStorage(area), spec);
    const { keep } = invoked(numbers.ports.keep, { member: 1 });
    keep({ type: 'entry.keep', entry: 'a', value: 1 });
    keep({ type: 'entry.keep', entry: 'd', value: 4 });
    keep({ type: 'entry.keep', entry: 'd', value: null });
    expect(await toPromise(createActor(numbers.ports.load, { input: { member: 1 } }).start())).toEqual({
      a: 1,
    });
    expect(area.getItem('hevre:unsent:1:a')).toBe('1');
  });

  test('reports what another tab has written or deleted, of its own entries alone', () => {
    const area = browserArea();
    const numbers = storedRecord(createStorage(area), spec);
    const { receivedEvents } = invoked(numbers.ports.keep, { member: 1 });
    otherTab(area).writes('hevre:unsent:1:a', 2);
    otherTab(area).writes('hevre:unsent:12:a', 3);
    otherTab(area).writes('hevre:unsent:1:b', 'not a number');
    otherTab(area).writes('hevre:unsent:1:a', null);
    expect(receivedEvents).toEqual([
      { type: 'entry.changed', entry: 'a', value: 2 },
      { type: 'entry.changed', entry: 'b', value: null },
      { type: 'entry.changed', entry: 'a', value: null },
    ]);
  });

  test('reports an entry as another tab wrote it, although this one has written it anew since', () => {
    const area = browserArea();
    const numbers = storedRecord(createStorage(area), spec);
    const { receivedEvents, keep } = invoked(numbers.ports.keep, { member: 1 });
    area.setItem('hevre:unsent:1:a', '2');
    keep({ type: 'entry.keep', entry: 'a', value: 5 });
    window.dispatchEvent(
      Object.assign(new Event('storage'), { key: 'hevre:unsent:1:a', newValue: '2', storageArea: area }),
    );
    expect(receivedEvents).toEqual([{ type: 'entry.changed', entry: 'a', value: 2 }]);
    expect(area.getItem('hevre:unsent:1:a')).toBe('5');
  });

  test('is written again when another tab clears the storage', () => {
    const area = browserArea();
    const numbers = storedRecord(createStorage(area), spec);
    const { keep } = invoked(numbers.ports.keep, { member: 1 });
    keep({ type: 'entry.keep', entry: 'a', value: 1 });
    otherTab(area).clears();
    expect(area.getItem('hevre:unsent:1:a')).toBe('1');
  });
});
