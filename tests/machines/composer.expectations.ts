import { expect } from 'vitest';
import type { ContextFrom } from 'xstate';
import type { composer } from '#machines/composer.ts';
import type { OutboxActor, UnsentMessage } from '#machines/outbox.ts';
import type { Shared } from '#machines/share-target.ts';
import {
  causeOf,
  done,
  error,
  refStub,
  when,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof composer>;

const outbox = refStub('outbox') as unknown as OutboxActor;
const picture = { id: 3, imagefullurl: '/api/image/x', width: 4, height: 3 };
const made = '2026-06-11T20:00:00.000Z';
const keeps = (text: string) => ({ type: 'value.keep', value: text === '' ? null : text });
const writes = (text: string) => ({ to: 'same', context: { text }, sends: [keeps(text)] });
const awaitsShared = (text: string) => ({
  to: 'receiving',
  context: { text },
  calls: { takeShared: { post: 7 } },
});
const typesEarly = (text: string) => ({ ...awaitsShared(text), sends: [keeps(text)] });
const photo = new File(['x'], 'goal.jpg', { type: 'image/jpeg' });
/** What another app has shared comes after the draft, on a line of its own. */
const receives =
  ({ text: shared, pictures }: Shared) =>
  ({ text: draft }: Before) => {
    const lines = [draft, shared].filter((line) => line.trim() !== '');
    const text = lines.join('\n');
    return {
      to: 'writing',
      context: { text },
      sends: [keeps(text), { type: 'pictures.shared', files: pictures }],
    };
  };
const link: Shared = { text: 'https://x.example/גול', pictures: [], refusal: null };
const linkAndPhoto: Shared = { ...link, pictures: [photo] };
const photoAlone: Shared = { text: '', pictures: [photo], refusal: null };
const posts =
  (images: (typeof picture)[]) =>
  ({ text }: Before) =>
    (text.trim() === '' && images.length === 0) || text.trim().length > 500
      ? 'ignored'
      : {
          to: 'writing',
          context: { text: '' },
          // The message is in the outbox before the text is cleared.
          sends: [
            {
              type: 'message.enqueue',
              message: { key: 'k', post: 7, description: text.trim(), images, made, refused: null },
            },
            keeps(''),
          ],
        };

/** Expectations of composer, for its test and for its screen's walk. */
export const composerExpectations: MachineExpectations<typeof composer> = {
  inputs: { chat: { member: 1, post: 7, outbox } },
  fold: ({ text }) => (text.length > 20 ? String(text.length) : text),
  events: {
    'types text': { type: 'text.change', text: ' שלום\nעולם ' },
    'types blanks': { type: 'text.change', text: ' \n' },
    'types 501': { type: 'text.change', text: 'א'.repeat(501) },
    'types 500': { type: 'text.change', text: ` ${'א'.repeat(500)}` },
    'clears text': when(({ context }) => context.text !== '', { type: 'text.change', text: '' }),
    sends: { type: 'message.send', key: 'k', images: [], made },
    'sends a picture': { type: 'message.send', key: 'k', images: [picture], made },
    'draft loads': done('loadDraft', 'לא נשלח'),
    'no draft': done('loadDraft', null),
    'draft fails to load': error('loadDraft', { kind: 'offline' }),
    'nothing is shared': done('takeShared', null),
    'a link is shared': done('takeShared', link),
    'a link and a picture are shared': done('takeShared', linkAndPhoto),
    'a picture is shared': done('takeShared', photoAlone),
    'shared not to be had': error('takeShared', { kind: 'internal' }),
    'pictures settle': { type: 'pictures.settled' },
    'store fails': when((snapshot) => snapshot.matches('loading'), error('draftStore', new Error('denied'))),
    'share store fails': when(
      (snapshot) => snapshot.matches('loading'),
      error('shareStore', new Error('denied')),
    ),
  },
  becomes: {
    'start: chat': {
      to: 'loading',
      context: { member: 1, post: 7, outbox, text: '' },
      calls: {
        draftStore: { member: 1, post: 7 },
        shareStore: { post: 7 },
        loadDraft: { member: 1, post: 7 },
      },
    },
    'loading + draft loads': awaitsShared('לא נשלח'),
    'loading + no draft': awaitsShared(''),
    'loading + draft fails to load': awaitsShared(''),
    'loading + types text': typesEarly(' שלום\nעולם '),
    'loading + types blanks': typesEarly(' \n'),
    'loading + types 501': typesEarly('א'.repeat(501)),
    'loading + types 500': typesEarly(` ${'א'.repeat(500)}`),
    'receiving + nothing is shared': { to: 'writing', context: {} },
    'receiving + shared not to be had': { to: 'writing', context: {} },
    'receiving + a link is shared': receives(link),
    'receiving + a link and a picture are shared': receives(linkAndPhoto),
    'receiving + a picture is shared': receives(photoAlone),
    'writing + pictures settle': { to: 'same', context: {}, sends: [{ type: 'share.settled' }] },
    '* + types text': writes(' שלום\nעולם '),
    '* + types blanks': writes(' \n'),
    '* + types 501': writes('א'.repeat(501)),
    '* + types 500': writes(` ${'א'.repeat(500)}`),
    '* + clears text': writes(''),
    'writing + sends': posts([]),
    'writing + sends a picture': posts([picture]),
  },
  claims: {
    loading: ({ context }) => expect(context.text).toBe(''),
  },
  laws: {
    'no text is lost: it is in the composer and on the device, or whole in the outbox': () => {
      let line = '';
      let stored = '';
      return (step) => {
        const { type, ...told } = causeOf(step);
        if (type === 'text.change') line = told.text as string;
        if (type === 'xstate.done.actor.takeShared' && told.output)
          line = [line, (told.output as Shared).text].filter((one) => one.trim() !== '').join('\n');
        if (type === 'xstate.done.actor.loadDraft') line = stored = (told.output as string | null) ?? '';
        for (const said of step.sends) {
          if (said.type === 'value.keep') stored = (said.value as string | null) ?? '';
          else if (said.type === 'message.enqueue') {
            expect((said as unknown as { message: UnsentMessage }).message.description).toBe(line.trim());
            line = '';
          }
        }
        expect([step.after.context.text, stored]).toEqual([line, line]);
      };
    },
    'no empty message is sent, and none of more than 500 characters': () => (step) => {
      for (const said of step.sends.filter(({ type }) => type === 'message.enqueue')) {
        const { description, images } = (said as unknown as { message: UnsentMessage }).message;
        expect(description.length).toBeLessThanOrEqual(500);
        expect(description.length + images.length).toBeGreaterThan(0);
      }
    },
  },
  unpaired: 35,
};
