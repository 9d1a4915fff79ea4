import { expect } from 'vitest';
import type { ContextFrom } from 'xstate';
import type { composer } from '#machines/composer.ts';
import type { OutboxActor, UnsentMessage } from '#machines/outbox.ts';
import {
  after,
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
const keeps = (text: string) => ({ type: 'words.keep', text });
const writes = (text: string) => ({ to: 'writing', context: { text }, sends: [keeps(text)] });
const posts =
  (images: (typeof picture)[]) =>
  ({ text }: Before) =>
    (text.trim() === '' && images.length === 0) || text.trim().length > 500
      ? 'ignored'
      : {
          to: 'writing',
          context: { text: '' },
          // It is in the outbox before the line is empty.
          sends: [
            {
              type: 'message.post',
              message: { key: 'k', post: 7, description: text.trim(), images, made, refused: null },
            },
            keeps(''),
          ],
        };

/** What is written of composer: its test walks it headless, its screen's in a browser. */
export const composerExpectations: MachineExpectations<typeof composer> = {
  inputs: { chat: { member: 1, post: 7, outbox } },
  fold: ({ text }) => (text.length > 20 ? String(text.length) : text),
  events: {
    'types words': { type: 'text.change', text: ' שלום\nעולם ' },
    'types blanks': { type: 'text.change', text: ' \n' },
    'types 501': { type: 'text.change', text: 'א'.repeat(501) },
    'types 500': { type: 'text.change', text: ` ${'א'.repeat(500)}` },
    'wipes it': when(({ context }) => context.text !== '', { type: 'text.change', text: '' }),
    sends: { type: 'message.send', key: 'k', images: [], made },
    'sends a picture': { type: 'message.send', key: 'k', images: [picture], made },
    remembers: done('loadWords', 'לא נשלח'),
    'cannot remember': error('loadWords', new Error('denied')),
    'takes long': after('memory', 3000),
    'keeper breaks': when(
      (snapshot) => snapshot.matches('remembering'),
      error('keeper', new Error('denied')),
    ),
  },
  becomes: {
    'start: chat': {
      to: 'remembering',
      context: { member: 1, post: 7, outbox, text: '' },
      calls: { keeper: { member: 1, post: 7 }, loadWords: { member: 1, post: 7 } },
    },
    'remembering + remembers': { to: 'writing', context: { text: 'לא נשלח' } },
    'remembering + cannot remember': { to: 'writing', context: { text: '' } },
    'remembering + takes long': { to: 'writing', context: { text: '' } },
    '* + types words': writes(' שלום\nעולם '),
    '* + types blanks': writes(' \n'),
    '* + types 501': writes('א'.repeat(501)),
    '* + types 500': writes(` ${'א'.repeat(500)}`),
    '* + wipes it': writes(''),
    'writing + sends': posts([]),
    'writing + sends a picture': posts([picture]),
  },
  claims: {
    remembering: ({ context }) => expect(context.text).toBe(''),
  },
  laws: {
    'no word is lost: it is on the line and on the device, or whole in the outbox': () => {
      let line = '';
      let kept = '';
      return (step) => {
        const { type, ...told } = causeOf(step);
        if (type === 'text.change') line = told.text as string;
        if (type === 'xstate.done.actor.loadWords') line = kept = told.output as string;
        for (const said of step.sends) {
          if (said.type === 'words.keep') kept = said.text as string;
          else {
            expect((said as unknown as { message: UnsentMessage }).message.description).toBe(line.trim());
            line = '';
          }
        }
        expect([step.after.context.text, kept]).toEqual([line, line]);
      };
    },
    'nothing is sent that says nothing, or more than 500 characters': () => (step) => {
      for (const said of step.sends.filter(({ type }) => type === 'message.post')) {
        const { description, images } = (said as unknown as { message: UnsentMessage }).message;
        expect(description.length).toBeLessThanOrEqual(500);
        expect(description.length + images.length).toBeGreaterThan(0);
      }
    },
  },
  unpaired: 11,
};
