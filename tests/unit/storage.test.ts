import { afterEach, describe, expect, test, vi } from 'vitest';
import { browserStorage, createStorage } from '#actors/storage.ts';

/** A browser's storage with these values; `isFull` refuses every write. */
function areaOf(given: Record<string, string>, isFull = false): Storage & { isFull: boolean } {
  const values = new Map(Object.entries(given));
  return {
    isFull,
    get length() {
      return values.size;
    },
    key: (at) => [...values.keys()][at] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem(key, value) {
      if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  };
}
const tabWrites = (storageArea: Storage, key: string | null, newValue: string | null = null) =>
  window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue, storageArea }));

afterEach(() => vi.unstubAllGlobals());

describe('the storage of this browser', () => {
  test('reads what it wrote, under the app’s own prefix', () => {
    const area = areaOf({ token: '"of another app"' });
    const store = createStorage(area);
    expect(store.read('token')).toBeNull();
    expect(store.write('token', { of: 'דנה' })).toBe(true);
    expect([store.read('token'), area.getItem('hevre:token'), area.getItem('token')]).toEqual([
      { of: 'דנה' },
      '{"of":"דנה"}',
      '"of another app"',
    ]);
    expect([store.write('token', null), store.read('token'), area.length]).toEqual([true, null, 1]);
    expect([store.write('token', undefined), area.length]).toEqual([true, 1]);
  });

  test('reads invalid JSON as null', () => {
    expect(createStorage(areaOf({ 'hevre:token': '{"of":' })).read('token')).toBeNull();
  });

  test('lists the values below a prefix, including those that it could not write', () => {
    const area = areaOf({ 'hevre:unsent:1:a': '1', 'hevre:unsent:12:a': '2', 'unsent:1:b': '3' }, true);
    const store = createStorage(area);
    expect(store.write('unsent:1:c', 4)).toBe(false);
    expect(store.write('unsent:1:a', 5)).toBe(false);
    expect(store.readAll('unsent:1:')).toEqual({ a: 5, c: 4 });
  });

  test('drops a value that it could not write once the key is written', () => {
    const area = areaOf({ 'hevre:token': '"old"' }, true);
    const store = createStorage(area);
    store.write('token', 'mine');
    store.write('name', 'דנה');
    area.isFull = false;
    expect(store.write('token', 'newest')).toBe(true);
    expect([store.read('token'), store.read('name')]).toEqual(['newest', 'דנה']);
    expect([store.write('token', null), store.read('token')]).toEqual([true, null]);
  });

  test('drops a value that it could not write when another tab writes the key, and no other', () => {
    vi.stubGlobal('window', new EventTarget());
    const area = areaOf({ 'hevre:token': '"old"' }, true);
    const store = createStorage(area);
    const changedKeys: (string | null)[] = [];
    const stop = store.watch((key) => changedKeys.push(key));
    store.write('token', 'mine');
    store.write('name', 'דנה');
    tabWrites(areaOf({}), 'hevre:token');
    tabWrites(area, 'token');
    expect([store.read('token'), changedKeys]).toEqual(['mine', []]);
    tabWrites(area, 'hevre:token');
    expect([store.read('token'), store.read('name'), changedKeys]).toEqual(['old', 'דנה', ['token']]);
    tabWrites(area, null);
    stop();
    tabWrites(area, 'hevre:token');
    expect(changedKeys).toEqual(['token', null]);
  });

  test('reports each value that another tab has written, although it was written anew since', () => {
    vi.stubGlobal('window', new EventTarget());
    const area = areaOf({ 'hevre:token': '"newest"' });
    const changes: unknown[] = [];
    createStorage(area).watch((...change) => changes.push(change));
    for (const text of ['"first"', '{"of":', null]) tabWrites(area, 'hevre:token', text);
    tabWrites(area, null);
    expect(changes).toEqual([
      ['token', 'first'],
      ['token', null],
      ['token', null],
      [null, null],
    ]);
  });

  test('is null where the browser forbids it, and values then last as long as the page', () => {
    const forbidden = {
      get localStorage(): Storage {
        throw new DOMException('denied', 'SecurityError');
      },
      sessionStorage: areaOf({}),
    };
    vi.stubGlobal('window', forbidden);
    expect(browserStorage('localStorage')).toBeNull();
    expect(browserStorage('sessionStorage')).toBe(forbidden.sessionStorage);
    const store = createStorage(null);
    expect([store.write('token', 'mine'), store.read('token'), store.readAll('to')]).toEqual([
      false,
      'mine',
      { ken: 'mine' },
    ]);
  });
});
