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
const storesDraft = (text: string) => ({ type: 'value.keep', value: text === '' ? null : text });
const changesText = (text: string) => ({ to: 'same', context: { text }, sends: [storesDraft(text)] });
const fetchesShared = (text: string) => ({
  to: 'receiving',
  context: { text },
  calls: { takeShared: { post: 7 } },
});
const typesBeforeLoaded = (text: string) => ({ ...fetchesShared(text), sends: [storesDraft(text)] });
const photo = new File(['x'], 'goal.jpg', { type: 'image/jpeg' });
/** A text that another app has shared is appended to the draft, on a line of its own. */
const appendsShared =
  ({ text: shared, pictures }: Shared) =>
  ({ text: draft }: Before) => {
    const lines = [draft, shared].filter((line) => line.trim() !== '');
    const text = lines.join('\n');
    return {
      to: 'writing',
      context: { text },
      sends: [storesDraft(text), { type: 'pictures.shared', files: pictures }],
    };
  };
const sharedLink: Shared = { text: 'https://x.example/גול', pictures: [], refusal: null };
const sharedLinkAndPhoto: Shared = { ...sharedLink, pictures: [photo] };
const sharedPhoto: Shared = { text: '', pictures: [photo], refusal: null };
const enqueuesMessage =
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
            storesDraft(''),
          ],
        };

/** Expectations of composer, for its test and for its screen's walk. */
export const composerExpectations: MachineExpectations<typeof composer> = {
  inputs: { chat: { member: 1, post: 7, outbox } },
  fold: ({ text }) => (text.length > 20 ? String(text.length) : text),
  events: {
    'types text': { type: 'text.change', text: ' שלום\nעולם ' },
    'types blanks': { type: 'text.change', text: ' \n' },
    'types 501 letters': { type: 'text.change', text: 'א'.repeat(501) },
    'types 500 letters': { type: 'text.change', text: ` ${'א'.repeat(500)}` },
    'clears text': when(({ context }) => context.text !== '', { type: 'text.change', text: '' }),
    sends: { type: 'message.send', key: 'k', images: [], made },
    'sends a picture': { type: 'message.send', key: 'k', images: [picture], made },
    'draft loads': done('loadDraft', 'לא נשלח'),
    'no draft': done('loadDraft', null),
    'draft fails to load': error('loadDraft', { kind: 'offline' }),
    'nothing is shared': done('takeShared', null),
    'a link is shared': done('takeShared', sharedLink),
    'a link and a picture are shared': done('takeShared', sharedLinkAndPhoto),
    'a picture is shared': done('takeShared', sharedPhoto),
    'shared cannot be read': error('takeShared', { kind: 'internal' }),
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
    'loading + draft loads': fetchesShared('לא נשלח'),
    'loading + no draft': fetchesShared(''),
    'loading + draft fails to load': fetchesShared(''),
    'loading + types text': typesBeforeLoaded(' שלום\nעולם '),
    'loading + types blanks': typesBeforeLoaded(' \n'),
    'loading + types 501 letters': typesBeforeLoaded('א'.repeat(501)),
    'loading + types 500 letters': typesBeforeLoaded(` ${'א'.repeat(500)}`),
    'receiving + nothing is shared': { to: 'writing', context: {} },
    'receiving + shared cannot be read': { to: 'writing', context: {} },
    'receiving + a link is shared': appendsShared(sharedLink),
    'receiving + a link and a picture are shared': appendsShared(sharedLinkAndPhoto),
    'receiving + a picture is shared': appendsShared(sharedPhoto),
    'writing + pictures settle': { to: 'same', context: {}, sends: [{ type: 'share.settled' }] },
    '* + types text': changesText(' שלום\nעולם '),
    '* + types blanks': changesText(' \n'),
    '* + types 501 letters': changesText('א'.repeat(501)),
    '* + types 500 letters': changesText(` ${'א'.repeat(500)}`),
    '* + clears text': changesText(''),
    'writing + sends': enqueuesMessage([]),
    'writing + sends a picture': enqueuesMessage([picture]),
  },
  claims: {
    loading: ({ context }) => expect(context.text).toBe(''),
  },
  laws: {
    'no text is lost: it is in the composer and on the device, or complete in the outbox': () => {
      let line = '';
      let stored = '';
      return (step) => {
        const { type, ...details } = causeOf(step);
        if (type === 'text.change') line = details.text as string;
        if (type === 'xstate.done.actor.takeShared' && details.output)
          line = [line, (details.output as Shared).text].filter((one) => one.trim() !== '').join('\n');
        if (type === 'xstate.done.actor.loadDraft') line = stored = (details.output as string | null) ?? '';
        for (const event of step.sends) {
          if (event.type === 'value.keep') stored = (event.value as string | null) ?? '';
          else if (event.type === 'message.enqueue') {
            expect((event as unknown as { message: UnsentMessage }).message.description).toBe(line.trim());
            line = '';
          }
        }
        expect([step.after.context.text, stored]).toEqual([line, line]);
      };
    },
    'no empty message is sent, and none of more than 500 characters': () => (step) => {
      for (const event of step.sends.filter(({ type }) => type === 'message.enqueue')) {
        const { description, images } = (event as unknown as { message: UnsentMessage }).message;
        expect(description.length).toBeLessThanOrEqual(500);
        expect(description.length + images.length).toBeGreaterThan(0);
      }
    },
  },
  unpaired: 35,
};
