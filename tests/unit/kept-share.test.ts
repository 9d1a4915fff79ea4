import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readShare, removeShare } from '#actors/share-target.ts';

/** What another app shared, as the service worker has stored it. */

const now = Date.parse('2026-06-11T18:00:00.000Z');
const day = 24 * 60 * 60 * 1000;
const picture = new File(['a photo'], 'me.jpg', { type: 'image/jpeg' });
let storedForms: Map<string, FormData>;

function keep(fields: Readonly<Record<string, string | File>>): void {
  const form = new FormData();
  for (const [name, value] of Object.entries({ at: String(now), ...fields })) form.append(name, value);
  storedForms.set('share', form);
}

beforeEach(() => {
  storedForms = new Map();
  const caches = {
    open: (name: string) =>
      Promise.resolve({
        match: (path: string) => {
          const form = path === '/share' ? storedForms.get(name) : undefined;
          return Promise.resolve(form && { formData: () => Promise.resolve(form) });
        },
      }),
    delete: (name: string) => Promise.resolve(storedForms.delete(name)),
  };
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('window', { caches });
});
afterEach(() => void vi.unstubAllGlobals());

test('a kept share is read complete until it is removed', async () => {
  const texts = { title: 'הגמר', text: 'איזה גול', url: 'https://news.example/1' };
  keep({ ...texts, picture, refusal: 'too_big' });
  expect(await readShare(now)).toEqual({ ...texts, files: [expect.any(File)], refusal: 'too_big' });
  await removeShare();
  expect(await readShare(now)).toBeNull();
});

test('fields that were not shared are empty, and a text in the field for pictures is ignored', async () => {
  keep({ picture: 'me.jpg', refusal: 'unknown' });
  expect(await readShare(now)).toEqual({ title: '', text: '', url: '', files: [], refusal: null });
  keep({ refusal: 'not_a_picture', title: picture });
  expect(await readShare(now)).toEqual({ title: '', text: '', url: '', files: [], refusal: 'not_a_picture' });
});

test.each([
  ['a day ago', now - day, true],
  ['more than a day ago', now - day - 1, false],
  ['a day ahead, by a clock that was set back', now + day, true],
  ['more than a day ahead', now + day + 1, false],
  ['at no known time', 'then', false],
])('a share expires after a day: kept %s', async (_, at, isThere) => {
  keep({ text: 'איזה גול', at: String(at) });
  expect((await readShare(now))?.text).toBe(isThere ? 'איזה גול' : undefined);
});

test('there is no share where the page has no caches', async () => {
  keep({ text: 'איזה גול' });
  vi.stubGlobal('window', {});
  expect(await readShare(now)).toBeNull();
  await removeShare();
  expect(storedForms.size).toBe(1);
});
