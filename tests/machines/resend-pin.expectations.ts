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
const asked = { to: 'sending', context: { failure: null }, calls: { sendPin: request } };
const wait = (state: string, delay: string, ms: number) => [
  { event: { type: `xstate.after.${delay}.resend-pin.${state}` }, ms },
];
const coolingDown = wait('coolingDown', 'resendDelay', 30_000);

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
    'rate limit over': after('rateLimitDelay', ({ context }) =>
      context.failure.retryAfter === 90 ? 90_000 : 60_000,
    ),
  },
  becomes: {
    'start: a number': { to: 'coolingDown', context: { parent, request, failure: null }, waits: coolingDown },
    'coolingDown + half a minute': 'ready',
    'ready + resend': asked,
    'failed + resend': asked,
    'sending + sent': {
      to: 'coolingDown',
      sends: [{ type: 'pin.sent', name: 'דנה לוי' }],
      waits: coolingDown,
    },
    'sending + no answer': { to: 'failed', context: { failure: { kind: 'offline' } } },
    'sending + too many': {
      to: 'rateLimited',
      context: { failure: { kind: 'too_many', retryAfter: 90 } },
      waits: wait('rateLimited', 'rateLimitDelay', 90_000),
    },
    'sending + too many, who knows': {
      to: 'rateLimited',
      context: { failure: { kind: 'too_many' } },
      waits: wait('rateLimited', 'rateLimitDelay', 60_000),
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
