import { assign, emit, sendTo, setup, type EventObject } from 'xstate';
import { nonNull, outputOf } from './params.ts';
import { port, setupTypes, streamPort } from './port.ts';
import type { PictureRefusal } from './upload.ts';

/** What another app has shared, as one message takes it. */
export type Shared = {
  readonly text: string;
  readonly pictures: readonly File[];
  /** Why a file that was shared is not among the pictures. */
  readonly refusal: PictureRefusal | null;
};
/** To whoever keeps it: the chat that it is for. */
export type HandShared = { type: 'shared.hand'; post: number; shared: Shared };

type Context = { readonly shared: Shared | null };

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: { type: 'chat.choose'; post: number } | { type: 'share.discard' };
    emitted: { type: 'chat.chosen'; post: number } | { type: 'share.discarded' };
    tags: 'busy' | 'shown';
    children: { handoff: 'handoff' };
  }>(),
  actors: {
    /** Null where nothing waits. */
    loadShared: port<Shared | null, void>('loadShared'),
    /** Keeps it for the composer of the chosen chat. */
    handoff: streamPort<EventObject, void, HandShared>('handoff'),
    discardShared: port<void, void>('discardShared'),
  },
  guards: {
    hasContent: (_, shared: Shared | null) =>
      shared !== null && (shared.text !== '' || shared.pictures.length > 0),
  },
  actions: {
    storeShared: assign((_, shared: Shared | null) => ({ shared })),
    clearShared: assign({ shared: null }),
    handShared: sendTo('handoff', ({ context }, post: number) => ({
      type: 'shared.hand',
      post,
      shared: nonNull(context.shared),
    })),
    reportDiscarded: emit({ type: 'share.discarded' }),
    reportChosen: emit((_, post: number) => ({ type: 'chat.chosen', post })),
  },
});

const storeShared = { type: 'storeShared', params: outputOf } as const;

/**
 * What another app has shared, on its way to a chat. It stays on the device until the chosen chat's composer has taken it:
 * whoever goes back finds it here, and nothing is sent by itself.
 */
export const shareTarget = charts.createMachine({
  id: 'share-target',
  context: { shared: null },
  invoke: {
    id: 'handoff',
    src: 'handoff',
    // Without it the chat opens with nothing, and what was shared stays here.
    onError: {},
  },
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        id: 'loadShared',
        src: 'loadShared',
        onDone: [
          { guard: { type: 'hasContent', params: outputOf }, target: 'choosing', actions: storeShared },
          { target: 'empty', actions: storeShared },
        ],
        onError: 'empty',
      },
    },
    choosing: {
      tags: 'shown',
      on: {
        'chat.choose': {
          target: 'chosen',
          actions: [
            { type: 'handShared', params: ({ event }) => event.post },
            { type: 'reportChosen', params: ({ event }) => event.post },
          ],
        },
        'share.discard': 'discarding',
      },
    },
    discarding: {
      tags: 'busy',
      entry: 'clearShared',
      invoke: {
        id: 'discardShared',
        src: 'discardShared',
        onDone: { target: 'empty', actions: 'reportDiscarded' },
        // It goes by itself in a day.
        onError: { target: 'empty', actions: 'reportDiscarded' },
      },
    },
    /** Nothing came, or nothing of it can be sent: `refusal` tells why. */
    empty: {},
    /** Until the chat is on the screen. */
    chosen: { tags: 'shown' },
  },
});
