import { afterEach, expect, test, vi } from 'vitest';
import { installWay, promptInstall, watchInstall } from '#actors/install.ts';

afterEach(() => void vi.unstubAllGlobals());

const safari = (device: string) =>
  `Mozilla/5.0 (${device}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/604.1`;
const mac = safari('Macintosh; Intel Mac OS X 10_15_7');
const iPhone = safari('iPhone; CPU iPhone OS 18_5 like Mac OS X');

/** The way to install the app in a browser with this user agent and so many touch points. */
function wayIn(
  userAgent: string,
  maxTouchPoints: number,
  more: { prompt?: object; standalone?: true; native?: boolean; mode?: string } = {},
) {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints, standalone: more.standalone ?? false });
  const bridge = more.native === undefined ? {} : { Capacitor: { isNativePlatform: () => more.native } };
  vi.stubGlobal('window', { installPrompt: more.prompt ?? null, ...bridge });
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes(`(display-mode: ${more.mode ?? 'browser'})`),
  }));
  return installWay();
}

test('installing takes steps on an iPhone and an iPad, a prompt where there is one, and is impossible elsewhere', () => {
  const inAnApp = iPhone.replace(' Safari/604.1', ' Instagram');
  expect({
    iPhone: wayIn(iPhone, 5),
    iPad: wayIn(mac, 5),
    iPadOfTwoFingers: wayIn(mac, 2),
    mac: wayIn(mac, 0),
    // A Mac with a screen that detects a single touch.
    macWithScreen: wayIn(mac, 1),
    inAnApp: wayIn(inAnApp, 5),
    installed: wayIn(iPhone, 5, { standalone: true }),
    standalone: wayIn(iPhone, 5, { mode: 'standalone' }),
    minimal: wayIn(iPhone, 5, { mode: 'minimal-ui' }),
    fullscreen: wayIn(iPhone, 5, { mode: 'fullscreen' }),
    inTheShell: wayIn(iPhone, 5, { native: true }),
    withItsBridge: wayIn(iPhone, 5, { native: false }),
    prompt: wayIn('Mozilla/5.0 (Linux; Android 15) Chrome/140 Safari/537.36', 5, { prompt: {} }),
    other: wayIn('Mozilla/5.0 (X11; Linux x86_64) Firefox/140', 0),
  }).toEqual({
    iPhone: 'steps',
    iPad: 'steps',
    iPadOfTwoFingers: 'steps',
    mac: 'none',
    macWithScreen: 'none',
    inAnApp: 'none',
    installed: 'none',
    standalone: 'none',
    minimal: 'none',
    fullscreen: 'none',
    inTheShell: 'none',
    withItsBridge: 'steps',
    prompt: 'prompt',
    other: 'none',
  });
});

test('the browser’s install dialog is shown once, and its outcome is returned', async () => {
  const calls: string[] = [];
  const prompt = () => {
    calls.push('prompt');
    return Promise.resolve();
  };
  const userChoice = Promise.resolve({ outcome: 'accepted' as const });
  vi.stubGlobal('window', { installPrompt: { prompt, userChoice } });
  expect([await promptInstall(), await promptInstall(), calls]).toEqual([
    'accepted',
    'dismissed',
    ['prompt'],
  ]);
});

test('the browser’s install events are reported until the watch is stopped', () => {
  const browser = new EventTarget();
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  const receivedEvents: unknown[] = [];
  const stop = watchInstall((event) => receivedEvents.push(event));
  const dispatch = (type: string) => browser.dispatchEvent(new Event(type));
  dispatch('beforeinstallprompt');
  dispatch('appinstalled');
  stop();
  dispatch('beforeinstallprompt');
  dispatch('appinstalled');
  expect(receivedEvents).toEqual([{ type: 'install.changed' }, { type: 'install.done' }]);
});
