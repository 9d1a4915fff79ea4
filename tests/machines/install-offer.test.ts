import type { ContextFrom } from 'xstate';
import { installOffer, type InstallAnswer } from '#machines/install-offer.ts';
import { done, error, hasExactTags, testMachine } from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof installOffer>;

const day = 24 * 60 * 60 * 1000;
const now = 1_800_000_000_000;
const internalFailure = { kind: 'internal' };

const storesAnswer = (answer: InstallAnswer) => [{ type: 'value.keep', value: answer }];
const installsApp = {
  to: 'installed',
  context: { answer: 'installed' },
  sends: storesAnswer('installed'),
} as const;
/** The answer "not now", with the number of times it was given. */
const dismissesOffer = ({ answer }: Before) => {
  const dismissals = answer === null || answer === 'installed' ? 1 : answer.dismissals + 1;
  const next = { dismissals, at: now };
  return { to: 'closed', context: { answer: next }, sends: storesAnswer(next) };
};
const loadsAnswer =
  (answer: InstallAnswer | null, isQuiet: boolean) =>
  ({ isWanted }: Before) => ({
    to: isQuiet && !isWanted ? 'closed' : 'checking',
    context: { answer },
    calls: isQuiet && !isWanted ? {} : { readWay: undefined },
  });

const dismissed30DaysAgo: InstallAnswer = { dismissals: 1, at: now - 30 * day };
const dismissedLessThan30DaysAgo: InstallAnswer = { dismissals: 1, at: now - 30 * day + 1 };
const dismissedTwice: InstallAnswer = { dismissals: 2, at: now - 300 * day };

testMachine(installOffer, {
  inputs: {
    'after a bet': { now, isWanted: false },
    'in the profile': { now, isWanted: true },
  },
  fold: ({ isWanted, answer }) =>
    `${isWanted ? 'wanted, ' : ''}${typeof answer === 'object' ? Math.min(answer?.dismissals ?? 0, 2) : answer}`,
  events: {
    accept: { type: 'offer.accept' },
    dismiss: { type: 'offer.dismiss' },
    'nothing answered': done('loadAnswer', null),
    'not now, 30 days ago': done('loadAnswer', dismissed30DaysAgo),
    'not now, a moment less ago': done('loadAnswer', dismissedLessThan30DaysAgo),
    'twice not now': done('loadAnswer', dismissedTwice),
    'it is installed': done('loadAnswer', 'installed'),
    'no answer readable': error('loadAnswer', internalFailure),
    'by a prompt': done('readWay', 'prompt'),
    'by steps': done('readWay', 'steps'),
    'in no way': done('readWay', 'none'),
    'way not known': error('readWay', internalFailure),
    'pushes first': done('isPushFirst', true),
    'pushes answered': done('isPushFirst', false),
    'turn not known': error('isPushFirst', internalFailure),
    accepted: done('promptInstall', 'accepted'),
    dismissed: done('promptInstall', 'dismissed'),
    'no dialog': error('promptInstall', internalFailure),
    'browser can be asked': { type: 'install.changed' },
    'app installed': { type: 'install.done' },
    'answers not stored': error('answerStore', internalFailure),
    'not watched': error('watchInstall', internalFailure),
  },
  becomes: {
    'start: after a bet': {
      to: 'loading',
      context: { now, isWanted: false, answer: null },
      calls: { answerStore: undefined, watchInstall: undefined, loadAnswer: undefined },
    },
    'start: in the profile': {
      to: 'loading',
      context: { now, isWanted: true, answer: null },
      calls: { answerStore: undefined, watchInstall: undefined, loadAnswer: undefined },
    },
    'loading + nothing answered': loadsAnswer(null, false),
    'loading + not now, 30 days ago': loadsAnswer(dismissed30DaysAgo, false),
    'loading + not now, a moment less ago': loadsAnswer(dismissedLessThan30DaysAgo, true),
    'loading + twice not now': loadsAnswer(dismissedTwice, true),
    'loading + it is installed': loadsAnswer('installed', true),
    'loading + no answer readable': ({ isWanted }) => ({ to: isWanted ? 'checking' : 'closed', context: {} }),
    'checking + by a prompt': ({ isWanted }) => ({
      to: isWanted ? 'offered' : 'awaitingTurn',
      context: {},
      calls: isWanted ? {} : { isPushFirst: undefined },
    }),
    'checking + by steps': 'explaining',
    'checking + in no way': 'closed',
    'checking + way not known': 'closed',
    'awaitingTurn + pushes first': 'closed',
    'awaitingTurn + pushes answered': 'offered',
    'awaitingTurn + turn not known': 'closed',
    'offered + accept': { to: 'prompting', context: {}, calls: { promptInstall: undefined } },
    'offered + dismiss': dismissesOffer,
    'explaining + dismiss': dismissesOffer,
    'prompting + accepted': installsApp,
    'prompting + dismissed': dismissesOffer,
    'prompting + no dialog': 'closed',
    'closed + browser can be asked': ({ isWanted }) =>
      isWanted ? { to: 'checking', context: {}, calls: { readWay: undefined } } : 'ignored',
    '* + app installed': installsApp,
  },
  claims: {
    loading: hasExactTags('busy'),
    checking: hasExactTags('busy'),
    awaitingTurn: hasExactTags(),
    offered: hasExactTags('shown'),
    explaining: hasExactTags('shown', 'steps'),
    prompting: hasExactTags(),
    closed: hasExactTags(),
    installed: hasExactTags(),
  },
  unpaired: 79,
});
