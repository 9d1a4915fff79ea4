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

const phoneNumber = '050-123 4567';
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
const wrongPin = { success: false as const, reason: 'wrong_pin' as const, attemptsLeft: 4 };
const offline = { kind: 'offline' as const };
const rateLimited = { kind: 'too_many' as const, retryAfter: 90 };

const initialContext = {
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
/** The typed values, unchanged. */
const keepsTyped = ({ phone, name, pin }: Before) => ({ phone, name, pin });
const rateLimitWait = (state: string) => [
  { event: { type: `xstate.after.rateLimitDelay.sign-in.${state}` }, ms: 90_000 },
];
const touchedFields = (before: Before, ...fields: ('phone' | 'pin')[]) => [
  ...new Set([...before.touched, ...fields]),
];

const typesPhone = (phone: string) => (before: Before) => ({
  to: 'phone.typing',
  context: { phone, nameKnown: false, name: before.nameKnown ? '' : before.name, pin: '' },
});
const submitsPhone = (before: Before) =>
  before.phone === phoneNumber
    ? {
        to: 'sendingPin',
        context: { ...keepsTyped(before), failure: null },
        calls: { sendPin: { phone: '+972501234567', name: before.name } },
      }
    : { to: 'same', context: { ...keepsTyped(before), touched: touchedFields(before, 'phone') }, calls: {} };
const showsPinStep = (name: string) => (before: Before) => ({
  to: 'pin.open.typing',
  context: {
    phone: phoneNumber,
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
        context: { ...keepsTyped(before), tried: '123456', failure: null },
        calls: {
          logIn: {
            phone: '+972501234567',
            pin: '123456',
            name: before.nameKnown ? '' : before.name,
          },
        },
      }
    : { to: state, context: { ...keepsTyped(before), touched: touchedFields(before, 'pin') }, calls: {} };

/** A complete PIN is verified at once, unless it was verified before. */
const typesPin = (before: Before) =>
  before.tried === '123456'
    ? { to: 'pin.open.typing', context: { ...keepsTyped(before), pin: '123456' } }
    : submitsPin('')({ ...before, pin: '123456' });

/** Expectations of sign-in, for its test and for its screen's walk. */
export const signInExpectations: MachineExpectations<typeof signIn> = {
  inputs: {
    'nothing stored': { draft: null },
    'typed before a reload': { draft: { phone: phoneNumber, name: '', nameKnown: false, sent: false } },
    'sent before a reload': { draft: { phone: phoneNumber, name: 'נועה', nameKnown: false, sent: true } },
  },
  fold: ({ phone, name, nameKnown, pin, tried, failure }) =>
    [
      phone === phoneNumber ? '' : phone ? 'bad number' : 'no number',
      nameKnown ? 'known' : name && 'named',
      pin && (pin.length === 6 ? 'pin' : 'short pin'),
      tried && 'tried',
      failure && failure.kind,
    ]
      .filter(Boolean)
      .join(', '),
  events: {
    number: { type: 'phone.change', value: phoneNumber },
    'half a number': { type: 'phone.change', value: '050-12' },
    proceed: { type: 'phone.submit' },
    'sent to an unknown number': done('sendPin', { name: '' }),
    'sent to Dana’s number': done('sendPin', { name: 'דנה' }),
    'not sent': error('sendPin', offline),
    'number refused': error('sendPin', { kind: 'validation', fields: { cellphone: { code: 'phone' } } }),
    'too many PINs': error('sendPin', rateLimited),
    'rate limit over': after('rateLimitDelay', 90_000),
    name: { type: 'name.change', value: 'נועה' },
    // A PIN that is pasted with other characters.
    pin: { type: 'pin.change', value: ' 123-456 7' },
    'half a pin': { type: 'pin.change', value: '123' },
    login: { type: 'pin.submit' },
    'right PIN': done('logIn', login),
    'wrong PIN': done('logIn', wrongPin),
    'no answer': error('logIn', offline),
    'too many guesses': error('logIn', rateLimited),
    'sent again': childSends('resendPin', { type: 'pin.sent', name: '' }),
    'resend fails': error('resendPin', new Error('broken')),
    back: { type: 'step.back' },
  },
  becomes: {
    'start: nothing stored': { to: 'phone.typing', context: initialContext },
    'start: typed before a reload': {
      to: 'phone.typing',
      context: { ...initialContext, phone: phoneNumber },
    },
    'start: sent before a reload': {
      to: 'pin.open.typing',
      context: { ...initialContext, phone: phoneNumber, name: 'נועה', pinSent: true },
    },

    'phone + number': typesPhone(phoneNumber),
    'phone + half a number': typesPhone('050-12'),
    'phone + proceed': submitsPhone,
    'phone.rateLimited + proceed': 'ignored',
    'phone.rateLimited + rate limit over': (before) => ({ to: 'phone.typing', context: keepsTyped(before) }),

    'sendingPin + sent to an unknown number': showsPinStep(''),
    'sendingPin + sent to Dana’s number': showsPinStep('דנה'),
    'sendingPin + not sent': (before) => ({
      to: 'phone.failed',
      context: { ...keepsTyped(before), failure: offline },
    }),
    'sendingPin + number refused': (before) => ({
      to: 'phone.refused',
      context: {
        ...keepsTyped(before),
        failure: { kind: 'validation', fields: { cellphone: { code: 'phone' } } },
      },
    }),
    'sendingPin + too many PINs': (before) => ({
      to: 'phone.rateLimited',
      context: { ...keepsTyped(before), failure: rateLimited },
      waits: rateLimitWait('phone.rateLimited'),
    }),
    'sendingPin + back': (before) => ({ to: 'phone.typing', context: keepsTyped(before) }),

    'pin.open + name': (before) =>
      before.nameKnown ? 'ignored' : { to: 'same', context: { ...keepsTyped(before), name: 'נועה' } },
    'pin.open + pin': typesPin,
    'pin.open + half a pin': (before) => ({
      to: 'pin.open.typing',
      context: { ...keepsTyped(before), pin: '123' },
    }),
    'pin.open + login': submitsPin('same'),
    'pin.open + sent again': showsPinStep(''),
    'pin.open.rateLimited + pin': (before) => ({
      to: 'same',
      context: { ...keepsTyped(before), pin: '123456' },
    }),
    'pin.open.rateLimited + half a pin': (before) => ({
      to: 'same',
      context: { ...keepsTyped(before), pin: '123' },
    }),
    'pin.open.rateLimited + login': 'ignored',
    'pin.open.rateLimited + sent again': (before) => ({ ...showsPinStep('')(before), to: 'same' }),
    'pin.open.rateLimited + rate limit over': (before) => ({
      to: 'pin.open.typing',
      context: keepsTyped(before),
    }),
    // A reload then shows the first step.
    'pin + back': (before) => ({ to: 'phone.typing', context: { ...keepsTyped(before), pinSent: false } }),

    'pin.verifying + right PIN': { to: 'done', context: { login }, output: login },
    'pin.verifying + wrong PIN': (before) => ({
      to: 'pin.open.refused',
      context: { phone: before.phone, name: before.name, pin: '', refusal: wrongPin },
    }),
    'pin.verifying + no answer': (before) => ({
      to: 'pin.open.failed',
      context: { ...keepsTyped(before), failure: offline },
    }),
    'pin.verifying + too many guesses': (before) => ({
      to: 'pin.open.rateLimited',
      context: { ...keepsTyped(before), failure: rateLimited },
      waits: rateLimitWait('pin.open.rateLimited'),
    }),
  },
  harmless: {
    'sendingPin + step.back: to deciding instead of phone':
      'no PIN was sent: deciding leads to the same state',
    'sendingPin + sendPin done: to deciding instead of pin':
      'a PIN was sent: deciding leads to the same state',
    'pin + step.back: to deciding instead of phone':
      'the sent PIN is dropped: deciding leads to the same state',
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
