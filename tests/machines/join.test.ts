import { expect } from 'vitest';
import { join } from '#machines/join.ts';
import { done, error, everyEdge } from '#tests/support/walks.ts';

const friends = { kind: 'clan' as const, id: 3, name: 'החבר׳ה מהמילואים', image: null, size: 8 };
/** One more, now that they are in. */
const joined = { ...friends, size: 9 };
const code = '7QK2MX4T9P';
const offline = { kind: 'offline' };
const typesGood = { to: 'typing', context: { typed: '7qk2m-x4t9p', failure: null } };
const typesShort = { to: 'typing', context: { typed: '7qk', failure: null } };
const edits = (state: string) => ({
  [`${state} + types a code`]: typesGood,
  [`${state} + types half`]: typesShort,
});

everyEdge(join, {
  inputs: { link: { code }, bare: { code: null }, broken: { code: 'NOPE' } },
  fold: ({ typed }) => typed || 'nothing',
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
      context: { typed: code, found: null, failure: null },
    },
    'start: bare': { to: 'typing', context: { typed: '', found: null, failure: null } },
    'start: broken': { to: 'unknown', context: { typed: 'NOPE' } },

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
    'unseen + tries again': { to: 'previewing', calls: { previewJoin: { code } } },
    ...edits('unseen'),

    'offering + confirms': { to: 'joining', calls: { join: { code } } },
    ...edits('offering'),
    'joining + is in': { to: 'joined', output: joined },
    'joining + was renewed': 'unknown',
    'joining + cannot join': { to: 'refused', context: { failure: { kind: 'too_many', retryAfter: 60 } } },
    'refused + confirms': { to: 'joining', calls: { join: { code } } },
    ...edits('refused'),
  },
  claims: {
    offering: ({ context }) => expect(context.found).toEqual(friends),
    previewing: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true),
    joining: (snapshot) => expect(snapshot.hasTag('busy')).toBe(true),
    unseen: (snapshot) => expect(snapshot.hasTag('failed')).toBe(true),
    refused: (snapshot) => expect(snapshot.hasTag('failed')).toBe(true),
  },
});
