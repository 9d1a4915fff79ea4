import { assign, setup } from 'xstate';
import type { SignInDraft, LoginRefusal, LoginUser } from '#contract/auth.ts';
import { asFailure, type Failure } from '#contract/failures.ts';
import { limits } from '#contract/limits.ts';
import { parsePhone } from '#contract/phone.ts';
import { port, setupTypes } from './port.ts';
import { rateLimitMs, resendPin, sendPin } from './resend-pin.ts';

type Field = 'phone' | 'name' | 'pin';
export type LoginSuccess = { readonly success: true; readonly token: string; readonly user: LoginUser };

type Context = {
  readonly device: string;
  /** As typed; never lost, whatever fails. */
  readonly phone: string;
  readonly name: string;
  readonly pin: string;
  /** The server knows the name of this number: the field is disabled. */
  readonly nameKnown: boolean;
  /** A PIN went out to this number. */
  readonly sent: boolean;
  readonly touched: readonly Field[];
  readonly refused: LoginRefusal | null;
  readonly failure: Failure | null;
  readonly answer: LoginSuccess | null;
};
type Events =
  | { type: 'phone.change'; value: string }
  | { type: 'name.change'; value: string }
  | { type: 'pin.change'; value: string }
  | { type: 'phone.submit' }
  | { type: 'pin.submit' }
  /** Another one went out. */
  | { type: 'pin.sent'; name: string }
  | { type: 'step.back' };

const pinPattern = new RegExp(`^\\d{${limits.pin.digits}}$`);

/** The fields of a step that would be refused as they stand, for the view to mark once touched. */
export function invalidFields(context: Context, step: 'cellphone' | 'pincode'): Field[] {
  if (step === 'cellphone') return parsePhone(context.phone) === null ? ['phone'] : [];
  const name = context.name.trim();
  const nameWrong = !context.nameKnown && (name === '' || name.length > limits.name.member);
  const pinWrong = !pinPattern.test(context.pin.trim());
  return [...(nameWrong ? (['name'] as const) : []), ...(pinWrong ? (['pin'] as const) : [])];
}

const withTouched = (context: Context, ...fields: Field[]) => ({
  touched: [...new Set([...context.touched, ...fields])],
});

const charts = setup({
  types: setupTypes<{
    context: Context;
    events: Events;
    input: { device: string; kept?: SignInDraft };
    output: { token: string; user: LoginUser };
    /** `incorrect`: mark the step's field. `barred`: say when to try again. */
    tags: 'cellphone' | 'pincode' | 'busy' | 'failed' | 'incorrect' | 'barred';
  }>(),
  actors: {
    sendPin,
    resendPin,
    logIn: port<
      LoginSuccess | LoginRefusal,
      { username: string; password: string; name: string; device: string }
    >('logIn'),
  },
  delays: {
    sendPatience: 20_000,
    loginPatience: 20_000,
    bar: ({ context }) => rateLimitMs(context.failure),
  },
  guards: {
    wasSent: ({ context }) => context.sent,
    phoneIsValid: ({ context }) => invalidFields(context, 'cellphone').length === 0,
    pinIsValid: ({ context }) => invalidFields(context, 'pincode').length === 0,
    isTooMany: (_, failure: Failure) => failure.kind === 'too_many',
    isInvalid: (_, failure: Failure) => failure.kind === 'validation',
    isSuccess: (_, answer: LoginSuccess | LoginRefusal) => answer.success,
  },
  actions: {
    // Another number is another person: what the server knew of the last one goes.
    typePhone: assign(({ context, event }) =>
      event.type === 'phone.change'
        ? { phone: event.value, nameKnown: false, name: context.nameKnown ? '' : context.name, pin: '' }
        : {},
    ),
    typeName: assign(({ context, event }) =>
      event.type === 'name.change' && !context.nameKnown ? { name: event.value } : {},
    ),
    typePin: assign(({ event }) => (event.type === 'pin.change' ? { pin: event.value } : {})),
    touchPhone: assign(({ context }) => withTouched(context, 'phone')),
    touchPin: assign(({ context }) => withTouched(context, 'name', 'pin')),
    /** Only the newest PIN is good: what was typed of the last one goes. */
    startPin: assign(({ context }, { name }: { name: string }) => ({
      pin: '',
      sent: true,
      refused: null,
      nameKnown: name !== '',
      name: name === '' ? context.name : name,
      touched: context.touched.filter((field) => field !== 'pin'),
    })),
    unsend: assign({ sent: false }),
    takeFailure: assign((_, failure: Failure) => ({ failure })),
    takeSilence: assign({ failure: { kind: 'offline' } as Failure }),
    clearFailure: assign({ failure: null }),
    takeRefusal: assign((_, answer: LoginSuccess | LoginRefusal) =>
      answer.success ? {} : { refused: answer, pin: '' },
    ),
    takeAnswer: assign((_, answer: LoginSuccess | LoginRefusal) => (answer.success ? { answer } : {})),
  },
});

const failureOf = ({ event }: { event: { error: unknown } }) => asFailure(event.error);
const outputOf = ({ event }: { event: { output: LoginSuccess | LoginRefusal } }) => event.output;
const pinRequest = ({ context }: { context: Context }) => ({
  cellphone: parsePhone(context.phone) ?? '',
  name: context.name.trim(),
  device: context.device,
});

/**
 * Signing in by phone and PIN, in two steps. What was typed is never lost to a failure, and every wait has a way out;
 * a wrong PIN is an answer, not an error.
 */
export const signIn = charts.createMachine({
  id: 'sign-in',
  context: ({ input }) => ({
    device: input.device,
    phone: input.kept?.phone ?? '',
    name: input.kept?.name ?? '',
    pin: '',
    nameKnown: input.kept?.nameKnown ?? false,
    sent: input.kept?.sent ?? false,
    touched: [],
    refused: null,
    failure: null,
    answer: null,
  }),
  output: ({ context }) => {
    const { token, user } = context.answer as LoginSuccess;
    return { token, user };
  },
  initial: 'arriving',
  states: {
    arriving: { always: [{ guard: 'wasSent', target: 'pincode' }, { target: 'cellphone' }] },
    cellphone: {
      tags: 'cellphone',
      initial: 'typing',
      on: {
        'phone.change': { target: '.typing', actions: 'typePhone' },
        'phone.submit': [{ guard: 'phoneIsValid', target: 'sendingPin' }, { actions: 'touchPhone' }],
      },
      states: {
        typing: {},
        refused: { tags: 'incorrect' },
        failed: { tags: 'failed' },
        barred: { tags: ['failed', 'barred'], on: { 'phone.submit': {} }, after: { bar: 'typing' } },
      },
    },
    sendingPin: {
      tags: ['cellphone', 'busy'],
      entry: 'clearFailure',
      invoke: {
        id: 'sendPin',
        src: 'sendPin',
        input: pinRequest,
        onDone: { target: 'pincode', actions: { type: 'startPin', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'isTooMany', params: failureOf },
            target: 'cellphone.barred',
            actions: { type: 'takeFailure', params: failureOf },
          },
          {
            guard: { type: 'isInvalid', params: failureOf },
            target: 'cellphone.refused',
            actions: { type: 'takeFailure', params: failureOf },
          },
          { target: 'cellphone.failed', actions: { type: 'takeFailure', params: failureOf } },
        ],
      },
      after: { sendPatience: { target: 'cellphone.failed', actions: 'takeSilence' } },
      on: { 'step.back': 'cellphone' },
    },
    pincode: {
      tags: 'pincode',
      initial: 'open',
      invoke: {
        id: 'resend',
        src: 'resendPin',
        input: ({ context, self }) => ({ parent: self, request: pinRequest({ context }) }),
        // Without it one can still go a step back and ask anew.
        onError: {},
      },
      on: { 'step.back': { target: 'cellphone', actions: 'unsend' } },
      states: {
        open: {
          initial: 'typing',
          on: {
            'name.change': { actions: 'typeName' },
            'pin.change': { target: '.typing', actions: 'typePin' },
            'pin.submit': [{ guard: 'pinIsValid', target: 'verifying' }, { actions: 'touchPin' }],
            'pin.sent': { target: '.typing', actions: { type: 'startPin', params: ({ event }) => event } },
          },
          states: {
            typing: {},
            refused: { tags: 'incorrect' },
            failed: { tags: 'failed' },
            barred: {
              tags: ['failed', 'barred'],
              on: {
                'pin.submit': {},
                'pin.change': { actions: 'typePin' },
                'pin.sent': { actions: { type: 'startPin', params: ({ event }) => event } },
              },
              after: { bar: 'typing' },
            },
          },
        },
        verifying: {
          tags: 'busy',
          entry: 'clearFailure',
          invoke: {
            id: 'logIn',
            src: 'logIn',
            input: ({ context }) => ({
              username: parsePhone(context.phone) ?? '',
              password: context.pin.trim(),
              name: context.nameKnown ? '' : context.name.trim(),
              device: context.device,
            }),
            onDone: [
              {
                guard: { type: 'isSuccess', params: outputOf },
                target: '#sign-in.done',
                actions: { type: 'takeAnswer', params: outputOf },
              },
              { target: 'open.refused', actions: { type: 'takeRefusal', params: outputOf } },
            ],
            onError: [
              {
                guard: { type: 'isTooMany', params: failureOf },
                target: 'open.barred',
                actions: { type: 'takeFailure', params: failureOf },
              },
              { target: 'open.failed', actions: { type: 'takeFailure', params: failureOf } },
            ],
          },
          after: { loginPatience: { target: 'open.failed', actions: 'takeSilence' } },
        },
      },
    },
    done: { type: 'final' },
  },
});
