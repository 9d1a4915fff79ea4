import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { parsePhone } from '#contract/phone.ts';
import type { AppData } from '#machines/app.ts';
import type { Db } from '#server/db/tables.ts';
import { openSession } from '#server/auth/sessions.ts';
import { rememberDevice } from '#server/auth/pins.ts';
import { api } from '#tests/support/server/api-client.ts';
import { launchChromium } from './chromium.ts';
import type { ApiMember as Caller } from '#tests/support/server/members.ts';
import { startServer, type ServerOptions } from '#tests/support/server/server.ts';
import { readMessages, t } from '#tests/support/translations.ts';

/** Somebody with a phone number and a browser of their own. */
export type Visitor = {
  readonly name: string;
  /** As they type it. */
  readonly phone: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Everything that their pages' consoles called an error: a refused policy, a thrown error, a failed call. */
  readonly complaints: string[];
  /** What of it the story itself brought about. */
  readonly forgiven: RegExp[];
};

/** Signed in, and able to call the server past the screen as well. */
export type SignedInVisitor = Visitor & { readonly call: Caller };

/** What somebody comes with; a phone of 360 px that speaks Hebrew otherwise. */
type VisitorOptions = Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'reducedMotion'> & {
  readonly phone?: string;
  readonly language?: 'heb' | 'en';
  /** What the browser remembers already, as it is written there. */
  readonly kept?: Readonly<Record<string, string>>;
  /** Runs in every page before the app's own scripts. */
  readonly script?: string;
};

/** One browser for all the files of a worker: it ends with the worker's process. */
let sharedBrowser: Promise<Browser> | undefined;

export type BrowserFixture = Awaited<ReturnType<typeof openBrowserFixture>>;

/**
 * A real server with the built app, and a real browser. Clocks are Israel's, whatever the machine's. Its PostgreSQL is
 * a process beside it, so that a screen's second is its own; whole stories are told on the embedded one as well.
 */
export async function openBrowserFixture(
  settings: Pick<ServerOptions, 'database' | 'env' | 'clientFolder'> = {},
) {
  const [server, browser] = await Promise.all([
    startServer({ database: 'postgres', ...settings }),
    (sharedBrowser ??= launchChromium()),
  ]);
  const people: Visitor[] = [];
  const pinOf = ({ phone }: Pick<Visitor, 'phone'>) => server.pin(parsePhone(phone) ?? phone);
  let last = 0;
  const newPhone = () => {
    last += 1;
    return `0541${String(last).padStart(6, '0')}`;
  };

  /** Somebody new, with nothing open yet. */
  async function arrives(name: string, likes: VisitorOptions = {}): Promise<Visitor> {
    const { phone = newPhone(), language = 'heb', kept = {}, script, ...look } = likes;
    const speaking = { 'hevre.language': language, 'hevre.locale': readMessages(language)['locale'] ?? '' };
    const context = await newContext(browser, server.url, { ...speaking, ...kept }, look);
    if (script !== undefined) await context.addInitScript(script);
    const complaints: string[] = [];
    context.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => complaints.push(error.error().message));
    // Choosing a file is ours to answer only some time after somebody began to listen for it.
    context.on('page', (page) => page.on('filechooser', () => {}));
    const person = { name, phone, context, page: await context.newPage(), complaints, forgiven: [] };
    people.push(person);
    return person;
  }

  return {
    server,
    arrives,
    /** Somebody who is signed in already, on a device that is known, and past the welcome. */
    async livesHere(name: string, likes: VisitorOptions = {}): Promise<SignedInVisitor> {
      const { phone = newPhone() } = likes;
      const device = crypto.randomUUID();
      const { id, token } = await createSession(server.platform.db, parsePhone(phone) ?? phone, name, device);
      const call = { ...api(server.url, token), id, name, phone, token };
      const { body } = await call.get<AppData>('getAppData/');
      const kept = {
        'hevre:session': JSON.stringify({ token, user: body.appuser }),
        'hevre:device': JSON.stringify(device),
      };
      return { ...(await arrives(name, { ...likes, phone, kept })), call };
    },
    /** Types an address into the bar: `/main`, `/section/3`. */
    open: (page: Page, place: string) => page.goto(`${server.url}/#${place}`),
    /** The same, until the page hears of what happens elsewhere. */
    async openLive(page: Page, place: string): Promise<void> {
      await page.goto(`${server.url}/#${place}`);
      await page.locator('[data-connection=live]').waitFor();
    },
    /** What the last message to their phone says. */
    pinOf,
    /** Through the door's two steps, until it has closed behind them. */
    async signIn(person: Visitor): Promise<void> {
      await requestPin(person);
      await enterPin(person, pinOf(person));
      // Who goes elsewhere before the answer is there has not signed in.
      await person.page.getByRole('textbox', { name: t('pincode') }).waitFor({ state: 'hidden' });
    },
    /** The server as the calls of their browser see it. */
    async callAs({ page }: Pick<Visitor, 'page'>) {
      const kept = await page.evaluate(() => localStorage.getItem('hevre:session'));
      return api(server.url, (JSON.parse(kept ?? 'null') as { token: string } | null)?.token ?? null);
    },
    /** What the story itself brought about, such as a call that it has the server refuse. */
    forgive({ forgiven }: Pick<Visitor, 'forgiven'>, what: RegExp): void {
      forgiven.push(what);
    },
    /** The end of a story: whoever took part goes home, and nobody's console had anything to complain of. */
    async quiet(): Promise<void> {
      const gone = people.splice(0);
      await Promise.all(gone.map(({ context }) => context.close()));
      // A browser may say it a moment after the screen has shown it.
      const left = gone.flatMap(({ name, complaints, forgiven }) =>
        complaints
          .filter((complaint) => !forgiven.some((what) => what.test(complaint)))
          .map((complaint) => `${name}: ${complaint}`),
      );
      expect(left).toEqual([]);
    },
    async close() {
      await Promise.all(people.splice(0).map(({ context }) => context.close()));
      await server.close();
    },
  };
}

async function newContext(
  browser: Browser,
  origin: string,
  kept: Readonly<Record<string, string>>,
  look: BrowserContextOptions,
): Promise<BrowserContext> {
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    locale: 'he-IL',
    timezoneId: 'Asia/Jerusalem',
    // Nothing waits for a sheet to stand still; what is about motion asks for it.
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
    ...look,
  });
  context.setDefaultTimeout(45_000);
  return context;
}

/** What signing in leaves in the database: the member, a session, and a device that is known from now on. */
async function createSession(db: Db, phone: string, name: string, device: string) {
  const { id } = await db
    .insertInto('members')
    .values({ phone, name, new_member: false })
    .onConflict((conflict) => conflict.column('phone').doUpdateSet({ new_member: false }))
    .returning('id')
    .executeTakeFirstOrThrow();
  await rememberDevice(db, phone, device);
  return { id, token: await openSession(db, id, { device, userAgent: 'journey' }) };
}

/** The door's first step. */
export async function requestPin({ page, phone }: Pick<Visitor, 'page' | 'phone'>): Promise<void> {
  await page.getByRole('textbox', { name: t('cellphone') }).fill(phone);
  await page.getByRole('button', { name: t('proceed') }).click();
  await page.getByRole('textbox', { name: t('pincode') }).waitFor();
}

/** The door's second step; the name only where it is not known yet. */
export async function enterPin({ page, name }: Pick<Visitor, 'page' | 'name'>, pin: string): Promise<void> {
  const field = page.getByRole('textbox', { name: t('name'), exact: true });
  if (await field.isEnabled()) await field.fill(name);
  await page.getByRole('textbox', { name: t('pincode') }).fill(pin);
  await page.getByRole('button', { name: t('login') }).click();
}
