import { expect } from 'vitest';
import { sealCheck } from '#machines/seal-check.ts';
import { done, error, hasExactTags, testMachine } from '#tests/support/statecharts/test-machine.ts';

const offline = { kind: 'offline' };
const bet = {
  section: 1,
  item: 5,
  item_name: 'ספרד · צרפת',
  member: 7,
  name: 'דנה',
  picks: [],
  random: null,
  seal: null,
};
const allSame = { bets: [bet], wrong: [], unsealed: [], shown: 'same' as const };
const withoutSeals = { bets: [bet], wrong: [], unsealed: [bet], shown: 'none' as const };
const danaDiffers = { bets: [bet], wrong: [bet], unsealed: [], shown: 'same' as const };
const anotherSeal = { bets: [bet], wrong: [], unsealed: [], shown: 'other' as const };

const checks = {
  to: 'checking',
  context: { report: null, failure: null },
  calls: { checkSeals: { item: 5 } },
};
const finds = (to: string, report: object) => ({ to, context: { report, failure: null } });

testMachine(sealCheck, {
  inputs: { match: { item: 5 } },
  fold: ({ report, failure }) =>
    [report?.shown, report?.wrong.length, report?.unsealed.length, failure?.kind].join(' '),
  events: {
    check: { type: 'seals.check' },
    'all match': done('checkSeals', allSame),
    'nothing to compare': done('checkSeals', withoutSeals),
    'a changed pick': done('checkSeals', danaDiffers),
    'a seal that was not shown': done('checkSeals', anotherSeal),
    'not loaded': error('checkSeals', offline),
  },
  becomes: {
    'start: match': { to: 'idle', context: { item: 5, report: null, failure: null } },
    'idle + check': checks,
    'checking + all match': finds('matching', allSame),
    'checking + nothing to compare': finds('matching', withoutSeals),
    'checking + a changed pick': finds('differing', danaDiffers),
    'checking + a seal that was not shown': finds('differing', anotherSeal),
    'checking + not loaded': { to: 'failed', context: { report: null, failure: offline } },
    'matching + check': checks,
    'differing + check': checks,
    'failed + check': checks,
  },
  claims: {
    idle: hasExactTags(),
    checking: hasExactTags('busy'),
    matching: hasExactTags('checked'),
    differing: hasExactTags('checked'),
    failed: hasExactTags('failed'),
    '*': ({ context: { report, failure } }) => expect(report && failure).toBeNull(),
  },
});
