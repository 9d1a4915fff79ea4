import { expect } from 'vitest';
import type { join } from '#machines/join.ts';
import {
  done,
  error,
  hasExactTags,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

const friends = { kind: 'clan' as const, id: 3, name: 'החבר׳ה מהמילואים', image: null, size: 8 };
/** One more, now that they are in. */
const joined = { ...friends, size: 9 };
const code = '7QK2MX4T9P';
const offline = { kind: 'offline' };
const typesGood = { to: 'typing', context: { code: '7qk2m-x4t9p', by: null, league: null, failure: null } };
const typesShort = { to: 'typing', context: { code: '7qk', by: null, league: null, failure: null } };
/** Where the link led on to, and whose it is, is asked about with its code, and with no other. */
const asks =
  (what: 'previewJoin' | 'join', to: string) =>
  ({ by, league }: { by: number | null; league: number | null }) => ({
    to,
    calls: { [what]: { code, by, league } },
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
    onward: { code, by: 7, league: 4 },
  },
  fold: ({ code: typed, league }) => [typed || 'nothing', league ? 'onward' : ''].filter(Boolean).join(', '),
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
      calls: { previewJoin: { code, by: null, league: null } },
      context: { code, by: null, league: null, target: null, failure: null },
    },
    'start: bare': {
      to: 'typing',
      context: { code: '', by: null, league: null, target: null, failure: null },
    },
    'start: broken': {
      to: 'unknownCode',
      context: { code: 'NOPE', by: null, league: null, target: null, failure: null },
    },
    // A group's code that leads on into a league which the group was invited to.
    'start: onward': {
      to: 'previewing',
      calls: { previewJoin: { code, by: 7, league: 4 } },
      context: { code, by: 7, league: 4, target: null, failure: null },
    },

    ...edits('typing'),
    'typing (7qk2m-x4t9p) + submits': {
      to: 'previewing',
      calls: { previewJoin: { code, by: null, league: null } },
    },
    'typing (7qk) + submits': 'unknownCode',
    // Nothing typed is no code that is unknown.
    'typing (nothing) + submits': 'same',

    'previewing + is seen': { to: 'previewed', context: { target: friends, failure: null } },
    'previewing + opens nothing': 'unknownCode',
    'previewing + cannot look': { to: 'previewFailed', context: { failure: offline } },
    ...edits('previewing'),
    ...edits('unknownCode'),
    'previewFailed + tries again': asks('previewJoin', 'previewing'),
    ...edits('previewFailed'),

    'previewed + confirms': asks('join', 'joining'),
    ...edits('previewed'),
    'joining + is in': { to: 'joined', context: { target: joined, failure: null }, output: joined },
    'joining + was renewed': 'unknownCode',
    'joining + cannot join': { to: 'joinFailed', context: { failure: { kind: 'too_many', retryAfter: 60 } } },
    'joinFailed + confirms': asks('join', 'joining'),
    ...edits('joinFailed'),
  },
  claims: {
    previewing: hasExactTags('busy'),
    previewed: (snapshot) => {
      hasExactTags('previewed')(snapshot);
      expect(snapshot.context.target).toEqual(friends);
    },
    joining: hasExactTags('busy', 'previewed'),
    previewFailed: hasExactTags('failed'),
    joinFailed: hasExactTags('failed', 'previewed'),
    // What was joined stays in view until its own screen is there.
    joined: hasExactTags('busy', 'previewed'),
  },
};
