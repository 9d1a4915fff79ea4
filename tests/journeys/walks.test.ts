import { readdirSync } from 'node:fs';
import type { Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { join } from '#machines/join.ts';
import { resendPin } from '#machines/resend-pin.ts';
import { signIn } from '#machines/sign-in.ts';
import { welcome } from '#machines/welcome.ts';
import { joinEdges } from '#tests/machines/edges/join.ts';
import { resendPinEdges } from '#tests/machines/edges/resend-pin.ts';
import { signInEdges } from '#tests/machines/edges/sign-in.ts';
import { welcomeEdges } from '#tests/machines/edges/welcome.ts';
import { button, textbox } from '#tests/support/play.ts';
import { openTown, type Town } from '#tests/support/town.ts';
import type { EveryEdge } from '#tests/support/walks.ts';
import { coverOf, walkOnScreen, type OnScreen } from '#tests/support/walks/screen.ts';
import { t } from '#tests/support/words.ts';

/** Every transition that a person or the world can bring about on a screen, walked there. */

let town: Town;
beforeAll(async () => {
  town = await openTown();
});
afterAll(() => town?.close());
afterEach(() => town.quiet());

/** Walks a cover of the machine's transitions, each walk on a page of its own; what is left must be said. */
async function walksOn<Machine extends AnyStateMachine>(
  machine: Machine,
  edges: EveryEdge<Machine>,
  screen: OnScreen<Machine>,
  isMember: boolean,
) {
  const { walks, left } = coverOf(machine, edges, screen);
  expect([...left].sort()).toEqual(Object.keys(screen.unwalked).sort());
  const moves = walks.reduce((sum, walk) => sum + walk.moves.length, 0);
  console.log(`${machine.id}: ${walks.length} walks on the screen, ${moves} moves`);
  for (const walk of walks) {
    const person = await (isMember ? town.livesHere('דנה') : town.arrives('דנה'));
    try {
      await walkOnScreen(machine, edges, screen, walk, person.page);
    } finally {
      // Refused and cut calls are the walk's own, and so is what a made-up answer leads on to.
      town.forgive(person, /status of|net::ERR/);
      await person.context.close();
    }
  }
}

const disabled = 'the button is disabled';
/** Waits until the page says so. */
async function seen(what: () => Promise<unknown>, wanted: unknown): Promise<void> {
  await expect.poll(what, { timeout: 5000 }).toEqual(wanted);
}
const says = (page: Page, words: string) => page.getByRole('alert').filter({ hasText: words }).waitFor();
/** Typed anew, even where it says the same already. */
const types = async (page: Page, label: string, value: string) => {
  await textbox(page, label).fill('');
  await textbox(page, label).fill(value);
};
const isBusy = (page: Page, name: string) => seen(() => button(page, name).getAttribute('aria-busy'), 'true');
const isReady = (page: Page, name: string) =>
  seen(
    async () => [await button(page, name).isEnabled(), await button(page, name).getAttribute('aria-busy')],
    [true, null],
  );
const asks =
  (path: string, method = 'GET') =>
  (request: Request, url: URL) =>
    url.pathname.endsWith(`/api/${path}`) && request.method() === method;
const keeps = (key: string, value: unknown) => (page: Page) =>
  page.addInitScript(
    ([name, kept]) => sessionStorage.setItem(`hevre:${name}`, kept as string),
    [key, JSON.stringify(value)],
  );

test('sign-in', async () => {
  const door = (page: Page) => town.open(page, '/login');
  const kept = { phone: '050-123 4567', nameKnown: false };
  await walksOn(
    signIn,
    signInEdges,
    {
      opens: {
        device: door,
        'typed before a reload': async (page) => {
          await keeps('sign-in', { ...kept, name: '', sent: false })(page);
          await door(page);
        },
        'sent before a reload': async (page) => {
          await keeps('sign-in', { ...kept, name: 'נועה', sent: true })(page);
          await door(page);
        },
      },
      hands: {
        'phone.change': (page, { value }) => types(page, t('cellphone'), value as string),
        'phone.submit': (page) => button(page, t('proceed')).click(),
        'name.change': (page, { value }) => types(page, t('name'), value as string),
        'pin.change': (page, { value }) => types(page, t('pincode'), value as string),
        'pin.submit': (page) => button(page, t('login')).click(),
        'step.back': (page) =>
          button(page, t('back'))
            .or(button(page, t('cancel')))
            .click(),
      },
      only: { name: ({ context }) => !context.nameKnown },
      ports: {
        sendPin: { asks: asks('sendPinCode/') },
        logIn: { asks: asks('api-token-auth/', 'POST') },
        // The one who came in is nobody whom the server knows.
        afterwards: { asks: (request) => 'authorization' in request.headers() },
      },
      shows: {
        cellphone: async (page, { phone }) => {
          await page.locator('[data-state=cellphone]').waitFor();
          await seen(() => textbox(page, t('cellphone')).inputValue(), phone);
        },
        'cellphone.typing': (page) => isReady(page, t('proceed')),
        'cellphone.refused': (page) => says(page, t('problem.phone')),
        'cellphone.failed': async (page) => {
          await says(page, t('failure.offline'));
          await isReady(page, t('proceed'));
        },
        'cellphone.barred': async (page) => {
          await says(page, t('tryAgainIn', { count: 2 }));
          await seen(() => button(page, t('proceed')).isDisabled(), true);
        },
        sendingPin: async (page) => {
          await isBusy(page, t('proceed'));
          await isReady(page, t('cancel'));
        },
        pincode: async (page, { name, pin, nameKnown }) => {
          await page.locator('[data-state=pincode]').waitFor();
          await seen(() => textbox(page, t('pincode')).inputValue(), pin);
          await seen(() => textbox(page, t('name')).inputValue(), name);
          await seen(() => textbox(page, t('name')).isDisabled(), nameKnown);
          await isReady(page, t('back'));
        },
        'pincode.open.typing': (page) => isReady(page, t('login')),
        'pincode.open.refused': (page) => says(page, t('pincodeWrong', { count: 4 })),
        'pincode.open.failed': async (page) => {
          await says(page, t('failure.offline'));
          await isReady(page, t('login'));
        },
        'pincode.open.barred': async (page) => {
          await says(page, t('tryAgainIn', { count: 2 }));
          await seen(() => button(page, t('login')).isDisabled(), true);
        },
        'pincode.verifying': (page) => isBusy(page, t('login')),
        done: (page) => button(page, t('login')).waitFor({ state: 'hidden' }),
      },
      unwalked: {
        'cellphone.barred —phone.submit→ itself': disabled,
        'pincode.open.barred —pin.submit→ itself': disabled,
        'pincode.open —pin.sent→ pincode.open.typing':
          'the machine that sends again asks with the same request',
        'pincode.open.barred —pin.sent→ itself': 'the machine that sends again asks with the same request',
        'pincode —xstate.error.actor.resend→ itself': 'only a defect breaks the machine that sends again',
      },
    },
    false,
  );
});

test('resend-pin', async () => {
  const again = (page: Page) => button(page, t('resendPin'));
  const mayNot = (page: Page) => seen(() => again(page).isDisabled(), true);
  await walksOn(
    resendPin,
    resendPinEdges,
    {
      opens: {
        'a number': async (page) => {
          await keeps('sign-in', { phone: '050-123 4567', name: 'דנה', nameKnown: false, sent: true })(page);
          await town.open(page, '/login');
        },
      },
      hands: { 'pin.resend': (page) => again(page).click() },
      ports: { sendPin: { asks: asks('sendPinCode/') } },
      shows: {
        cooling: mayNot,
        ready: (page) => isReady(page, t('resendPin')),
        sending: (page) => isBusy(page, t('resendPin')),
        failed: async (page) => {
          await says(page, t('failure.offline'));
          await isReady(page, t('resendPin'));
        },
        barred: async (page, { failure }) => {
          const minutes = failure && 'retryAfter' in failure ? 2 : 1;
          await says(page, t('tryAgainIn', { count: minutes }));
          await mayNot(page);
        },
      },
      unwalked: {},
    },
    false,
  );
});

test('join', async () => {
  const at = (query: string) => (page: Page) => town.open(page, `/join${query}`);
  const wire = (res: unknown) => ({ res: res ?? 0 });
  const isPreview = (_: Request, url: URL) => url.searchParams.get('preview') === 'True';
  const isJoin = asks('joinAClan/');
  const shown = async (page: Page, { typed }: { typed: string }) =>
    seen(() => textbox(page, t('joinCode')).inputValue(), typed);
  await walksOn(
    join,
    joinEdges,
    {
      opens: {
        link: at('?code=7QK2MX4T9P'),
        bare: at(''),
        broken: at('?code=NOPE'),
        onward: at('?code=7QK2MX4T9P&section=4'),
      },
      hands: {
        'code.change': (page, { code }) => types(page, t('joinCode'), code as string),
        'code.submit': (page) => button(page, t('proceed')).click(),
        'join.retry': (page) => button(page, t('retry')).click(),
        'join.confirm': (page) => button(page, t('joinConfirm')).click(),
      },
      only: {
        submits: ({ context }) => context.typed !== '',
      },
      ports: {
        previewJoin: { asks: (request, url) => isJoin(request, url) && isPreview(request, url), wire },
        join: { asks: (request, url) => isJoin(request, url) && !isPreview(request, url), wire },
      },
      shows: {
        typing: async (page, context) => {
          await shown(page, context);
          await seen(() => button(page, t('proceed')).isEnabled(), context.typed !== '');
        },
        previewing: (page) => textbox(page, t('joinCode')).waitFor({ state: 'hidden' }),
        unknown: async (page, context) => {
          await shown(page, context);
          await says(page, t('joinCodeUnknown'));
          await seen(() => button(page, t('proceed')).isDisabled(), true);
        },
        unseen: async (page, context) => {
          await shown(page, context);
          await says(page, t('failure.offline'));
          await isReady(page, t('retry'));
        },
        offering: async (page) => {
          await page.getByRole('heading', { name: 'החבר׳ה מהמילואים' }).waitFor();
          await isReady(page, t('joinConfirm'));
        },
        joining: async (page) => {
          await isBusy(page, t('joinConfirm'));
          await seen(() => button(page, t('notNow')).isDisabled(), true);
        },
        refused: async (page) => {
          await says(page, t('failure.too_many'));
          await isReady(page, t('joinConfirm'));
        },
        joined: (page) => button(page, t('joinConfirm')).waitFor({ state: 'hidden' }),
      },
      unwalked: {
        'previewing —code.change→ typing': 'the field is not there',
        'offering —code.change→ typing': 'the field is not there',
        'refused —code.change→ typing': 'the field is not there',
      },
    },
    true,
  );
});

test('welcome', async () => {
  const goesOn = (page: Page) => button(page, t('proceed')).or(button(page, t('letsGo')));
  const slide = async (page: Page, name: string, next: string) => {
    await page.locator(`[data-state=${name}]`).waitFor();
    await isReady(page, next);
    await seen(() => button(page, t('back')).count(), name === 'greeting' ? 0 : 1);
  };
  await walksOn(
    welcome,
    welcomeEdges,
    {
      opens: { new: (page) => town.open(page, '/welcome') },
      hands: {
        'slide.next': (page) => goesOn(page).click(),
        'slide.back': (page) => button(page, t('back')).click(),
        'slides.leave': (page) => button(page, t('skip')).click(),
      },
      ports: {
        markWelcomed: {
          asks: (request, url) => url.pathname.includes('/api/member/') && request.method() === 'PUT',
        },
      },
      shows: {
        greeting: (page) => slide(page, 'greeting', t('proceed')),
        friends: (page) => slide(page, 'friends', t('proceed')),
        allSet: (page) => slide(page, 'allSet', t('letsGo')),
        leaving: async (page) => {
          await isBusy(page, t('letsGo'));
          await seen(() => button(page, t('back')).count(), 0);
        },
        left: (page) => page.getByRole('navigation', { name: t('mainNavigation') }).waitFor(),
      },
      unwalked: { 'allSet —slides.leave→ leaving': 'its one button goes on' },
    },
    true,
  );
});

/** The machines that are not walked here, and why. */
const elsewhere = {
  'They have no screen of their own':
    'app bet-book closing connection game-maker item-lifecycle outbox port reading row-patches session uploads',
  'One press or one choice each, made by the journeys of groups, leagues and profiles':
    'active-group choices errand invite post-options',
  'Their walks speak of items, types, fields and comments of their own; journeys tell their stories':
    'bet chat composer form model-scroll option-picker results type-shelf league-maker wizard',
  'They are hands, files or lists: the journeys of the board, kinds, uploads and every list':
    'groups-board pick-pad upload paged-list resource toasts',
  'Its answers are a provider’s': 'social-login',
  'They are QA’s own, in the journey of the inspector': 'inspector tape',
};

test('whatever is not walked here is said', () => {
  const files = readdirSync(new URL('../../machines', import.meta.url)).map((file) =>
    file.replace('.ts', ''),
  );
  const others = Object.values(elsewhere).flatMap((names) => names.split(' '));
  expect(['join', 'resend-pin', 'sign-in', 'welcome', ...others].sort()).toEqual(files.sort());
});
