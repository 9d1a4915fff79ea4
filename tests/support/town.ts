import type { Browser, BrowserContext, Page } from 'playwright-core';
import { api } from './api.ts';
import { launchChromium } from './chromium.ts';
import { startServer, type TestServer } from './server.ts';

/** A person with a phone and a browser of their own. */
export type Person = {
  readonly name: string;
  /** As they type it. */
  readonly phone: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Everything the page's console called an error, and every error it threw. */
  readonly complaints: readonly string[];
};

export type Town = {
  readonly server: TestServer;
  readonly browser: Browser;
  /** Someone new, on a phone (360 px wide) unless told otherwise. */
  arrives(name: string, phone: string, screen?: { width: number; height: number }): Promise<Person>;
  /** Signs in through the screen, from wherever the page is on the first step. */
  signIn(person: Person): Promise<void>;
  /** Signs in without the screen, for stories that are about something else: the token, and the page signed in. */
  isIn(person: Person): Promise<string>;
  close(): Promise<void>;
};

const phoneScreen = { width: 360, height: 740 };

/** `0501234567` in E.164. */
export const e164 = (phone: string) => `+972${phone.slice(1)}`;

/** A real server with the built app, and a real browser. Times are Israel's, whatever the machine's. */
export async function openTown(): Promise<Town> {
  const [server, browser] = await Promise.all([startServer(), launchChromium()]);
  const contexts = new Set<BrowserContext>();

  async function logIn(phone: string, name: string, device: string) {
    const call = api(server.url);
    await call.get('sendPinCode/', { cellphone: phone, name, device });
    const { body } = await call.post<{ token: string; user: Record<string, unknown> }>('api-token-auth/', {
      username: phone,
      password: server.pin(e164(phone)),
      name,
      device,
    });
    return body;
  }

  return {
    server,
    browser,
    async arrives(name, phone, screen = phoneScreen) {
      const context = await browser.newContext({
        viewport: screen,
        locale: 'he-IL',
        timezoneId: 'Asia/Jerusalem',
      });
      context.setDefaultTimeout(15_000);
      contexts.add(context);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      return { name, phone, context, page, complaints };
    },
    async signIn({ page, name, phone }) {
      await page.getByRole('textbox', { name: 'טלפון נייד' }).fill(phone);
      await page.getByRole('button', { name: 'המשך' }).click();
      const field = page.getByRole('textbox', { name: 'שם' });
      await field.waitFor();
      if (await field.isEnabled()) await field.fill(name);
      await page.getByRole('textbox', { name: 'קוד מההודעה' }).fill(server.pin(e164(phone)));
      await page.getByRole('button', { name: 'יאללה, נכנסים' }).click();
      await page.getByRole('navigation').first().waitFor();
    },
    async isIn({ page, name, phone }) {
      const device = crypto.randomUUID();
      const { token, user } = await logIn(phone, name, device);
      const { token: _, ...rest } = user;
      await page.goto(server.url);
      await page.evaluate(
        ([session, known]) => {
          localStorage.setItem('hevre:session', session ?? '');
          localStorage.setItem('hevre:device', known ?? '');
        },
        [JSON.stringify({ token, user: rest }), JSON.stringify(device)],
      );
      await page.goto('about:blank');
      return token;
    },
    async close() {
      await Promise.all([...contexts].map((context) => context.close()));
      await browser.close();
      await server.close();
    },
  };
}
