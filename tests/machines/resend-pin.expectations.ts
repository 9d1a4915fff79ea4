import { expect } from 'vitest';
import type { resendPin } from '#machines/resend-pin.ts';
import {
  after,
  done,
  error,
  refStub,
  hasExactTags,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

const parent = refStub('sign-in');
const request = { cellphone: '+972501234567', name: 'דנה', device: 'device-1' };
const asked = { to: 'sending', context: { failure: null }, calls: { sendPin: request } };
const wait = (state: string, delay: string, ms: number) => [
  { event: { type: `xstate.after.${delay}.resend-pin.${state}` }, ms },
];
const cooling = wait('cooling', 'resendDelay', 30_000);

/** What is written of resendPin: its test walks it headless, its screen's in a browser. */
export const resendPinExpectations: MachineExpectations<typeof resendPin> = {
  inputs: { 'a number': { parent, request } },
  fold: ({ failure }) =>
    failure && 'retryAfter' in failure ? `in ${failure.retryAfter} s` : (failure?.kind ?? ''),
  events: {
    resend: { type: 'pin.resend' },
    'half a minute': after('resendDelay', 30_000),
    sent: done('sendPin', { name: 'דנה לוי' }),
    'no answer': error('sendPin', { kind: 'offline' }),
    'too many': error('sendPin', { kind: 'too_many', retryAfter: 90 }),
    'too many, who knows': error('sendPin', { kind: 'too_many' }),
    'too long': after('patience', 20_000),
    'bar over': after('bar', ({ context }) => (context.failure.retryAfter === 90 ? 90_000 : 60_000)),
  },
  becomes: {
    'start: a number': { to: 'cooling', context: { parent, request, failure: null }, waits: cooling },
    'cooling + half a minute': 'ready',
    'ready + resend': asked,
    'failed + resend': asked,
    'sending + sent': { to: 'cooling', sends: [{ type: 'pin.sent', name: 'דנה לוי' }], waits: cooling },
    'sending + no answer': { to: 'failed', context: { failure: { kind: 'offline' } } },
    'sending + too long': { to: 'failed', context: { failure: { kind: 'offline' } } },
    'sending + too many': {
      to: 'barred',
      context: { failure: { kind: 'too_many', retryAfter: 90 } },
      waits: wait('barred', 'bar', 90_000),
    },
    'sending + too many, who knows': {
      to: 'barred',
      context: { failure: { kind: 'too_many' } },
      waits: wait('barred', 'bar', 60_000),
    },
    'barred + bar over': 'ready',
  },
  claims: {
    '*': (snapshot) => expect(snapshot.hasTag('mayResend')).toBe(snapshot.can({ type: 'pin.resend' })),
    sending: hasExactTags('busy'),
    failed: hasExactTags('failed', 'mayResend'),
    barred: hasExactTags('barred', 'failed'),
  },
};
