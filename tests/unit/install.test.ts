import { afterEach, expect, test, vi } from 'vitest';
import { installWay } from '#actors/install.ts';

afterEach(() => void vi.unstubAllGlobals());

const safari = (device: string) =>
  `Mozilla/5.0 (${device}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/604.1`;
const mac = safari('Macintosh; Intel Mac OS X 10_15_7');
const iPhone = safari('iPhone; CPU iPhone OS 18_5 like Mac OS X');

/** How the app is installed in a browser of this name with so many touch points. */
function wayIn(
  userAgent: string,
  maxTouchPoints: number,
  more: { prompt?: object; standalone?: true; native?: boolean } = {},
) {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints, standalone: more.standalone ?? false });
  const bridge = more.native === undefined ? {} : { Capacitor: { isNativePlatform: () => more.native } };
  vi.stubGlobal('window', { installPrompt: more.prompt ?? null, ...bridge });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  return installWay();
}

test('an iPhone and an iPad, which calls itself a Mac, are told the steps; a Mac and other apps’ pages are not', () => {
  const inAnApp = iPhone.replace(' Safari/604.1', ' Instagram');
  expect({
    iPhone: wayIn(iPhone, 5),
    iPad: wayIn(mac, 5),
    mac: wayIn(mac, 0),
    // A screen that reports where one finger is.
    macWithScreen: wayIn(mac, 1),
    inAnApp: wayIn(inAnApp, 5),
    installed: wayIn(iPhone, 5, { standalone: true }),
    inTheShell: wayIn(iPhone, 5, { native: true }),
    withItsBridge: wayIn(iPhone, 5, { native: false }),
    prompt: wayIn('Mozilla/5.0 (Linux; Android 15) Chrome/140 Safari/537.36', 5, { prompt: {} }),
    other: wayIn('Mozilla/5.0 (X11; Linux x86_64) Firefox/140', 0),
  }).toEqual({
    iPhone: 'steps',
    iPad: 'steps',
    mac: 'none',
    macWithScreen: 'none',
    inAnApp: 'none',
    installed: 'none',
    inTheShell: 'none',
    withItsBridge: 'steps',
    prompt: 'prompt',
    other: 'none',
  });
});
