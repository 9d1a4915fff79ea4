import { expect } from 'vitest';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import { uploads } from '#machines/uploads.ts';
import { testMachine, childSends, when } from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof uploads>;

const file = (name: string) => new File([name], name, { type: 'image/jpeg' });
const [one, two, three] = [file('one'), file('two'), file('three')];
const image = { id: 9, imagefullurl: '/api/image/abc', width: 40, height: 30 };
const itself = expect.anything() as unknown;

const start = { input: { model: 'postcomment' as const, max: 3 } };
const added = (at: number) => ({ key: `picture-${at}`, ref: itself, status: 'busy', image: null });
/** As many as the maximum allows, each started; the rest are rejected with a notice. */
const adds =
  (...files: File[]) =>
  ({ pictures, nextKey }: Before) => {
    const accepted = files.slice(0, 3 - pictures.length);
    return {
      to: 'same',
      context: {
        pictures: [...pictures, ...accepted.map((_, at) => added(nextKey + at))],
        nextKey: nextKey + accepted.length,
      },
      calls: Object.fromEntries(
        accepted.map((_, at) => [`picture-${nextKey + at}`, { model: 'postcomment', parent: itself }]),
      ),
      sends: [
        ...accepted.map((chosen) => ({ type: 'picture.choose', file: chosen })),
        ...(accepted.length < files.length ? [{ type: 'files.rejected', max: 3 }] : []),
      ],
    };
  };
/** Told once none is under way or has failed. */
const settles = (pictures: Before['pictures']) => ({
  sends: pictures.some(({ status }) => status !== 'done') ? [] : [{ type: 'pictures.settled' }],
});
const statusChanges =
  (key: string, status: 'done' | 'failed', uploaded: typeof image | null) => (before: Before) => {
    const pictures = before.pictures.map((it) => (it.key === key ? { ...it, status, image: uploaded } : it));
    return { to: 'same', context: { pictures }, ...settles(pictures) };
  };
const without = (key: string) => (before: Before) => {
  const pictures = before.pictures.filter((it) => it.key !== key);
  return pictures.length < before.pictures.length
    ? { to: 'same', context: { pictures, nextKey: before.nextKey }, ...settles(pictures) }
    : 'ignored';
};
/** Bounds the number of files, or the graph would be endless. */
const few = ({ context }: AnyMachineSnapshot) => (context as Before).nextKey < 4;

testMachine(uploads, {
  inputs: { message: start.input },
  fold: ({ pictures, nextKey }) =>
    `${pictures.map(({ key, status }) => `${key} ${status}`).join(', ')}; next ${nextKey}`,
  events: {
    'adds one': when(few, { type: 'files.add', files: [one] }),
    'adds three': when(few, { type: 'files.add', files: [one, two, three] }),
    'adds nothing': { type: 'files.add', files: [] },
    'first uploaded': childSends('picture-1', {
      type: 'picture.statusChanged',
      key: 'picture-1',
      status: 'done',
      image,
    }),
    'second failed': childSends('picture-2', {
      type: 'picture.statusChanged',
      key: 'picture-2',
      status: 'failed',
      image: null,
    }),
    'removes the first': { type: 'picture.remove', key: 'picture-1' },
    'removes the second': { type: 'picture.remove', key: 'picture-2' },
    clears: { type: 'files.clear' },
  },
  becomes: {
    'start: message': { to: '', context: { model: 'postcomment', max: 3, pictures: [], nextKey: 1 } },
    ' + adds one': adds(one),
    ' + adds three': adds(one, two, three),
    ' + adds nothing': adds(),
    ' + first uploaded': statusChanges('picture-1', 'done', image),
    ' + second failed': statusChanges('picture-2', 'failed', null),
    ' + removes the first': without('picture-1'),
    ' + removes the second': without('picture-2'),
    ' + clears': (before) => ({
      to: 'same',
      context: { pictures: [], nextKey: before.nextKey },
      sends: [{ type: 'pictures.settled' }],
    }),
  },
  claims: {
    '*': ({ context, children }) => {
      expect(context.pictures.length).toBeLessThanOrEqual(3);
      // Only the listed pictures have an upload.
      expect(Object.keys(children).toSorted()).toEqual(context.pictures.map(({ key }) => key).toSorted());
    },
  },
  unpaired: 4,
});
