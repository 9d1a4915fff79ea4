import { setup } from 'xstate';
import { port, setupTypes } from './port.ts';

/** The slides in order; each is a state of the chart. */
export const welcomeSlides = ['greeting', 'friends', 'allSet'] as const;
export type WelcomeSlide = (typeof welcomeSlides)[number];

const charts = setup({
  types: setupTypes<{
    /** The slide shown before a reload; null for the first one. */
    context: { readonly restored: WelcomeSlide | null };
    input: { restored: WelcomeSlide | null };
    events: { type: 'slide.next' } | { type: 'slide.back' } | { type: 'slides.skip' };
    tags: 'busy';
  }>(),
  actors: { markWelcomed: port<unknown, undefined>('markWelcomed') },
  guards: {
    leftAtFriends: ({ context }) => context.restored === 'friends',
    leftAtAllSet: ({ context }) => context.restored === 'allSet',
  },
});

/**
 * The three slides a new member sees once. Skipping at any slide counts as having seen them.
 */
export const welcome = charts.createMachine({
  id: 'welcome',
  context: ({ input }) => input,
  initial: 'opening',
  states: {
    opening: {
      always: [
        { guard: 'leftAtFriends', target: 'friends' },
        { guard: 'leftAtAllSet', target: 'allSet' },
        { target: 'greeting' },
      ],
    },
    greeting: { on: { 'slide.next': 'friends', 'slides.skip': 'saving' } },
    friends: { on: { 'slide.next': 'allSet', 'slide.back': 'greeting', 'slides.skip': 'saving' } },
    allSet: { on: { 'slide.next': 'saving', 'slide.back': 'friends', 'slides.skip': 'saving' } },
    saving: {
      tags: 'busy',
      // If saving fails, the slides are shown again on the next visit.
      invoke: { id: 'markWelcomed', src: 'markWelcomed', onDone: 'done', onError: 'done' },
    },
    done: { type: 'final' },
  },
});
