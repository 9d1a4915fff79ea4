import { beforeEach, expect, test, vi } from 'vitest';
import { createApi } from '#actors/api.ts';
import type { HttpClient } from '#actors/http-client.ts';
import { modelRegistry } from '#contract/model-registry.ts';

/** The generic calls as they are sent: method, path, schema of the answer, and options. */

const send = vi.fn<(...args: unknown[]) => Promise<unknown>>();
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- answers nothing
const api = createApi({ call: vi.fn<() => void>(), send } as unknown as HttpClient);
const { signal } = new AbortController();
const { read } = modelRegistry.postcomment;
const body = { description: 'היי', comment_post: 3 };

beforeEach(() => {
  send.mockReset();
  send.mockResolvedValue('answered');
});

const sent = () => send.mock.calls.map(([method, path, , options]) => [method, path, options]);

test('a list is requested with its query and its signal', async () => {
  const query = { post: 3, limit: 20 };
  expect(await api.list('postcomment', query, signal)).toBe('answered');
  expect(sent()).toEqual([['GET', 'postcomment/', { query, signal }]]);
});

test('a row is requested by its id or slug, with the code of an invitation', async () => {
  await api.get('post', 7, { code: 'ABCDE-FGHJK', signal });
  await api.get('post', 'game rules/');
  expect(send.mock.calls).toEqual([
    ['GET', 'post/7/', modelRegistry.post.read, { query: { code: 'ABCDE-FGHJK' }, signal }],
    ['GET', 'post/game%20rules%2F/', modelRegistry.post.read, { query: { code: undefined } }],
  ]);
});

test('rows are created singly and in bulk, updated, and saved by a form that creates or updates', async () => {
  await api.create('postcomment', body, { key: 'once', signal });
  await api.createMany('postcomment', [body], signal);
  await api.update('postcomment', 5, { active: false });
  await api.save('postcomment', null, body, { signal });
  await api.save('postcomment', 5, body);
  expect(sent()).toEqual([
    ['POST', 'postcomment/', { key: 'once', signal, body }],
    ['POST', 'postcomment/', { body: [body], signal }],
    ['PUT', 'postcomment/5/', { body: { active: false } }],
    ['POST', 'postcomment/', { signal, body }],
    ['PUT', 'postcomment/5/', { body }],
  ]);
  expect(send.mock.calls.filter(([, , schema]) => schema === read)).toHaveLength(4);
});

test('rows are deleted by their ids, with the version to delete', async () => {
  await api.remove('bet', [4, 9], { query: { version: 2 }, signal });
  await api.remove('postcomment', [4]);
  expect(sent()).toEqual([
    ['DELETE', 'bet/', { query: { version: 2, ids: [4, 9] }, signal }],
    ['DELETE', 'postcomment/', { query: { ids: [4] } }],
  ]);
});
