import { act, createEvent, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { FailureError, type Failure } from '#contract/failures.ts';
import { resendPin } from '#machines/resend-pin.ts';
import type { StoredSession } from '#machines/session.ts';
import { signIn, type LoginOutcome, type SignInDraft } from '#machines/sign-in.ts';
import { socialLogin, type ProviderRefusal } from '#machines/social-login.ts';
import { MachinesContext } from '#screens/app-context.tsx';
import { SignInSteps } from '#screens/login/LoginScreen.tsx';
import { SocialButtons } from '#screens/login/SocialButtons.tsx';
import { renderScreen } from '#tests/support/views/render-screen.tsx';
import { buildAppUser } from '#tests/support/builders.ts';
import { t } from '#tests/support/translations.ts';

describe('the sign-in by phone', () => {
  type PinSent = { name: string };
  const show = async (
    draft: SignInDraft | null,
    {
      sendPin = () => Promise.resolve({ name: '' }),
      logIn = () => new Promise(() => {}),
      resend = () => new Promise(() => {}),
      linking = false,
    }: {
      sendPin?: () => Promise<PinSent>;
      logIn?: () => Promise<LoginOutcome>;
      resend?: () => Promise<PinSent>;
      linking?: boolean;
    } = {},
  ) => {
    const machine = signIn.provide({
      actors: {
        sendPin: fromPromise(sendPin),
        logIn: fromPromise(logIn),
        resendPin: resendPin.provide({ actors: { sendPin: fromPromise(resend) } as never }),
      } as never,
    });
    const clock = new SimulatedClock();
    const actor = createActor(machine, { input: { draft }, clock }).start();
    const pass = (seconds: number) => act(() => clock.increment(1000 * seconds));
    return { ...(await renderScreen(<SignInSteps actor={actor} linking={linking} />)), pass };
  };
  const sent = { phone: '0541000000', name: '', nameKnown: false, sent: true };
  const type = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  const phoneStep = (field: string, alert: string, ...buttons: string[]) => [
    'form novalidate',
    `  ${t('cellphone')}`,
    `  textbox "${t('cellphone')}" autocomplete=tel ${field} type=tel value="${field.includes('invalid') ? 12 : ''}"`,
    `  ${alert}`,
    ...buttons,
  ];

  test('asks for a number with the keyboard and the suggestions for one, and names a wrong number', async () => {
    const { outline } = await show(null);
    const states = `dir=ltr inputmode=tel`;
    const hint = `placeholder=${t('cellphonePlaceholder')}`;
    const button = `  button "${t('proceed')}" type=submit`;
    expect(outline()).toEqual(phoneStep(`${states} ${hint}`, 'alert', button));
    type(t('cellphone'), '12');
    press(t('proceed'));
    const problem = t('problem.phone');
    expect(outline()).toEqual(
      phoneStep(`described "${problem}" ${states} invalid ${hint}`, `alert: ${problem}`, button),
    );
  });

  test('removes the problem of a number once another is typed, and the browser submits no form', async () => {
    const { outline } = await show(null);
    type(t('cellphone'), '12');
    press(t('proceed'));
    expect(outline()).toContain(`  alert: ${t('problem.phone')}`);
    type(t('cellphone'), '0541000000');
    expect(outline()).toContain('  alert');
    const form = screen.getByRole('textbox', { name: t('cellphone') }).closest('form');
    if (!form) throw new Error('no form');
    const submission = createEvent.submit(form);
    fireEvent(form, submission);
    expect(submission.defaultPrevented).toBe(true);
  });

  test.each<[string, Failure, string, string]>([
    ['a number that the server refuses', { kind: 'validation' }, t('problem.phone'), 'type=submit'],
    [
      'how long too many requests have to wait',
      { kind: 'too_many', retryAfter: 61 },
      t('tryAgainIn', { count: 2 }),
      'disabled type=submit',
    ],
    ['a lost connection', { kind: 'offline' }, t('failure.offline'), 'type=submit'],
  ])('names %s', async (_, failure, problem, states) => {
    const { outline, pass } = await show(
      { ...sent, sent: false },
      { sendPin: () => Promise.reject(new FailureError(failure)) },
    );
    press(t('proceed'));
    await expect
      .poll(() => outline().slice(3))
      .toEqual([`  alert: ${problem}`, `  button "${t('proceed')}" ${states}`]);
    pass(61);
    expect(outline().at(-1)).toBe(`  button "${t('proceed')}" type=submit`);
  });

  test('can be cancelled while the PIN is on its way', async () => {
    const { outline } = await show({ ...sent, sent: false }, { sendPin: () => new Promise(() => {}) });
    press(t('proceed'));
    expect(outline().slice(4)).toEqual([
      `  button "${t('proceed')}" busy disabled`,
      `  button "${t('cancel')}"`,
    ]);
    press(t('cancel'));
    expect(outline().slice(4)).toEqual([`  button "${t('proceed')}" type=submit`]);
  });

  const hint = t('pincodeHint', { phone: '054-100-0000' });
  const pinField = (problem: string, value: string) => [
    `  ${t('pincode')}`,
    `  textbox "${t('pincode')}" autocomplete=one-time-code described "${hint}${problem && ` ${problem}`}" dir=ltr focused inputmode=numeric${problem && ' invalid'} type=tel value="${value}"`,
    '  שלחנו 6 ספרות אל',
    '  part dir=ltr: 054-100-0000',
    problem ? `  alert: ${problem}` : '  alert',
  ];
  const buttons = (submit: 'login' | 'linkPhone') => [
    `  button "${t(submit)}" type=submit`,
    `  button "${t('back')}"`,
    `  button "${t('resendPin')}" disabled`,
    '  alert',
  ];
  const nameField = (states: string) => `  textbox "${t('name')}" autocomplete=name ${states}`;
  const nameLimits = `maxlength=40 placeholder=${t('namePlaceholder')}`;
  const showPinStep = async (...args: Parameters<typeof show>) => {
    const view = await show(...args);
    await screen.findByRole('textbox', { name: t('pincode') }, { timeout: 10_000 });
    return view;
  };

  test('asks for the PIN that was sent to the number, and a new member for a name', async () => {
    const { outline } = await showPinStep(sent);
    const name = [
      'form novalidate',
      `  ${t('name')}`,
      nameField(`described "${t('nameHint')}" ${nameLimits} value=""`),
      `  ${t('nameHint')}`,
      '  alert',
    ];
    expect(outline()).toEqual([...name, ...pinField('', ''), ...buttons('login')]);
    type(t('pincode'), '12');
    press(t('login'));
    expect(outline()).toEqual([...name, ...pinField(t('problem.pin'), '12'), ...buttons('login')]);
  });

  test('shows the name that the server knows, which is no longer asked', async () => {
    const { outline } = await showPinStep({ ...sent, name: 'דנה', nameKnown: true });
    expect(outline()).toEqual([
      'form novalidate',
      `  ${t('name')}`,
      nameField(`dir=auto disabled ${nameLimits} value="דנה"`),
      '  alert',
      ...pinField('', ''),
      ...buttons('login'),
    ]);
  });

  test('keeps the name as typed and leads back to the number, and the browser submits no form', async () => {
    const { outline } = await showPinStep(sent);
    type(t('name'), 'נועה');
    expect(outline()[2]).toBe(nameField(`described "${t('nameHint')}" dir=auto ${nameLimits} value="נועה"`));
    const form = screen.getByRole('textbox', { name: t('pincode') }).closest('form');
    if (!form) throw new Error('no form');
    const submission = createEvent.submit(form);
    fireEvent(form, submission);
    expect(submission.defaultPrevented).toBe(true);
    press(t('back'));
    expect(screen.getByRole('textbox', { name: t('cellphone') })).toHaveProperty('value', '0541000000');
  });

  test('sends another PIN after half a minute, and stays in place meanwhile', async () => {
    const requests: { send: (answer: PinSent) => void; refuse: (failure: Failure) => void }[] = [];
    const { outline, pass } = await showPinStep(sent, {
      resend: () =>
        new Promise((send, reject) => {
          requests.push({ send, refuse: (failure) => reject(new FailureError(failure)) });
        }),
    });
    const resend = () => outline().slice(-2);
    pass(29);
    expect(resend()).toEqual([`  button "${t('resendPin')}" disabled`, '  alert']);
    pass(1);
    expect(resend()).toEqual([`  button "${t('resendPin')}"`, '  alert']);
    press(t('resendPin'));
    expect(resend()).toEqual([`  button "${t('resendPin')}" busy disabled`, '  alert']);
    // A natively disabled button would lose the focus.
    expect(screen.getByRole('button', { name: t('resendPin') })).toHaveProperty('disabled', false);
    requests[0]?.refuse({ kind: 'too_many', retryAfter: 120 });
    await expect
      .poll(resend)
      .toEqual([`  button "${t('resendPin')}" disabled`, `  alert: ${t('tryAgainIn', { count: 2 })}`]);
    pass(120);
    press(t('resendPin'));
    type(t('pincode'), '12');
    press(t('login'));
    expect(outline()).toContain(`  alert: ${t('problem.pin')}`);
    requests[1]?.send({ name: 'דנה' });
    await expect
      .poll(outline)
      .toEqual([
        'form novalidate',
        `  ${t('name')}`,
        nameField(`dir=auto disabled ${nameLimits} value="דנה"`),
        '  alert',
        ...pinField('', ''),
        ...buttons('login'),
      ]);
  });

  test.each<[string, Failure, string, string]>([
    [
      'how long too many tries have to wait',
      { kind: 'too_many', retryAfter: 30 },
      t('tryAgainIn', { count: 1 }),
      'disabled type=submit',
    ],
    ['a conflict', { kind: 'conflict' }, t('failure.conflict'), 'type=submit'],
  ])('shows %s under the PIN', async (_, failure, problem, states) => {
    const { outline, pass } = await showPinStep(sent, {
      logIn: () => Promise.reject(new FailureError(failure)),
    });
    type(t('pincode'), '123456');
    const field = () => outline().slice(5, 11);
    await expect.poll(field).toEqual([...pinField(problem, '123456'), `  button "${t('login')}" ${states}`]);
    pass(30);
    expect(field().at(-1)).toBe(`  button "${t('login')}" type=submit`);
  });

  test('says why a PIN was refused until another is typed, and nothing of one that is complete', async () => {
    const outcomes: LoginOutcome[] = [{ success: false, reason: 'expired', attemptsLeft: 0 }];
    const { outline } = await showPinStep(sent, {
      logIn: async () => outcomes.shift() ?? new Promise<never>(() => {}),
    });
    const field = () => outline().slice(5, 10);
    type(t('pincode'), '12');
    press(t('login'));
    expect(field()).toEqual(pinField(t('problem.pin'), '12'));
    type(t('pincode'), '123456');
    await expect.poll(field).toEqual(pinField(t('pin.expired'), ''));
    type(t('pincode'), '654321');
    expect(field()).toEqual(pinField('', '654321'));
  });

  const refused = (kind: 'offline' | 'conflict') => () => Promise.reject(new FailureError({ kind }));
  test.each<[string, () => Promise<LoginOutcome>, string, string]>([
    [
      'a wrong PIN',
      () => Promise.resolve({ success: false, reason: 'wrong_pin', attemptsLeft: 2 }),
      t('pincodeWrong', { count: 2 }),
      '',
    ],
    ['a lost connection', refused('offline'), t('failure.offline'), '123456'],
    ['a number of another member', refused('conflict'), t('linkPhoneTaken'), '123456'],
  ])('of a signed-in member asks for no name, and names %s', async (_, logIn, problem, left) => {
    const { outline } = await showPinStep(sent, { linking: true, logIn });
    type(t('pincode'), '123456');
    await expect
      .poll(outline)
      .toEqual(['form novalidate', ...pinField(problem, left), ...buttons('linkPhone')]);
  });
});

describe('the sign-in by a provider', () => {
  const show = async (outcome: () => Promise<StoredSession | ProviderRefusal | null>) => {
    const onDone = vi.fn<(login: StoredSession) => void>();
    const machine = socialLogin.provide({
      actors: {
        prepareProvider: fromPromise(() => Promise.resolve()),
        signInWithProvider: fromPromise(outcome),
      } as never,
    });
    const loaded = Object.assign(Promise.resolve(machine), { status: 'fulfilled', value: machine });
    const auth = { socialLogin: () => loaded } as never;
    const view = await renderScreen(
      <MachinesContext value={{ auth, screens: null }}>
        <SocialButtons onDone={onDone} />
      </MachinesContext>,
    );
    return { ...view, onDone };
  };

  const providers = (...states: string[]) => [
    t('loginBy'),
    ...(['google', 'facebook', 'apple'] as const).map((name, at) => `button "${t(name)}"${states[at] ?? ''}`),
  ];

  test('waits for one provider at a time, and can be cancelled', async () => {
    const { outline } = await show(() => new Promise(() => {}));
    expect(outline()).toEqual([...providers(), 'alert']);
    fireEvent.click(screen.getByRole('button', { name: t('facebook') }));
    expect(outline()).toEqual([
      ...providers(' disabled', ' busy disabled', ' disabled'),
      `button "${t('cancel')}"`,
      'alert',
    ]);
    fireEvent.click(screen.getByRole('button', { name: t('cancel') }));
    expect(outline()).toEqual([...providers(), 'alert']);
  });

  test.each<[string, () => Promise<ProviderRefusal>, string[]]>([
    [
      'refused, with the words of the provider as they are',
      () => Promise.resolve({ reason: 'failed', detail: 'code 10: bad key' }),
      ['alert', `  ${t('provider.failed')}`, '  part dir=ltr: code 10: bad key'],
    ],
    [
      'blocked by the browser',
      () => Promise.resolve({ reason: 'blocked', detail: null }),
      [`alert: ${t('provider.blocked')}`],
    ],
    [
      'not answered by the server',
      () => Promise.reject(new FailureError({ kind: 'offline' })),
      [`alert: ${t('failure.offline')}`],
    ],
  ])('shows that it was %s', async (_, outcome, alert) => {
    const { outline, onDone } = await show(outcome);
    fireEvent.click(screen.getByRole('button', { name: t('google') }));
    await expect.poll(outline).toEqual([...providers(), ...alert]);
    expect(onDone.mock.calls).toEqual([]);
  });

  test('hands on whom the server has signed in', async () => {
    const login = { token: 'abc', user: buildAppUser(7) };
    const { onDone } = await show(() => Promise.resolve(login));
    fireEvent.click(screen.getByRole('button', { name: t('google') }));
    await expect.poll(() => onDone.mock.calls).toEqual([[login]]);
  });

  test('takes back why it was refused once it is tried again', async () => {
    const outcomes = [Promise.resolve({ reason: 'blocked', detail: null } as const)];
    const { outline } = await show(() => outcomes.shift() ?? new Promise(() => {}));
    fireEvent.click(screen.getByRole('button', { name: t('google') }));
    await expect.poll(outline).toContain(`alert: ${t('provider.blocked')}`);
    fireEvent.click(screen.getByRole('button', { name: t('apple') }));
    expect(outline()).toEqual([
      ...providers(' disabled', ' disabled', ' busy disabled'),
      `button "${t('cancel')}"`,
      'alert',
    ]);
  });
});
