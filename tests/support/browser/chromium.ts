import { existsSync } from 'node:fs';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { aptInstall, onPath } from '#tests/support/database/install.ts';

/** A Chromium for the journeys: the machine's own, or Debian's, which is installed. */

/** First the headless shell, which needs three quarters of the CPU time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function local(): string | null {
  for (const name of names) {
    const found = onPath(name);
    if (found) return found;
  }
  const playwrights = chromium.executablePath();
  return [...places, playwrights].find((path) => path !== '' && existsSync(path)) ?? null;
}

/** `CHROMIUM_PATH`, else system paths, else Playwright's, else Debian's; else an error that says what to install. */
export async function chromiumPath(): Promise<string> {
  const configuredPath = process.env['CHROMIUM_PATH'];
  if (configuredPath) {
    if (!existsSync(configuredPath))
      throw new Error(`CHROMIUM_PATH names ${configuredPath}, which is not there.`);
    return configuredPath;
  }
  const path = local() ?? ((await aptInstall('chromium-headless-shell')) ? local() : null);
  if (path === null) {
    throw new Error(
      'The journeys need a Chromium: install one (Debian: apt-get install chromium-headless-shell; ' +
        'elsewhere: npx playwright-core install chromium), or set CHROMIUM_PATH.',
    );
  }
  return path;
}

/** A headless browser with a profile of its own and without background requests. */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const { args = [], ...rest } = options;
  return chromium.launch({
    executablePath: await chromiumPath(),
    // Chromium's sandbox does not start as root.
    chromiumSandbox: process.getuid?.() !== 0,
    // Where no locale is set, a file with a Hebrew name would be saved as "download".
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...args,
    ],
    ...rest,
  });
}
