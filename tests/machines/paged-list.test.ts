import { expect, test } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import type { CachedAnswer } from '#domain/cached-answer.ts';
import { pagedListOf, type Page, type PageRequest } from '#machines/paged-list.ts';
import { testMachine } from '#tests/support/statecharts/test-machine.ts';
import { list, pagedListExpectations } from './paged-list.expectations.ts';

testMachine(list, pagedListExpectations);

test('rows that are answered again unchanged stay the same objects, which draws nothing again', async () => {
  type Named = { readonly id: number; readonly name: string };
  const page = (...names: readonly string[]) => ({
    results: names.map((name, at) => ({ id: 9 - at, name })),
    count: names.length,
  });
  const answers = [page('הפועל', 'מכבי'), page('הפועל', 'מכבי'), page('הפועל', 'בית״ר')];
  const actor = createActor(
    pagedListOf<Named>().provide({
      actors: {
        fetchPage: fromPromise<Page<Named> | CachedAnswer<Page<Named>>, PageRequest<Record<string, never>>>(
          () => Promise.resolve(answers.shift() ?? page()),
        ),
      },
    }),
    { input: { filters: {} } },
  ).start();
  const answeredRows = async (left: number) => {
    const { context } = await waitFor(
      actor,
      (snapshot) => answers.length === left && snapshot.matches('idle'),
    );
    return context.rows;
  };
  const first = await answeredRows(2);
  actor.send({ type: 'list.refresh' });
  expect(await answeredRows(1)).toBe(first);
  actor.send({ type: 'list.refresh' });
  const changed = await answeredRows(0);
  expect(changed).toEqual(page('הפועל', 'בית״ר').results);
  expect(changed[0]).toBe(first[0]);
  actor.stop();
});
