import { expect } from 'vitest';
import type { join } from '#machines/join.ts';
import {
  done,
  error,
  hasExactTags,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

const group = { kind: 'clan' as const, id: 3, name: 'החבר׳ה מהמילואים', image: null, size: 8 };
/** The group with one more member. */
const joinedGroup = { ...group, size: 9 };
const code = '7QK2MX4T9P';
const offline = { kind: 'offline' };
const typesCode = { to: 'typing', context: { code: '7qk2m-x4t9p', by: null, league: null, failure: null } };
const typesHalfCode = { to: 'typing', context: { code: '7qk', by: null, league: null, failure: null } };
/** The link's inviter and league are sent with the link's code only. */
const requestsWithLink =
  (port: 'previewJoin' | 'join', to: string) =>
  ({ by, league }: { by: number | null; league: number | null }) => ({
    to,
    calls: { [port]: { code, by, league } },
  });
const codeEditsIn = (state: string) => ({
  [`${state} + types a code`]: typesCode,
  [`${state} + types half a code`]: typesHalfCode,
});

/** Expectations of join, for its test and for its screen's walk. */
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
    'types half a code': { type: 'code.change', code: '7qk' },
    submits: { type: 'code.submit' },
    'preview loads': done('previewJoin', group),
    'code is unknown': done('previewJoin', null),
    'preview fails': error('previewJoin', offline),
    'tries again': { type: 'join.retry' },
    confirms: { type: 'join.confirm' },
    'has joined': done('join', joinedGroup),
    'code was renewed': done('join', null),
    'cannot join': error('join', { kind: 'too_many', retryAfter: 60 }),
  },
  becomes: {
    // The link's code is looked up, in the server's form; nothing is joined.
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

    ...codeEditsIn('typing'),
    'typing (7qk2m-x4t9p) + submits': {
      to: 'previewing',
      calls: { previewJoin: { code, by: null, league: null } },
    },
    'typing (7qk) + submits': 'unknownCode',
    // An empty code is not an unknown one.
    'typing (nothing) + submits': 'same',

    'previewing + preview loads': { to: 'previewed', context: { target: group, failure: null } },
    'previewing + code is unknown': 'unknownCode',
    'previewing + preview fails': { to: 'previewFailed', context: { failure: offline } },
    ...codeEditsIn('previewing'),
    ...codeEditsIn('unknownCode'),
    'previewFailed + tries again': requestsWithLink('previewJoin', 'previewing'),
    ...codeEditsIn('previewFailed'),

    'previewed + confirms': requestsWithLink('join', 'joining'),
    ...codeEditsIn('previewed'),
    'joining + has joined': {
      to: 'joined',
      context: { target: joinedGroup, failure: null },
      output: joinedGroup,
    },
    'joining + code was renewed': 'unknownCode',
    'joining + cannot join': { to: 'joinFailed', context: { failure: { kind: 'too_many', retryAfter: 60 } } },
    'joinFailed + confirms': requestsWithLink('join', 'joining'),
    ...codeEditsIn('joinFailed'),
  },
  claims: {
    previewing: hasExactTags('busy'),
    previewed: (snapshot) => {
      hasExactTags('previewed')(snapshot);
      expect(snapshot.context.target).toEqual(group);
    },
    joining: hasExactTags('busy', 'previewed'),
    previewFailed: hasExactTags('failed'),
    joinFailed: hasExactTags('failed', 'previewed'),
    // The joined group stays shown until its own screen opens.
    joined: hasExactTags('busy', 'previewed'),
  },
};
