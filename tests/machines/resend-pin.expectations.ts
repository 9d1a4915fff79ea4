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
const request = { phone: '+972501234567', name: 'דנה' };
const sendsPin = { to: 'sending', context: { failure: null }, calls: { sendPin: request } };
const delayWait = (state: string, delay: string, ms: number) => [
  { event: { type: `xstate.after.${delay}.resend-pin.${state}` }, ms },
];
const resendWait = delayWait('coolingDown', 'resendDelay', 30_000);

/** Expectations of resend-pin, for its test and for its screen's walk. */
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
    'too many, without a time': error('sendPin', { kind: 'too_many' }),
    'rate limit over': after('rateLimitDelay', ({ context }) =>
      context.failure.retryAfter === 90 ? 90_000 : 60_000,
    ),
  },
  becomes: {
    'start: a number': { to: 'coolingDown', context: { parent, request, failure: null }, waits: resendWait },
    'coolingDown + half a minute': 'ready',
    'ready + resend': sendsPin,
    'failed + resend': sendsPin,
    'sending + sent': {
      to: 'coolingDown',
      sends: [{ type: 'pin.sent', name: 'דנה לוי' }],
      waits: resendWait,
    },
    'sending + no answer': { to: 'failed', context: { failure: { kind: 'offline' } } },
    'sending + too many': {
      to: 'rateLimited',
      context: { failure: { kind: 'too_many', retryAfter: 90 } },
      waits: delayWait('rateLimited', 'rateLimitDelay', 90_000),
    },
    'sending + too many, without a time': {
      to: 'rateLimited',
      context: { failure: { kind: 'too_many' } },
      waits: delayWait('rateLimited', 'rateLimitDelay', 60_000),
    },
    'rateLimited + rate limit over': 'ready',
  },
  claims: {
    '*': (snapshot) =>
      expect(snapshot.can({ type: 'pin.resend' })).toBe(
        snapshot.matches('ready') || snapshot.matches('failed'),
      ),
    sending: hasExactTags('busy'),
    failed: hasExactTags('failed'),
    rateLimited: hasExactTags('failed'),
  },
};
