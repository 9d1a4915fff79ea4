import { expect } from 'vitest';
import { sealCheck } from '#machines/seal-check.ts';
import { done, error, hasExactTags, testMachine } from '#tests/support/statecharts/test-machine.ts';

const offline = { kind: 'offline' };
const sealedBet = {
  section: 1,
  item: 5,
  item_name: 'ספרד · צרפת',
  member: 7,
  name: 'דנה',
  picks: [],
  random: null,
  seal: null,
};
const matchingReport = { bets: [sealedBet], wrong: [], unsealed: [], shown: 'same' as const };
const reportWithoutSeals = { bets: [sealedBet], wrong: [], unsealed: [sealedBet], shown: 'none' as const };
const reportOfChangedPick = { bets: [sealedBet], wrong: [sealedBet], unsealed: [], shown: 'same' as const };
const reportOfOtherSeal = { bets: [sealedBet], wrong: [], unsealed: [], shown: 'other' as const };

const checksSeals = {
  to: 'checking',
  context: { report: null, failure: null },
  calls: { checkSeals: { item: 5 } },
};
const showsReport = (to: string, report: object) => ({ to, context: { report, failure: null } });

testMachine(sealCheck, {
  inputs: { match: { item: 5 } },
  fold: ({ report, failure }) =>
    [report?.shown, report?.wrong.length, report?.unsealed.length, failure?.kind].join(' '),
  events: {
    check: { type: 'seals.check' },
    'all match': done('checkSeals', matchingReport),
    'nothing to compare': done('checkSeals', reportWithoutSeals),
    'a changed pick': done('checkSeals', reportOfChangedPick),
    'a seal that was not shown': done('checkSeals', reportOfOtherSeal),
    'not loaded': error('checkSeals', offline),
  },
  becomes: {
    'start: match': { to: 'idle', context: { item: 5, report: null, failure: null } },
    'idle + check': checksSeals,
    'checking + all match': showsReport('matching', matchingReport),
    'checking + nothing to compare': showsReport('matching', reportWithoutSeals),
    'checking + a changed pick': showsReport('differing', reportOfChangedPick),
    'checking + a seal that was not shown': showsReport('differing', reportOfOtherSeal),
    'checking + not loaded': { to: 'failed', context: { report: null, failure: offline } },
    'matching + check': checksSeals,
    'differing + check': checksSeals,
    'failed + check': checksSeals,
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
