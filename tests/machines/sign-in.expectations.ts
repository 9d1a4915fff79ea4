import { expect } from 'vitest';
import type { ContextFrom } from 'xstate';
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

const device = 'device-1';
const number = '050-123 4567';
const user = {
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
  token: 'token-1',
};
const wrong = { success: false as const, reason: 'wrong_pin' as const, attemptsLeft: 4 };
const offline = { kind: 'offline' as const };
const barred = { kind: 'too_many' as const, retryAfter: 90 };

const blank = {
  device,
  phone: '',
  name: '',
  pin: '',
  nameKnown: false,
  sent: false,
  touched: [],
  refused: null,
  failure: null,
  answer: null,
};
/** What was typed stays as it was. */
const typed = ({ phone, name, pin }: Before) => ({ phone, name, pin });
const barOver = (state: string) => [{ event: { type: `xstate.after.bar.sign-in.${state}` }, ms: 90_000 }];
const touched = (before: Before, ...fields: ('phone' | 'name' | 'pin')[]) => [
  ...new Set([...before.touched, ...fields]),
];

const typesPhone = (phone: string) => (before: Before) => ({
  to: 'cellphone.typing',
  context: { phone, nameKnown: false, name: before.nameKnown ? '' : before.name, pin: '' },
});
const submitsPhone = (before: Before) =>
  before.phone === number
    ? {
        to: 'sendingPin',
        context: { ...typed(before), failure: null },
        calls: { sendPin: { cellphone: '+972501234567', name: before.name, device } },
      }
    : { to: 'same', context: { ...typed(before), touched: touched(before, 'phone') }, calls: {} };
const asksForPin = (name: string) => (before: Before) => ({
  to: 'pincode.open.typing',
  context: {
    phone: number,
    name: name || before.name,
    nameKnown: name !== '',
    pin: '',
    sent: true,
    refused: null,
    touched: before.touched.filter((field) => field !== 'pin'),
  },
});
const submitsPin = (state: string) => (before: Before) =>
  before.pin === '123456' && (before.nameKnown || before.name !== '')
    ? {
        to: 'pincode.verifying',
        context: { ...typed(before), failure: null },
        calls: {
          logIn: {
            username: '+972501234567',
            password: '123456',
            name: before.nameKnown ? '' : before.name,
            device,
          },
        },
      }
    : { to: state, context: { ...typed(before), touched: touched(before, 'name', 'pin') }, calls: {} };

/** What is written of signIn: its test walks it headless, its screen's in a browser. */
export const signInExpectations: MachineExpectations<typeof signIn> = {
  inputs: {
    device: { device },
    'typed before a reload': { device, kept: { phone: number, name: '', nameKnown: false, sent: false } },
    'sent before a reload': { device, kept: { phone: number, name: 'נועה', nameKnown: false, sent: true } },
  },
  fold: ({ phone, name, nameKnown, pin, failure }) =>
    [
      phone === number ? '' : phone ? 'bad number' : 'no number',
      nameKnown ? 'known' : name && 'named',
      pin && (pin.length === 6 ? 'pin' : 'short pin'),
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
    'too many sent': error('sendPin', barred),
    'sending takes long': after('sendPatience', 20_000),
    'bar over': after('bar', 90_000),
    name: { type: 'name.change', value: 'נועה' },
    pin: { type: 'pin.change', value: '123456' },
    'half a pin': { type: 'pin.change', value: '123' },
    login: { type: 'pin.submit' },
    right: done('logIn', { success: true, token: 'token-1', user }),
    wrong: done('logIn', wrong),
    'no answer': error('logIn', offline),
    'too many guesses': error('logIn', barred),
    'login takes long': after('loginPatience', 20_000),
    'sent again': childSends('resend', { type: 'pin.sent', name: '' }),
    'resend breaks': error('resend', new Error('broken')),
    back: { type: 'step.back' },
  },
  becomes: {
    'start: device': { to: 'cellphone.typing', context: blank },
    'start: typed before a reload': { to: 'cellphone.typing', context: { ...blank, phone: number } },
    'start: sent before a reload': {
      to: 'pincode.open.typing',
      context: { ...blank, phone: number, name: 'נועה', sent: true },
    },

    'cellphone + number': typesPhone(number),
    'cellphone + half a number': typesPhone('050-12'),
    'cellphone + proceed': submitsPhone,
    'cellphone.barred + proceed': 'ignored',
    'cellphone.barred + bar over': (before) => ({ to: 'cellphone.typing', context: typed(before) }),

    'sendingPin + sent to a stranger': asksForPin(''),
    'sendingPin + sent to dana': asksForPin('דנה'),
    'sendingPin + not sent': (before) => ({
      to: 'cellphone.failed',
      context: { ...typed(before), failure: offline },
    }),
    'sendingPin + sending takes long': (before) => ({
      to: 'cellphone.failed',
      context: { ...typed(before), failure: offline },
    }),
    'sendingPin + number refused': (before) => ({
      to: 'cellphone.refused',
      context: {
        ...typed(before),
        failure: { kind: 'validation', fields: { cellphone: { code: 'phone' } } },
      },
    }),
    'sendingPin + too many sent': (before) => ({
      to: 'cellphone.barred',
      context: { ...typed(before), failure: barred },
      waits: barOver('cellphone.barred'),
    }),
    'sendingPin + back': (before) => ({ to: 'cellphone.typing', context: typed(before) }),

    'pincode.open + name': (before) => ({
      to: 'same',
      context: { ...typed(before), name: before.nameKnown ? before.name : 'נועה' },
    }),
    'pincode.open + pin': (before) => ({
      to: 'pincode.open.typing',
      context: { ...typed(before), pin: '123456' },
    }),
    'pincode.open + half a pin': (before) => ({
      to: 'pincode.open.typing',
      context: { ...typed(before), pin: '123' },
    }),
    'pincode.open + login': submitsPin('same'),
    'pincode.open + sent again': asksForPin(''),
    'pincode.open.barred + pin': (before) => ({ to: 'same', context: { ...typed(before), pin: '123456' } }),
    'pincode.open.barred + half a pin': (before) => ({
      to: 'same',
      context: { ...typed(before), pin: '123' },
    }),
    'pincode.open.barred + login': 'ignored',
    'pincode.open.barred + sent again': (before) => ({ ...asksForPin('')(before), to: 'same' }),
    'pincode.open.barred + bar over': (before) => ({ to: 'pincode.open.typing', context: typed(before) }),
    // The next reload finds the first step.
    'pincode + back': (before) => ({ to: 'cellphone.typing', context: { ...typed(before), sent: false } }),

    'pincode.verifying + right': { to: 'done', output: { token: 'token-1', user } },
    'pincode.verifying + wrong': (before) => ({
      to: 'pincode.open.refused',
      context: { phone: before.phone, name: before.name, pin: '', refused: wrong },
    }),
    'pincode.verifying + no answer': (before) => ({
      to: 'pincode.open.failed',
      context: { ...typed(before), failure: offline },
    }),
    'pincode.verifying + login takes long': (before) => ({
      to: 'pincode.open.failed',
      context: { ...typed(before), failure: offline },
    }),
    'pincode.verifying + too many guesses': (before) => ({
      to: 'pincode.open.barred',
      context: { ...typed(before), failure: barred },
      waits: barOver('pincode.open.barred'),
    }),
  },
  harmless: {
    'sendingPin + step.back: to arriving instead of cellphone': 'nothing was sent, so arriving leads there',
    'sendingPin + sendPin done: to arriving instead of pincode': 'one was sent, so arriving leads there',
    'pincode + step.back: to arriving instead of cellphone':
      'what was sent is let go, so arriving leads there',
  },
  claims: {
    'cellphone.refused': hasExactTags('cellphone', 'incorrect'),
    'cellphone.failed': hasExactTags('cellphone', 'failed'),
    'cellphone.barred': (snapshot) => {
      hasExactTags('barred', 'cellphone', 'failed')(snapshot);
      expect(snapshot.can({ type: 'phone.submit' })).toBe(false);
    },
    sendingPin: hasExactTags('busy', 'cellphone'),
    'pincode.open.refused': hasExactTags('incorrect', 'pincode'),
    'pincode.open.failed': hasExactTags('failed', 'pincode'),
    'pincode.open.barred': (snapshot) => {
      hasExactTags('barred', 'failed', 'pincode')(snapshot);
      expect(snapshot.can({ type: 'pin.submit' })).toBe(false);
    },
    'pincode.verifying': hasExactTags('busy', 'pincode'),
  },
  unpaired: 65,
};
