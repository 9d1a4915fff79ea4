import { expect, test } from 'vitest';
import { TaggedCache } from '#server/cache/tagged-cache.ts';

/** What was read is answered as long as nothing that it is made of has changed, and never what was read before a change. */

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

test('what changed is dropped, by any of its tags, and nothing else', async () => {
  const { cache, read, cached } = cacheOf();
  await read('a', 'one', { tags: ['x', 'y'] });
  await read('b', 'two', { tags: ['y'] });
  await read('c', 'three', { tags: ['z'] });
  cache.drop('x');
  expect(cached('a', 'b', 'c')).toEqual([undefined, 'two', 'three']);
  await read('a', 'again', { tags: ['x'] });
  // Of the entry that was replaced the tag is gone.
  cache.drop('y');
  expect(cached('a', 'b', 'c')).toEqual(['again', undefined, 'three']);
  cache.drop('nothing');
  cache.clear();
  expect([cached('a', 'b', 'c'), cache.size]).toEqual([[undefined, undefined, undefined], 0]);
});

test('what is under a kind’s tag is dropped with any of that kind', async () => {
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

test('what was read before a change that came meanwhile is not kept', async () => {
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

test('while changes are not heard nothing is answered or kept', async () => {
  const { state, read, cached } = cacheOf();
  await read('a', 'one');
  state.isCurrent = false;
  await read('b', 'two');
  expect(cached('a', 'b')).toEqual([undefined, undefined]);
  state.isCurrent = true;
  expect(cached('a', 'b')).toEqual(['one', undefined]);
});

test('what was used longest ago makes room', async () => {
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

test('a read that fails keeps nothing', async () => {
  const { read, cached } = cacheOf();
  const failed = read('a', 'one', {}, () => Promise.reject(new Error('lost')));
  await expect(failed).rejects.toThrow('lost');
  expect(cached('a')).toEqual([undefined]);
});

test('after a clear there is as much room as at first, and no tag of before', async () => {
  const { cache, read, cached } = cacheOf(30);
  for (const key of ['a', 'b', 'c']) await read(key, key, { tags: ['x'] });
  cache.clear();
  for (const key of ['a', 'b', 'c']) await read(key, `new ${key}`, { tags: ['y'] });
  cache.drop('x');
  expect(cached('a', 'b', 'c')).toEqual(['new a', 'new b', 'new c']);
});

test('a value is loaded once, and again after what it is made of has changed', async () => {
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
