import { assign, setup } from 'xstate';
import type { LoginRefusal } from '#contract/auth.ts';
import type { Failure } from '#contract/failures.ts';
import { limits } from '#contract/limits.ts';
import { parsePhone } from '#contract/phone.ts';
import { visibleName } from '#contract/text.ts';
import { eventOf, failureOf, nonNull, outputOf, storeFailure } from './params.ts';
import { port, setupTypes } from './port.ts';
import { rateLimitMs, resendPin, sendPin } from './resend-pin.ts';
import type { StoredSession } from './session.ts';

type Field = 'phone' | 'pin';
/** The values that a reload restores: all but the PIN. */
export type SignInDraft = {
  readonly phone: string;
  readonly name: string;
  readonly nameKnown: boolean;
  /** Whether a PIN was sent to this number. */
  readonly sent: boolean;
};
export type LoginOutcome = StoredSession | LoginRefusal;

type Context = {
  /** `phone`, `name` and `pin` are as typed and survive failures; the name may stay empty. */
  readonly phone: string;
  readonly name: string;
  readonly pin: string;
  /** The PIN submitted last; it is submitted again only by a tap. */
  readonly tried: string;
  /** The server knows the name of this number, so the field is disabled. */
  readonly nameKnown: boolean;
  /** Whether a PIN was sent to this number. */
  readonly pinSent: boolean;
  readonly touched: readonly Field[];
  readonly refusal: LoginRefusal | null;
  readonly failure: Failure | null;
  readonly login: StoredSession | null;
};
type Events =
  | { type: 'phone.change' | 'name.change' | 'pin.change'; value: string }
  | { type: 'phone.submit' }
  | { type: 'pin.submit' }
  /** Another PIN was sent. */
  | { type: 'pin.sent'; name: string }
  | { type: 'step.back' };

/** The PIN's digits in a typed, pasted or autofilled value. */
const pinOf = (value: string) => value.replace(/\D/g, '').slice(0, limits.pin.digits);
const pinPattern = new RegExp(`^\\d{${limits.pin.digits}}$`);

/** Whether a step's field is invalid; the view marks it once touched. */
export const isInvalid = ({ phone, pin }: Context, field: Field): boolean =>
  field === 'phone' ? parsePhone(phone) === null : !pinPattern.test(pin);

export const signInDraftOf = ({ phone, name, nameKnown, pinSent }: Context): SignInDraft => ({
  phone,
  name,
  nameKnown,
  sent: pinSent,
});

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { draft: SignInDraft | null } | undefined;
    output: StoredSession;
    /** `invalid`: the server refused the step's field. `rateLimited`: retrying has to wait. */
    tags: 'phone' | 'pin' | 'busy' | 'failed' | 'invalid' | 'rateLimited';
    children: { resendPin: 'resendPin'; sendPin: 'sendPin'; logIn: 'logIn' };
  }>(),
  actors: {
    sendPin,
    resendPin,
    logIn: port<LoginOutcome, { phone: string; pin: string; name: string }>('logIn'),
  },
  delays: { rateLimitDelay: ({ context }) => rateLimitMs(context.failure) },
  guards: {
    wasPinSent: ({ context }) => context.pinSent,
    isNameUnknown: ({ context }) => !context.nameKnown,
    isPhoneValid: ({ context }) => !isInvalid(context, 'phone'),
    isPinValid: ({ context }) => !isInvalid(context, 'pin'),
    /** A complete PIN that differs from the one submitted last. */
    isNewPin: ({ context }, value: string) => pinPattern.test(pinOf(value)) && pinOf(value) !== context.tried,
    isRateLimited: (_, failure: Failure) => failure.kind === 'too_many',
    isValidationFailure: (_, failure: Failure) => failure.kind === 'validation',
    isLoggedIn: (_, outcome: LoginOutcome) => 'token' in outcome,
  },
  actions: {
    // Another number clears the PIN, and the name if the server had filled it in.
    setPhone: assign(({ context }, phone: string) => ({
      phone,
      nameKnown: false,
      name: context.nameKnown ? '' : context.name,
      pin: '',
    })),
    setName: assign((_, name: string) => ({ name })),
    setPin: assign((_, value: string) => ({ pin: pinOf(value) })),
    storeTried: assign(({ context }) => ({ tried: context.pin })),
    touch: assign(({ context }, field: Field) => ({ touched: [...new Set([...context.touched, field])] })),
    /** A new PIN clears the typed one. */
    resetPin: assign(({ context }, { name }: { name: string }) => ({
      pin: '',
      pinSent: true,
      refusal: null,
      nameKnown: name !== '',
      name: name === '' ? context.name : name,
      touched: context.touched.filter((field) => field !== 'pin'),
    })),
    clearPinSent: assign({ pinSent: false }),
    storeFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: null }),
    storeOutcome: assign((_, outcome: LoginOutcome) =>
      'token' in outcome ? { login: outcome } : { refusal: outcome, pin: '' },
    ),
  },
});

const valueOf = ({ event }: { event: { value: string } }) => event.value;
const setPin = { type: 'setPin', params: valueOf } as const;
const storeOutcome = { type: 'storeOutcome', params: outputOf } as const;
const isRateLimited = { type: 'isRateLimited', params: failureOf } as const;
const pinRequest = ({ context: { phone, name } }: { context: Context }) => ({
  phone: parsePhone(phone) ?? '',
  name: visibleName(name),
});

/**
 * Signing in by phone and PIN, in two steps. Typed values survive every failure, and `step.back` leaves every wait. A wrong
 * PIN is an expected outcome, not an error. The name is optional here: the app asks a new member for it.
 */
export const signIn = charts.createMachine({
  id: 'sign-in',
  context: ({ input }) => ({
    phone: input?.draft?.phone ?? '',
    name: input?.draft?.name ?? '',
    pin: '',
    tried: '',
    nameKnown: input?.draft?.nameKnown ?? false,
    pinSent: input?.draft?.sent ?? false,
    touched: [],
    refusal: null,
    failure: null,
    login: null,
  }),
  output: ({ context }) => nonNull(context.login),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'wasPinSent', target: 'pin' }, { target: 'phone' }] },
    phone: {
      tags: 'phone',
      initial: 'typing',
      on: {
        'phone.change': { target: '.typing', actions: { type: 'setPhone', params: valueOf } },
        'phone.submit': [
          { guard: 'isPhoneValid', target: 'sendingPin' },
          { actions: { type: 'touch', params: 'phone' } },
        ],
      },
      states: {
        typing: {},
        refused: { tags: 'invalid' },
        failed: { tags: 'failed' },
        rateLimited: {
          tags: ['failed', 'rateLimited'],
          on: { 'phone.submit': {} },
          after: { rateLimitDelay: 'typing' },
        },
      },
    },
    sendingPin: {
      tags: ['phone', 'busy'],
      entry: 'clearFailure',
      invoke: {
        id: 'sendPin',
        src: 'sendPin',
        input: pinRequest,
        onDone: { target: 'pin', actions: { type: 'resetPin', params: outputOf } },
        onError: [
          { guard: isRateLimited, target: 'phone.rateLimited', actions: storeFailure },
          {
            guard: { type: 'isValidationFailure', params: failureOf },
            target: 'phone.refused',
            actions: storeFailure,
          },
          { target: 'phone.failed', actions: storeFailure },
        ],
      },
      on: { 'step.back': 'phone' },
    },
    pin: {
      tags: 'pin',
      initial: 'open',
      invoke: {
        id: 'resendPin',
        src: 'resendPin',
        input: ({ context, self }) => ({ parent: self, request: pinRequest({ context }) }),
        // If resending fails to start, going back a step requests a new PIN.
        onError: {},
      },
      on: { 'step.back': { target: 'phone', actions: 'clearPinSent' } },
      states: {
        open: {
          initial: 'typing',
          on: {
            'name.change': { guard: 'isNameUnknown', actions: { type: 'setName', params: valueOf } },
            // The last digit submits the PIN.
            'pin.change': [
              { guard: { type: 'isNewPin', params: valueOf }, target: 'verifying', actions: setPin },
              { target: '.typing', actions: setPin },
            ],
            'pin.submit': [
              { guard: 'isPinValid', target: 'verifying' },
              { actions: { type: 'touch', params: 'pin' } },
            ],
            'pin.sent': { target: '.typing', actions: { type: 'resetPin', params: eventOf } },
          },
          states: {
            typing: {},
            refused: { tags: 'invalid' },
            failed: { tags: 'failed' },
            rateLimited: {
              tags: ['failed', 'rateLimited'],
              on: {
                'pin.submit': {},
                'pin.change': { actions: setPin },
                'pin.sent': { actions: { type: 'resetPin', params: eventOf } },
              },
              after: { rateLimitDelay: 'typing' },
            },
          },
        },
        verifying: {
          tags: 'busy',
          entry: ['clearFailure', 'storeTried'],
          invoke: {
            id: 'logIn',
            src: 'logIn',
            input: ({ context }) => ({
              ...pinRequest({ context }),
              pin: context.pin,
              name: context.nameKnown ? '' : visibleName(context.name),
            }),
            onDone: [
              {
                guard: { type: 'isLoggedIn', params: outputOf },
                target: '#sign-in.done',
                actions: storeOutcome,
              },
              { target: 'open.refused', actions: storeOutcome },
            ],
            onError: [
              { guard: isRateLimited, target: 'open.rateLimited', actions: storeFailure },
              { target: 'open.failed', actions: storeFailure },
            ],
          },
        },
      },
    },
    done: { type: 'final' },
  },
});
