import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { AppUser } from '#contract/models.ts';
import { api } from './api.ts';
import { launchChromium } from './chromium.ts';
import { startServer } from './server.ts';
import { sentences, t } from './words.ts';

/** Somebody with a phone number and a browser of their own. */
export type Person = {
  readonly name: string;
  /** As they type it. */
  readonly phone: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Everything that their pages' consoles called an error: a refused policy, a thrown error, a failed call. */
  readonly complaints: string[];
};

/** Signed in, and able to call the server past the screen as well. */
export type Member = Person & { readonly id: number; readonly call: ReturnType<typeof api> };

/** The screen and the likes of whoever comes; a phone of 360 px otherwise. */
type Likes = Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'reducedMotion'> & {
  language?: 'heb' | 'en';
  phone?: string;
  /** Runs in every page before the app's own scripts. */
  script?: string;
};

export type Town = Awaited<ReturnType<typeof openTown>>;

/** `0501234567` in E.164. */
export const e164 = (phone: string) => `+972${phone.slice(1)}`;

/** A real server with the built app, and a real browser. Clocks are Israel's, whatever the machine's. */
export async function openTown() {
  const [server, browser] = await Promise.all([startServer(), launchChromium()]);
  const people: Person[] = [];
  let last = 0;

  /** Somebody new, with nothing open yet. */
  async function arrives(name: string, likes: Likes = {}): Promise<Person> {
    const { language = 'heb', script, phone: given, ...look } = likes;
    last += 1;
    const phone = given ?? `0541${String(last).padStart(6, '0')}`;
    const context = await newContext(browser, look);
    if (language !== 'heb') await context.addInitScript(remember, [language, sentences(language)['locale'] ?? ''] as const);
    if (script !== undefined) await context.addInitScript(script);
    const complaints: string[] = [];
    context.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => complaints.push(error.error().message));
    const person = { name, phone, context, page: await context.newPage(), complaints };
    people.push(person);
    return person;
  }

  /** Somebody who is signed in already, and past the welcome: for stories about something else. */
  async function livesHere(name: string, likes: Likes = {}): Promise<Member> {
    const device = crypto.randomUUID();
    const phone = likes.phone ?? newPhone();
    const guest = api(server.url);
    await guest.get('sendPinCode/', { cellphone: phone, device });
    const { body } = await guest.post<{ token: string; user: AppUser & { token: string } }>('api-token-auth/', {
      username: phone,
      password: server.pin(e164(phone)),
      name,
      device,
    });
    const { token: _, ...user } = body.user;
    const { token } = body;
    const call = guest.with(token);
    const welcomed = await call.put(`member/${user.id}/`, { new_member: false });
    if (welcomed.status !== 200) throw new Error(`${name} is still new: ${JSON.stringify(welcomed.body)}`);
    const kept = { 'hevre:session': JSON.stringify({ token, user }), 'hevre:device': JSON.stringify(device) };
    const person = await arrives(name, { ...likes, phone, kept });
    return { ...person, id: user.id, call };
  }

  return {
    server,
    arrives,
    livesHere,
    /** Another browser tab of theirs. */
    anotherTab: (person: Person): Promise<Page> => person.context.newPage(),
    /** Types an address into the bar: `/main`, `/section/3`. */
    open: (page: Page, place: string) => page.goto(`${server.url}/#${place}`),
    /** What the last message to their phone says. */
    pinOf: (person: Pick<Person, 'phone'>) => server.pin(e164(person.phone)),
    /** Through the door's two steps, wherever they lead. */
    async signIn(person: Person): Promise<void> {
      await askPin(person);
      await enterPin(person, server.pin(e164(person.phone)));
    },
    /** What the story itself brought about, such as a call that it has the server refuse. */
    forgive({ complaints }: Pick<Person, 'complaints'>, what: RegExp): void {
      const left = complaints.filter((complaint) => !what.test(complaint));
      complaints.splice(0, complaints.length, ...left);
    },
    /** The end of a story: whoever took part goes home, and nobody's console had anything to complain of. */
    async quiet(): Promise<void> {
      const gone = people.splice(0);
      await Promise.all(gone.map(({ context }) => context.close()));
      expect(gone.flatMap(({ name, complaints }) => complaints.map((it) => `${name}: ${it}`))).toEqual([]);
    },
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

function newContext(browser: Browser, look: BrowserContextOptions): Promise<BrowserContext> {
  return browser
    .newContext({
      viewport: { width: 360, height: 740 },
      locale: 'he-IL',
      timezoneId: 'Asia/Jerusalem',
      ...look,
    })
    .then((context) => {
      context.setDefaultTimeout(10_000);
      return context;
    });
}

/** The door's first step. */
export async function askPin({ page, phone }: Pick<Person, 'page' | 'phone'>): Promise<void> {
  await page.getByRole('textbox', { name: t('cellphone') }).fill(phone);
  await page.getByRole('button', { name: t('proceed') }).click();
  await page.getByRole('textbox', { name: t('pincode') }).waitFor();
}

/** The door's second step; the name only where it is not known yet. */
export async function enterPin({ page, name }: Pick<Person, 'page' | 'name'>, pin: string): Promise<void> {
  const field = page.getByRole('textbox', { name: t('name'), exact: true });
  if (await field.isEnabled()) await field.fill(name);
  await page.getByRole('textbox', { name: t('pincode') }).fill(pin);
  await page.getByRole('button', { name: t('login') }).click();
}

// These run in the page.

function remember([code, locale]: readonly [string, string]): void {
  if (localStorage.getItem('hevre.language') !== null) return;
  localStorage.setItem('hevre.language', code);
  localStorage.setItem('hevre.locale', locale);
}
