import { expect } from 'vitest';
import type { AnyMachineSnapshot, ContextFrom } from 'xstate';
import { uploads } from '#machines/uploads.ts';
import { testMachine, childSends, when } from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof uploads>;

const file = (name: string) => new File([name], name, { type: 'image/jpeg' });
const [one, two, three] = [file('one'), file('two'), file('three')];
const image = { id: 9, imagefullurl: '/api/image/abc', width: 40, height: 30 };
const itself = expect.anything() as unknown;

const start = { input: { model: 'postcomment' as const, most: 3 } };
const fresh = (at: number) => ({ key: `picture-${at}`, ref: itself, standing: 'busy', image: null });
/** As many as there is room for, each begun; the rest are left out aloud. */
const adds =
  (...files: File[]) =>
  ({ pictures, next }: Before) => {
    const taken = files.slice(0, 3 - pictures.length);
    return {
      to: 'same',
      context: {
        pictures: [...pictures, ...taken.map((_, at) => fresh(next + at))],
        next: next + taken.length,
      },
      calls: Object.fromEntries(
        taken.map((_, at) => [`picture-${next + at}`, { model: 'postcomment', parent: itself }]),
      ),
      sends: [
        ...taken.map((chosen) => ({ type: 'picture.choose', file: chosen })),
        ...(taken.length < files.length ? [{ type: 'files.left', most: 3 }] : []),
      ],
    };
  };
const stands =
  (key: string, standing: 'done' | 'stuck', arrived: typeof image | null) => (before: Before) => ({
    to: 'same',
    context: {
      pictures: before.pictures.map((it) => (it.key === key ? { ...it, standing, image: arrived } : it)),
    },
  });
const without = (key: string) => (before: Before) =>
  before.pictures.some((it) => it.key === key)
    ? { to: 'same', context: { pictures: before.pictures.filter((it) => it.key !== key), next: before.next } }
    : 'ignored';
/** A list that is only ever filled again would be walked for ever. */
const few = ({ context }: AnyMachineSnapshot) => (context as Before).next < 4;

testMachine(uploads, {
  inputs: { message: start.input },
  fold: ({ pictures, next }) =>
    `${pictures.map(({ key, standing }) => `${key} ${standing}`).join(', ')}; next ${next}`,
  events: {
    'adds one': when(few, { type: 'files.add', files: [one] }),
    'adds three': when(few, { type: 'files.add', files: [one, two, three] }),
    'adds nothing': { type: 'files.add', files: [] },
    'first arrives': childSends('picture-1', {
      type: 'picture.stands',
      key: 'picture-1',
      standing: 'done',
      image,
    }),
    'second is stuck': childSends('picture-2', {
      type: 'picture.stands',
      key: 'picture-2',
      standing: 'stuck',
      image: null,
    }),
    'removes the first': { type: 'picture.remove', key: 'picture-1' },
    'removes the second': { type: 'picture.remove', key: 'picture-2' },
    clears: { type: 'files.clear' },
  },
  becomes: {
    'start: message': { to: '', context: { model: 'postcomment', most: 3, pictures: [], next: 1 } },
    ' + adds one': adds(one),
    ' + adds three': adds(one, two, three),
    ' + adds nothing': adds(),
    ' + first arrives': stands('picture-1', 'done', image),
    ' + second is stuck': stands('picture-2', 'stuck', null),
    ' + removes the first': without('picture-1'),
    ' + removes the second': without('picture-2'),
    ' + clears': (before) => ({ to: 'same', context: { pictures: [], next: before.next } }),
  },
  claims: {
    '*': ({ context, children }) => {
      expect(context.pictures.length).toBeLessThanOrEqual(3);
      // What is not in the list is not on its way either.
      expect(Object.keys(children).sort()).toEqual(context.pictures.map(({ key }) => key).sort());
    },
  },
  unpaired: 4,
});
