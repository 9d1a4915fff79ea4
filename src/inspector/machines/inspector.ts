import { assertEvent, assign, setup } from 'xstate';
import type { ActorRefFrom, AnyEventObject } from 'xstate';
import { eventOf, outputOf } from '#machines/params.ts';
import { port, setupTypes } from '#machines/port.ts';

/** The selection: an actor of the app, or a chart, of which no actor need be running. */
export type Selection = { readonly actor: number } | { readonly chart: string };
/** An event to send, and the path of its actor (`ActorInfo.path`). If `place` is set, the app navigates there first. */
export type EventToSend = {
  readonly path: string;
  readonly event: AnyEventObject;
  readonly place: string | null;
};

type Context = {
  readonly selection: Selection | null;
  /** `seq` of the selected log entry, while stepping back. */
  readonly at: number | null;
  /** Outcome of the last event sent by hand. */
  readonly sendResult: 'accepted' | 'rejected' | 'noAnswer' | null;
};
type Events =
  | { type: 'selection.change'; selection: Selection }
  | { type: 'entry.select'; seq: number; actor: number }
  | { type: 'live.resume' }
  | ({ type: 'event.send' } & Omit<EventToSend, 'place'>)
  | { type: 'page.changed' };

/** Sends an event to an actor of the app; resolves to false if the actor does not exist or does not accept it. */
export const sendEvent = port<boolean, EventToSend>('sendEvent');

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    tags: 'history' | 'busy';
  }>(),
  actors: { sendEvent },
  guards: { wasAccepted: (_, accepted: boolean) => accepted },
  actions: {
    setSelection: assign((_, { selection }: { selection: Selection }) => ({ selection, sendResult: null })),
    selectEntry: assign((_, { seq, actor }: { seq: number; actor: number }) => ({
      at: seq,
      selection: { actor },
    })),
    clearEntry: assign({ at: null }),
    clearSelection: assign({ at: null, selection: null, sendResult: null }),
    setSendResult: assign((_, sendResult: Context['sendResult']) => ({ sendResult })),
  },
});

const setSendResult = (params: Context['sendResult']) => ({ type: 'setSendResult', params }) as const;

/**
 * The selection in the inspector, and the events that QA sends to the app by hand.
 * Stepping back changes what is shown, never the app.
 */
export const inspector = charts.createMachine({
  id: 'inspector',
  context: { selection: null, at: null, sendResult: null },
  type: 'parallel',
  states: {
    view: {
      initial: 'live',
      on: {
        'selection.change': {
          target: '.live',
          actions: ['clearEntry', { type: 'setSelection', params: eventOf }],
        },
        'entry.select': {
          target: '.history',
          actions: { type: 'selectEntry', params: eventOf },
        },
        'page.changed': { target: '.live', actions: 'clearSelection' },
      },
      states: {
        live: {},
        history: {
          tags: 'history',
          on: { 'live.resume': { target: 'live', actions: 'clearEntry' } },
        },
      },
    },
    sending: {
      initial: 'idle',
      states: {
        idle: {
          on: { 'event.send': { target: 'waiting', actions: setSendResult(null) } },
        },
        waiting: {
          tags: 'busy',
          invoke: {
            id: 'sendEvent',
            src: 'sendEvent',
            input: ({ event }) => {
              assertEvent(event, 'event.send');
              return { path: event.path, event: event.event, place: null };
            },
            onDone: [
              {
                guard: { type: 'wasAccepted', params: outputOf },
                target: 'idle',
                actions: setSendResult('accepted'),
              },
              { target: 'idle', actions: setSendResult('rejected') },
            ],
            onError: { target: 'idle', actions: setSendResult('noAnswer') },
          },
        },
      },
    },
  },
});

export type InspectorActor = ActorRefFrom<typeof inspector>;
