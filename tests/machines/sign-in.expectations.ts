import { expect } from 'vitest';
import type { ContextFrom } from 'xstate';
import type { AppUser } from '#contract/core-models.ts';
import type { signIn } from '#machines/sign-in.ts';
import {
  after,
  done,
  error,
  childSends,
  hasExactTags,
  type MachineExpectations,
} from '#tests/support/statecharts/test-machine.ts';

type Before = ContextFrom<typeof signIn>;

const number = '050-123 4567';
const user: AppUser = {
  id: 1,
  fname: 'דנה',
  lname: '',
  phone: '+972501234567',
  email: null,
  username: '+972501234567',
  is_superuser: false,
  is_staff: false,
  firebaseAuth: false,
  puserId: 1,
  image: null,
  new_member: true,
};
const login = { token: 'token-1', user };
const wrong = { success: false as const, reason: 'wrong_pin' as const, attemptsLeft: 4 };
const offline = { kind: 'offline' as const };
const rateLimited = { kind: 'too_many' as const, retryAfter: 90 };

const blank = {
  phone: '',
  name: '',
  pin: '',
  tried: '',
  nameKnown: false,
  pinSent: false,
  touched: [],
  refusal: null,
  failure: null,
  login: null,
};
/** What was typed stays as it was. */
const typed = ({ phone, name, pin }: Before) => ({ phone, name, pin });
const rateLimitWait = (state: string) => [
  { event: { type: `xstate.after.rateLimitDelay.sign-in.${state}` }, ms: 90_000 },
];
const touched = (before: Before, ...fields: ('phone' | 'pin')[]) => [
  ...new Set([...before.touched, ...fields]),
];

const typesPhone = (phone: string) => (before: Before) => ({
  to: 'phone.typing',
  context: { phone, nameKnown: false, name: before.nameKnown ? '' : before.name, pin: '' },
});
const submitsPhone = (before: Before) =>
  before.phone === number
    ? {
        to: 'sendingPin',
        context: { ...typed(before), failure: null },
        calls: { sendPin: { phone: '+972501234567', name: before.name } },
      }
    : { to: 'same', context: { ...typed(before), touched: touched(before, 'phone') }, calls: {} };
const asksForPin = (name: string) => (before: Before) => ({
  to: 'pin.open.typing',
  context: {
    phone: number,
    name: name || before.name,
    nameKnown: name !== '',
    pin: '',
    pinSent: true,
    refusal: null,
    touched: before.touched.filter((field) => field !== 'pin'),
  },
});
const submitsPin = (state: string) => (before: Before) =>
  // With a name or without.
  before.pin === '123456'
    ? {
        to: 'pin.verifying',
        context: { ...typed(before), tried: '123456', failure: null },
        calls: {
          logIn: {
            phone: '+972501234567',
            pin: '123456',
            name: before.nameKnown ? '' : before.name,
          },
        },
      }
    : { to: state, context: { ...typed(before), touched: touched(before, 'pin') }, calls: {} };

/** A whole PIN is sent at once, but for one that was sent already. */
const typesPin = (before: Before) =>
  before.tried === '123456'
    ? { to: 'pin.open.typing', context: { ...typed(before), pin: '123456' } }
    : submitsPin('')({ ...before, pin: '123456' });

/** What is written of signIn: its test walks it headless, its screen's in a browser. */
export const signInExpectations: MachineExpectations<typeof signIn> = {
  inputs: {
    'nothing stored': { draft: null },
    'typed before a reload': { draft: { phone: number, name: '', nameKnown: false, sent: false } },
    'sent before a reload': { draft: { phone: number, name: 'נועה', nameKnown: false, sent: true } },
  },
  fold: ({ phone, name, nameKnown, pin, tried, failure }) =>
    [
      phone === number ? '' : phone ? 'bad number' : 'no number',
      nameKnown ? 'known' : name && 'named',
      pin && (pin.length === 6 ? 'pin' : 'short pin'),
      tried && 'tried',
      failure && failure.kind,
    ]
      .filter(Boolean)
      .join(', '),
  events: {
    number: { type: 'phone.change', value: number },
    'half a number': { type: 'phone.change', value: '050-12' },
    proceed: { type: 'phone.submit' },
    'sent to a stranger': done('sendPin', { name: '' }),
    'sent to dana': done('sendPin', { name: 'דנה' }),
    'not sent': error('sendPin', offline),
    'number refused': error('sendPin', { kind: 'validation', fields: { cellphone: { code: 'phone' } } }),
    'too many sent': error('sendPin', rateLimited),
    'rate limit over': after('rateLimitDelay', 90_000),
    name: { type: 'name.change', value: 'נועה' },
    // Pasted with what stands around it.
    pin: { type: 'pin.change', value: ' 123-456 7' },
    'half a pin': { type: 'pin.change', value: '123' },
    login: { type: 'pin.submit' },
    right: done('logIn', login),
    wrong: done('logIn', wrong),
    'no answer': error('logIn', offline),
    'too many guesses': error('logIn', rateLimited),
    'sent again': childSends('resendPin', { type: 'pin.sent', name: '' }),
    'resend breaks': error('resendPin', new Error('broken')),
    back: { type: 'step.back' },
  },
  becomes: {
    'start: nothing stored': { to: 'phone.typing', context: blank },
    'start: typed before a reload': { to: 'phone.typing', context: { ...blank, phone: number } },
    'start: sent before a reload': {
      to: 'pin.open.typing',
      context: { ...blank, phone: number, name: 'נועה', pinSent: true },
    },

    'phone + number': typesPhone(number),
    'phone + half a number': typesPhone('050-12'),
    'phone + proceed': submitsPhone,
    'phone.rateLimited + proceed': 'ignored',
    'phone.rateLimited + rate limit over': (before) => ({ to: 'phone.typing', context: typed(before) }),

    'sendingPin + sent to a stranger': asksForPin(''),
    'sendingPin + sent to dana': asksForPin('דנה'),
    'sendingPin + not sent': (before) => ({
      to: 'phone.failed',
      context: { ...typed(before), failure: offline },
    }),
    'sendingPin + number refused': (before) => ({
      to: 'phone.refused',
      context: {
        ...typed(before),
        failure: { kind: 'validation', fields: { cellphone: { code: 'phone' } } },
      },
    }),
    'sendingPin + too many sent': (before) => ({
      to: 'phone.rateLimited',
      context: { ...typed(before), failure: rateLimited },
      waits: rateLimitWait('phone.rateLimited'),
    }),
    'sendingPin + back': (before) => ({ to: 'phone.typing', context: typed(before) }),

    'pin.open + name': (before) =>
      before.nameKnown ? 'ignored' : { to: 'same', context: { ...typed(before), name: 'נועה' } },
    'pin.open + pin': typesPin,
    'pin.open + half a pin': (before) => ({
      to: 'pin.open.typing',
      context: { ...typed(before), pin: '123' },
    }),
    'pin.open + login': submitsPin('same'),
    'pin.open + sent again': asksForPin(''),
    'pin.open.rateLimited + pin': (before) => ({ to: 'same', context: { ...typed(before), pin: '123456' } }),
    'pin.open.rateLimited + half a pin': (before) => ({
      to: 'same',
      context: { ...typed(before), pin: '123' },
    }),
    'pin.open.rateLimited + login': 'ignored',
    'pin.open.rateLimited + sent again': (before) => ({ ...asksForPin('')(before), to: 'same' }),
    'pin.open.rateLimited + rate limit over': (before) => ({ to: 'pin.open.typing', context: typed(before) }),
    // The next reload finds the first step.
    'pin + back': (before) => ({ to: 'phone.typing', context: { ...typed(before), pinSent: false } }),

    'pin.verifying + right': { to: 'done', context: { login }, output: login },
    'pin.verifying + wrong': (before) => ({
      to: 'pin.open.refused',
      context: { phone: before.phone, name: before.name, pin: '', refusal: wrong },
    }),
    'pin.verifying + no answer': (before) => ({
      to: 'pin.open.failed',
      context: { ...typed(before), failure: offline },
    }),
    'pin.verifying + too many guesses': (before) => ({
      to: 'pin.open.rateLimited',
      context: { ...typed(before), failure: rateLimited },
      waits: rateLimitWait('pin.open.rateLimited'),
    }),
  },
  harmless: {
    'sendingPin + step.back: to deciding instead of phone': 'nothing was sent, so deciding leads there',
    'sendingPin + sendPin done: to deciding instead of pin': 'one was sent, so deciding leads there',
    'pin + step.back: to deciding instead of phone': 'what was sent is let go, so deciding leads there',
  },
  claims: {
    'phone.refused': hasExactTags('phone', 'invalid'),
    'phone.failed': hasExactTags('phone', 'failed'),
    'phone.rateLimited': (snapshot) => {
      hasExactTags('rateLimited', 'phone', 'failed')(snapshot);
      expect(snapshot.can({ type: 'phone.submit' })).toBe(false);
    },
    sendingPin: hasExactTags('busy', 'phone'),
    'pin.open.refused': hasExactTags('invalid', 'pin'),
    'pin.open.failed': hasExactTags('failed', 'pin'),
    'pin.open.rateLimited': (snapshot) => {
      hasExactTags('rateLimited', 'failed', 'pin')(snapshot);
      expect(snapshot.can({ type: 'pin.submit' })).toBe(false);
    },
    'pin.verifying': hasExactTags('busy', 'pin'),
  },
  unpaired: 70,
};
