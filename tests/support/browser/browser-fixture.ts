import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { parsePhone } from '#contract/phone.ts';
import type { AppData } from '#machines/app.ts';
import type { Db } from '#server/db/tables.ts';
import { openSession } from '#server/auth/sessions.ts';
import { rememberDevice } from '#server/auth/pins.ts';
import { api } from '#tests/support/server/api-client.ts';
import { launchChromium } from './chromium.ts';
import { LayoutShifts } from './layout-shifts.ts';
import type { ApiMember as Caller } from '#tests/support/server/members.ts';
import { startServer, type ServerOptions } from '#tests/support/server/server.ts';
import { claimTimeout } from '#tests/support/claim-timeout.ts';
import { readMessages, t } from '#tests/support/translations.ts';

/** A person with a phone number and a browser context of their own. */
export type Visitor = {
  readonly name: string;
  /** In national format, as they type it. */
  readonly phone: string;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly errors: PageErrors;
  readonly shifts: LayoutShifts;
};

/** A signed-in visitor, with an API client for calls past the screen. */
export type SignedInVisitor = Visitor & { readonly call: Caller };

/** By default a phone 360 px wide, in Hebrew. */
type VisitorOptions = Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'reducedMotion'> & {
  readonly phone?: string;
  readonly language?: 'heb' | 'en';
  readonly localStorage?: Readonly<Record<string, string>>;
  /** Runs in every page before the app's own scripts. */
  readonly script?: string;
  /** Loads the code of other screens ahead; else the device saves data, and tests time. */
  readonly fetchesAhead?: boolean;
  /** Lets the app start its service worker, once the first screen has had its time; implies `fetchesAhead`. */
  readonly hasWorker?: boolean;
};

const savingData = `Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`;

/** One browser for all files of a worker; it ends with the worker's process. */
let sharedBrowser: Promise<Browser> | undefined;

export type BrowserFixture = Awaited<ReturnType<typeof openBrowserFixture>>;

/**
 * A real server with the built app, and a real browser. Its time zone is Israel's. PostgreSQL is a process of its own, so
 * that it does not slow the measured latencies; whole-game.test.ts runs on the embedded database.
 */
export async function openBrowserFixture(
  settings: Pick<ServerOptions, 'database' | 'env' | 'clientFolder' | 'openPages'> = {},
) {
  const [server, browser] = await Promise.all([
    startServer({ database: 'postgres', ...settings }),
    (sharedBrowser ??= launchChromium()),
  ]);
  const visitors: Visitor[] = [];
  const pinOf = ({ phone }: Pick<Visitor, 'phone'>) => server.pin(parsePhone(phone) ?? phone);
  let last = 0;
  const newPhone = () => {
    last += 1;
    return `0541${String(last).padStart(6, '0')}`;
  };

  /** A new visitor, with an empty page. */
  async function newVisitor(name: string, options: VisitorOptions = {}): Promise<Visitor> {
    const {
      phone = newPhone(),
      language = 'heb',
      localStorage,
      script,
      hasWorker = false,
      fetchesAhead = hasWorker,
      ...contextOptions
    } = options;
    const locale = { 'hevre.language': language, 'hevre.locale': readMessages(language)['locale'] ?? '' };
    const context = await newContext(
      browser,
      server.url,
      { ...locale, ...localStorage },
      {
        serviceWorkers: hasWorker ? 'allow' : 'block',
        ...contextOptions,
      },
    );
    if (!fetchesAhead) await context.addInitScript(savingData);
    if (script !== undefined) await context.addInitScript(script);
    const errors = new PageErrors(context);
    const shifts = await LayoutShifts.of(context);
    // Playwright catches file choosers only some time after the first listener was added.
    context.on('page', (page) => page.on('filechooser', () => {}));
    const visitor = { name, phone, context, page: await context.newPage(), errors, shifts };
    visitors.push(visitor);
    return visitor;
  }

  return {
    server,
    newVisitor,
    /** A visitor who is signed in, on a known device, and past the welcome. */
    async signedInVisitor(name: string, options: VisitorOptions = {}): Promise<SignedInVisitor> {
      const { phone = newPhone() } = options;
      const device = crypto.randomUUID();
      const { id, token } = await createSession(server.platform.db, parsePhone(phone) ?? phone, name, device);
      const call = { ...api(server.url, token), id, name, phone, token };
      const { body } = await call.get<AppData>('getAppData/');
      const localStorage = {
        'hevre:session': JSON.stringify({ token, user: body.appuser }),
        'hevre:device': JSON.stringify(device),
      };
      return { ...(await newVisitor(name, { ...options, phone, localStorage })), call };
    },
    /** Opens a route of the app: `/main`, `/section/3`. */
    open: (page: Page, place: string) => page.goto(`${server.url}/#${place}`),
    /** Opens a route and waits until the page gets live events. */
    async openLive(page: Page, place: string): Promise<void> {
      await page.goto(`${server.url}/#${place}`);
      await page.locator('[data-connection=live]').waitFor();
    },
    /** The PIN of the last text message to their phone. */
    pinOf,
    /** Signs in by phone and PIN, and waits until the sign-in page has closed. */
    async signIn(person: Visitor): Promise<void> {
      await requestPin(person);
      await enterPin(person, pinOf(person));
      // Opening another page before the answer would cancel the sign-in.
      await person.page.getByRole('textbox', { name: t('pincode') }).waitFor({ state: 'hidden' });
    },
    /** An API client with the token of their browser's session. */
    async apiOf({ page }: Pick<Visitor, 'page'>) {
      const stored = await page.evaluate(() => localStorage.getItem('hevre:session'));
      return api(server.url, (JSON.parse(stored ?? 'null') as { token: string } | null)?.token ?? null);
    },
    /** Allows matching errors up to now that the test itself caused, such as a refused call. */
    allowErrors({ errors }: Pick<Visitor, 'errors'>, what: RegExp): void {
      errors.allow(what);
    },
    /** Closes every visitor's browser, and expects that no page had an error that was not allowed. */
    async closeVisitors(): Promise<void> {
      const closed = visitors.splice(0);
      await Promise.all(closed.map(({ context }) => context.close()));
      const errorTexts = closed.flatMap(({ name, errors }) =>
        errors.notAllowed().map((text) => `${name}: ${text}`),
      );
      expect(errorTexts).toEqual([]);
    },
    async close() {
      await Promise.all(visitors.splice(0).map(({ context }) => context.close()));
      await server.close();
    },
  };
}

/** A fixture for the tests of a file, opened before the first. After each test its visitors are closed, and must have no errors. */
export function fixtureOfFile(settings?: Parameters<typeof openBrowserFixture>[0]): BrowserFixture {
  let opened: BrowserFixture | undefined;
  beforeAll(async () => {
    opened = await openBrowserFixture(settings);
  });
  afterAll(() => opened?.close());
  afterEach(() => opened?.closeVisitors());
  return new Proxy({} as BrowserFixture, { get: (_, name) => Reflect.get(opened ?? {}, name) });
}

/**
 * Errors of a visitor's pages: refused and failed requests, thrown errors, and errors of the console. A request counts
 * from when it was sent: whatever is allowed after that moment allows it, however late its failure is reported.
 */
class PageErrors {
  readonly #errors: { readonly text: string; readonly at: number }[] = [];
  readonly #allowed: { readonly what: RegExp; readonly until: number }[] = [];
  readonly #sentAt = new WeakMap<Request, number>();
  #now = 0;

  constructor(context: BrowserContext) {
    context.on('request', (request) => this.#sentAt.set(request, this.#tick()));
    context.on('response', (response) => {
      if (response.status() < 400) return;
      this.#add(`status of ${response.status()} (${response.url()})`, response.request());
    });
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText;
      // A request that the page itself aborted is no error.
      if (reason !== 'net::ERR_ABORTED') this.#add(`${reason} (${request.url()})`, request);
    });
    context.on('console', (message) => {
      const text = message.text();
      // Failed requests are recorded by their own events.
      if (message.type() !== 'error' || text.startsWith('Failed to load resource')) return;
      this.#add(`${text} (${message.location().url})`);
    });
    context.on('weberror', (error) => this.#add(error.error().message));
  }

  allow(what: RegExp): void {
    this.#allowed.push({ what, until: this.#tick() });
  }

  notAllowed(): string[] {
    return this.#errors
      .filter(({ text, at }) => !this.#allowed.some(({ what, until }) => at < until && what.test(text)))
      .map(({ text }) => text);
  }

  #add(text: string, request?: Request): void {
    const sentAt = request && this.#sentAt.get(request);
    this.#errors.push({ text, at: sentAt ?? this.#tick() });
  }

  #tick(): number {
    return (this.#now += 1);
  }
}

/** The cookie of a context whose local storage is still to be filled. */
const unstored = 'local-storage-to-fill';

async function newContext(
  browser: Browser,
  origin: string,
  stored: Readonly<Record<string, string>>,
  contextOptions: BrowserContextOptions,
): Promise<BrowserContext> {
  const { hostname } = new URL(origin);
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    locale: 'he-IL',
    timezoneId: 'Asia/Jerusalem',
    // Sheets open without animation; a test about motion asks for it.
    reducedMotion: 'reduce',
    ...contextOptions,
  });
  // Playwright would open a page to store this, which costs as much as the visitor's own. The first page stores it: the cookie is there until then.
  await context.addCookies([{ name: unstored, value: '1', domain: hostname, path: '/' }]);
  await context.addInitScript(
    ({ name, entries, site }) => {
      if (self.origin !== site || !document.cookie.includes(name)) return;
      document.cookie = `${name}=; Max-Age=0; path=/`;
      for (const [key, value] of entries) localStorage.setItem(key, value);
    },
    { name: unstored, entries: Object.entries(stored), site: origin },
  );
  context.setDefaultTimeout(claimTimeout(import.meta.env.MODE));
  return context;
}

/** Stores what signing in would: the member, a session, and a known device. */
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

/** The first step of signing in. */
export async function requestPin({ page, phone }: Pick<Visitor, 'page' | 'phone'>): Promise<void> {
  await page.getByRole('textbox', { name: t('cellphone') }).fill(phone);
  await page.getByRole('button', { name: t('proceed') }).click();
  await page.getByRole('textbox', { name: t('pincode') }).waitFor();
}

/** The second step of signing in; fills in the name only if it is not known. */
export async function enterPin({ page, name }: Pick<Visitor, 'page' | 'name'>, pin: string): Promise<void> {
  const field = page.getByRole('textbox', { name: t('name'), exact: true });
  if (await field.isEnabled()) await field.fill(name);
  // The last digit submits the PIN.
  await page.getByRole('textbox', { name: t('pincode') }).fill(pin);
}
