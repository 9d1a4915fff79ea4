import { assign, emit, sendTo, setup, type EventObject } from 'xstate';
import { nonNull, outputOf } from './params.ts';
import { port, setupTypes, streamPort } from './port.ts';
import type { PictureRefusal } from './upload.ts';

/** What another app shared, as the text and pictures of one message. */
export type Shared = {
  readonly text: string;
  readonly pictures: readonly File[];
  /** Why a shared file is not among the pictures; null if none was refused. */
  readonly refusal: PictureRefusal | null;
};
/** Sent to the handoff port: keep `shared` for the chat of `post`. */
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
    /** Resolves with null if nothing was shared. */
    loadShared: port<Shared | null, void>('loadShared'),
    /** Keeps what was shared for the composer of the chosen chat. */
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
 * Lets the member choose the chat for what another app shared. It stays on the device until that chat's composer takes it,
 * so that going back shows it again. Nothing is sent without a tap.
 */
export const shareTarget = charts.createMachine({
  id: 'share-target',
  context: { shared: null },
  invoke: {
    id: 'handoff',
    src: 'handoff',
    // If the handoff fails, the chat opens without it, and what was shared stays on the device.
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
        // What was shared expires by itself.
        onError: { target: 'empty', actions: 'reportDiscarded' },
      },
    },
    /** Nothing was shared, or nothing that can be sent; `refusal` has the reason. */
    empty: {},
    /** Stays shown until the chat's screen replaces it. */
    chosen: { tags: 'shown' },
  },
});
