import { expect } from 'vitest';
import type { join } from '#machines/join.ts';
import { done, error, type MachineExpectations } from '#tests/support/statecharts/test-machine.ts';

const friends = { kind: 'clan' as const, id: 3, name: 'החבר׳ה מהמילואים', image: null, size: 8 };
/** One more, now that they are in. */
const joined = { ...friends, size: 9 };
const code = '7QK2MX4T9P';
const offline = { kind: 'offline' };
const typesGood = { to: 'typing', context: { typed: '7qk2m-x4t9p', section: null, failure: null } };
const typesShort = { to: 'typing', context: { typed: '7qk', section: null, failure: null } };
/** Where the link led on to is asked about with its code, and with no other. */
const asks = (what: 'previewJoin' | 'join', to: string) => (before: { section: number | null }) => ({
  to,
  calls: { [what]: before.section === null ? { code } : { code, section: before.section } },
});
const edits = (state: string) => ({
  [`${state} + types a code`]: typesGood,
  [`${state} + types half`]: typesShort,
});

/** What is written of join: its test walks it headless, its screen's in a browser. */
export const joinExpectations: MachineExpectations<typeof join> = {
  inputs: {
    link: { code },
    bare: { code: null },
    broken: { code: 'NOPE' },
    onward: { code, section: 4 },
  },
  fold: ({ typed, section }) => [typed || 'nothing', section ? 'onward' : ''].filter(Boolean).join(', '),
  events: {
    'types a code': { type: 'code.change', code: '7qk2m-x4t9p' },
    'types half': { type: 'code.change', code: '7qk' },
    submits: { type: 'code.submit' },
    'is seen': done('previewJoin', friends),
    'opens nothing': done('previewJoin', null),
    'cannot look': error('previewJoin', offline),
    'tries again': { type: 'join.retry' },
    confirms: { type: 'join.confirm' },
    'is in': done('join', joined),
    'was renewed': done('join', null),
    'cannot join': error('join', { kind: 'too_many', retryAfter: 60 }),
  },
  becomes: {
    // The link's code is looked up, in the form the server knows; nothing is joined.
    'start: link': {
      to: 'previewing',
      calls: { previewJoin: { code } },
      context: { typed: code, section: null, found: null, failure: null },
    },
    'start: bare': { to: 'typing', context: { typed: '', section: null, found: null, failure: null } },
    'start: broken': { to: 'unknown', context: { typed: 'NOPE' } },
    // A group's code that leads on into a league which the group was invited to.
    'start: onward': {
      to: 'previewing',
      calls: { previewJoin: { code, section: 4 } },
      context: { typed: code, section: 4, found: null, failure: null },
    },

    ...edits('typing'),
    'typing (7qk2m-x4t9p) + submits': { to: 'previewing', calls: { previewJoin: { code } } },
    'typing (7qk) + submits': 'unknown',
    // Nothing typed is no code that is unknown.
    'typing (nothing) + submits': 'same',

    'previewing + is seen': { to: 'offering', context: { found: friends, failure: null } },
    'previewing + opens nothing': 'unknown',
    'previewing + cannot look': { to: 'unseen', context: { failure: offline } },
    ...edits('previewing'),
    ...edits('unknown'),
    'unseen + tries again': asks('previewJoin', 'previewing'),
    ...edits('unseen'),

    'offering + confirms': asks('join', 'joining'),
    ...edits('offering'),
    'joining + is in': { to: 'joined', output: joined },
    'joining + was renewed': 'unknown',
    'joining + cannot join': { to: 'refused', context: { failure: { kind: 'too_many', retryAfter: 60 } } },
    'refused + confirms': asks('join', 'joining'),
    ...edits('refused'),
  },
  claims: {
    offering: ({ context }) => expect(context.found).toEqual(friends),
    previewing: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true),
    joining: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true),
    unseen: (snapshot) => expect(snapshot.hasTag('failed')).toBe(true),
    refused: (snapshot) => expect(snapshot.hasTag('failed')).toBe(true),
  },
};
