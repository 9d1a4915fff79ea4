import { expect, test } from 'vitest';
import { TaggedCache } from '#server/cache/tagged-cache.ts';

/**
 * Cached values are returned as long as nothing that they depend on has changed, and no value is kept that was read
 * before a change.
 */

function cacheOf(maxBytes = 100) {
  const state = { isCurrent: true };
  const cache = new TaggedCache<string>({ maxBytes, isCurrent: () => state.isCurrent });
  const read = (
    key: string,
    value: string,
    { tags = [] as string[], bytes = 10 } = {},
    load = async () => {},
  ) => cache.read(load, () => [[key, { value, tags, bytes }]]);
  const cached = (...keys: string[]) => keys.map((key) => cache.get(key));
  return { cache, state, read, cached };
}

test('a change drops the entries with its tag, and no others', async () => {
  const { cache, read, cached } = cacheOf();
  await read('a', 'one', { tags: ['x', 'y'] });
  await read('b', 'two', { tags: ['y'] });
  await read('c', 'three', { tags: ['z'] });
  cache.drop('x');
  expect(cached('a', 'b', 'c')).toEqual([undefined, 'two', 'three']);
  await read('a', 'again', { tags: ['x'] });
  // The tag of the entry that was replaced is gone.
  cache.drop('y');
  expect(cached('a', 'b', 'c')).toEqual(['again', undefined, 'three']);
  cache.drop('nothing');
  cache.clear();
  expect([cached('a', 'b', 'c'), cache.size]).toEqual([[undefined, undefined, undefined], 0]);
});

test('an entry with the tag of a kind is dropped by any change of that kind', async () => {
  const { cache, read, cached } = cacheOf();
  await read('a', 'one', { tags: ['member:'] });
  await read('b', 'two', { tags: ['member:7'] });
  cache.drop('post:7');
  expect(cached('a', 'b')).toEqual(['one', 'two']);
  cache.drop('member:8');
  expect(cached('a', 'b')).toEqual([undefined, 'two']);
  await read('c', 'three', { tags: ['member:'] }, async () => cache.drop('member:9'));
  expect(cached('c')).toEqual([undefined]);
});

test('a value that was read before a change during the read is not kept', async () => {
  const { cache, read, cached } = cacheOf();
  const during = (change: () => void) => async () => {
    await Promise.resolve();
    change();
  };
  await Promise.all([
    read(
      'a',
      'old',
      { tags: ['x'] },
      during(() => cache.drop('x')),
    ),
    read(
      'b',
      'untouched',
      { tags: ['y'] },
      during(() => {}),
    ),
  ]);
  expect(cached('a', 'b')).toEqual([undefined, 'untouched']);
  await read(
    'c',
    'old',
    { tags: [] },
    during(() => cache.clear()),
  );
  expect(cached('b', 'c')).toEqual([undefined, undefined]);
  // The change was before this read.
  await read('a', 'new', { tags: ['x'] });
  expect(cached('a')).toEqual(['new']);
});

test('nothing is returned or kept while changes are not received', async () => {
  const { state, read, cached } = cacheOf();
  await read('a', 'one');
  state.isCurrent = false;
  await read('b', 'two');
  expect(cached('a', 'b')).toEqual([undefined, undefined]);
  state.isCurrent = true;
  expect(cached('a', 'b')).toEqual(['one', undefined]);
});

test('the least recently used entries are evicted', async () => {
  const { cache, read, cached } = cacheOf(30);
  for (const key of ['a', 'b', 'c']) await read(key, key, { tags: ['all'] });
  cache.get('a');
  await read('d', 'd', { bytes: 20 });
  expect([cached('a', 'b', 'c', 'd'), cache.size]).toEqual([['a', undefined, undefined, 'd'], 2]);
  await read('d', 'smaller', { bytes: 5 });
  await read('e', 'e', { bytes: 15 });
  expect(cached('a', 'd', 'e')).toEqual(['a', 'smaller', 'e']);
  await read('f', 'larger than all', { bytes: 31 });
  expect(cache.size).toBe(0);
});

test('a failed read keeps nothing', async () => {
  const { read, cached } = cacheOf();
  const failed = read('a', 'one', {}, () => Promise.reject(new Error('lost')));
  await expect(failed).rejects.toThrow('lost');
  expect(cached('a')).toEqual([undefined]);
});

test('a clear removes all entries, with their sizes and tags', async () => {
  const { cache, read, cached } = cacheOf(30);
  for (const key of ['a', 'b', 'c']) await read(key, key, { tags: ['x'] });
  cache.clear();
  for (const key of ['a', 'b', 'c']) await read(key, `new ${key}`, { tags: ['y'] });
  cache.drop('x');
  expect(cached('a', 'b', 'c')).toEqual(['new a', 'new b', 'new c']);
});

test('a value is loaded once, and again after a change of what it depends on', async () => {
  const { cache } = cacheOf();
  const values = ['one', 'two'];
  const get = () =>
    cache.getOrLoad(
      'a',
      async () => values.shift() ?? 'none',
      (value) => ({ tags: [`made of ${value}`], bytes: 10 }),
    );
  expect([await get(), await get()]).toEqual(['one', 'one']);
  cache.drop('made of two');
  expect(await get()).toBe('one');
  cache.drop('made of one');
  expect([await get(), await get(), cache.size]).toEqual(['two', 'two', 1]);
});
