import { assign, setup } from 'xstate';
import type { ActorRefFrom, AnyEventObject } from 'xstate';
import { port, setupTypes } from '#machines/port.ts';

/** What the inspector looks at: an actor of the app, or a chart of which none need be running. */
export type Selection = { readonly actor: number } | { readonly chart: string };
/** An event to send, and the actor by the ids from its root. Where a place is said, the app goes there first. */
export type EventToSend = {
  readonly path: string;
  readonly event: AnyEventObject;
  readonly place: string | null;
};

type Context = {
  readonly subject: Selection | null;
  /** The event of the log that is looked at, while stepping back. */
  readonly at: number | null;
  /** What became of the last event that was sent by hand. */
  readonly said: 'taken' | 'refused' | 'silent' | null;
};
type Events =
  | { type: 'subject.choose'; subject: Selection }
  | { type: 'entry.choose'; seq: number; actor: number }
  | { type: 'view.follow' }
  | ({ type: 'event.say' } & Omit<EventToSend, 'place'>)
  | { type: 'app.changed' };

/** Sends an event to an actor of the app; false where it is not there or does not take it. */
export const sendEvent = port<boolean, EventToSend>('sendEvent');

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    tags: 'past' | 'busy';
  }>(),
  actors: { sendEvent },
  delays: { patience: 5000 },
  guards: { wasTaken: (_, params: { taken: boolean }) => params.taken },
  actions: {
    choose: assign((_, params: { subject: Selection }) => ({ subject: params.subject, said: null })),
    lookAt: assign((_, { seq, actor }: { seq: number; actor: number }) => ({ at: seq, subject: { actor } })),
    lookAway: assign({ at: null }),
    loseSight: assign({ at: null, subject: null, said: null }),
    tell: assign((_, params: { said: Context['said'] }) => ({ said: params.said })),
  },
});

const setSendResult = (said: Context['said']) => ({ type: 'tell', params: { said } }) as const;

/**
 * What QA looks at in the inspector, and what they say to the app by hand.
 * Stepping back changes what is shown, never the app.
 */
export const inspector = charts.createMachine({
  id: 'inspector',
  context: { subject: null, at: null, said: null },
  type: 'parallel',
  states: {
    view: {
      initial: 'following',
      on: {
        'subject.choose': {
          target: '.following',
          actions: ['lookAway', { type: 'choose', params: ({ event }) => event }],
        },
        'entry.choose': {
          target: '.steppingBack',
          actions: { type: 'lookAt', params: ({ event }) => event },
        },
        'app.changed': { target: '.following', actions: 'loseSight' },
      },
      states: {
        following: {},
        steppingBack: {
          tags: 'past',
          on: { 'view.follow': { target: 'following', actions: 'lookAway' } },
        },
      },
    },
    saying: {
      initial: 'idle',
      states: {
        idle: {
          on: { 'event.say': { target: 'sending', actions: setSendResult(null) } },
        },
        sending: {
          tags: 'busy',
          invoke: {
            id: 'sendEvent',
            src: 'sendEvent',
            input: ({ event }) => {
              const { path, event: said } = event as Extract<Events, { type: 'event.say' }>;
              return { path, event: said, place: null };
            },
            onDone: [
              {
                guard: { type: 'wasTaken', params: ({ event }) => ({ taken: event.output }) },
                target: 'idle',
                actions: setSendResult('taken'),
              },
              { target: 'idle', actions: setSendResult('refused') },
            ],
            onError: { target: 'idle', actions: setSendResult('silent') },
          },
          after: { patience: { target: 'idle', actions: setSendResult('silent') } },
        },
      },
    },
  },
});

export type InspectorActor = ActorRefFrom<typeof inspector>;
