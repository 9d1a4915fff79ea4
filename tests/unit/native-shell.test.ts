import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { launchLink, onLink } from '#actors/native-links.ts';
import { forgetPushToken, nativePush, onPushTap } from '#actors/native-push.ts';
import { nativeSignIn } from '#actors/native-sign-in.ts';
import { openStore, storeHasNewer } from '#actors/native-store.ts';
import { provideWebApis } from '#actors/native-web-apis.ts';
import { followTheme, hideSplash, minimizeApp, onBackButton } from '#actors/native-window.ts';

/** The ports to the native shell, with a stand-in of Capacitor's bridge; and without it, as in a browser. */

type Answers = Readonly<Record<string, (options?: object) => unknown>>;

/** The bridge of a phone: records the calls of its plugins, and reports events that a test sends. */
function bridgeOf(plugins: Readonly<Record<string, Answers>>, platform = 'android') {
  const bridgeCalls: unknown[][] = [];
  const listeners = new Map<string, ((data: unknown) => void)[]>();
  const pluginOf = ([name, answers]: [string, Answers]) => [
    name,
    {
      ...Object.fromEntries(
        Object.entries(answers).map(([method, answer]) => [
          method,
          async (options?: object) => {
            bridgeCalls.push([`${name}.${method}`, ...(options ? [options] : [])]);
            return answer(options);
          },
        ]),
      ),
      addListener: (event: string, listener: (data: unknown) => void) => {
        const key = `${name}.${event}`;
        listeners.set(key, [...(listeners.get(key) ?? []), listener]);
        const remove = () =>
          listeners.set(
            key,
            (listeners.get(key) ?? []).filter((it) => it !== listener),
          );
        return { remove };
      },
    },
  ];
  const opened: unknown[][] = [];
  vi.stubGlobal('window', {
    Capacitor: {
      isNativePlatform: () => true,
      getPlatform: () => platform,
      Plugins: Object.fromEntries(Object.entries(plugins).map(pluginOf)),
    },
    open: (...args: unknown[]) => void opened.push(args),
  });
  return {
    bridgeCalls,
    opened,
    report: (event: string, data?: unknown) => {
      for (const listener of listeners.get(event) ?? []) listener(data);
    },
  };
}

const nothing = () => undefined;
const isPhone = () => true;
const isNoPhone = () => false;
const links = { google: 'https://play.example/hevre', apple: 'https://apps.example/hevre' };

beforeEach(() => vi.stubGlobal('window', {}));
afterEach(() => vi.unstubAllGlobals());

describe('in a browser', () => {
  test.each([
    ['without the bridge', {}],
    [
      'with a bridge that is no phone’s',
      { Capacitor: { isNativePlatform: isNoPhone, Plugins: { App: {} } } },
    ],
    ['in a shell without plugins', { Capacitor: { isNativePlatform: isPhone } }],
  ])('no plugin is called: %s', async (_, window) => {
    vi.stubGlobal('window', window);
    vi.stubGlobal('navigator', {});
    provideWebApis();
    expect(navigator).toEqual({});
    expect([nativePush(), nativeSignIn()]).toEqual([null, null]);
    expect([await launchLink(), await storeHasNewer()]).toEqual([null, false]);
    await Promise.all([hideSplash(), minimizeApp(), forgetPushToken(), openStore(null)]);
    for (const listen of [onLink, onPushTap, onBackButton, followTheme]) listen(() => {})();
  });
});

describe('the splash screen and the back button', () => {
  test('use the plugins', async () => {
    const { bridgeCalls, report } = bridgeOf({
      SplashScreen: { hide: nothing },
      App: { minimizeApp: nothing },
    });
    await hideSplash();
    await minimizeApp();
    expect(bridgeCalls).toEqual([['SplashScreen.hide'], ['App.minimizeApp']]);
    const pressed = vi.fn<() => void>();
    const stop = onBackButton(() => pressed());
    report('App.backButton', { canGoBack: true });
    expect(pressed).toHaveBeenCalledOnce();
    stop();
    await Promise.resolve();
    report('App.backButton', { canGoBack: true });
    expect(pressed).toHaveBeenCalledOnce();
  });
});

describe('links', () => {
  test('are the address that launched the app, and each one that is opened later', async () => {
    const url = 'https://hevre.example/?joinclan=ABCDE';
    const { report } = bridgeOf({ App: { getLaunchUrl: () => ({ url }) } });
    expect(await launchLink()).toBe(url);
    const opened: string[] = [];
    onLink((address) => opened.push(address));
    report('App.appUrlOpen', { url: `${url}F` });
    report('App.appUrlOpen', {});
    expect(opened).toEqual([`${url}F`]);
  });

  test('are null where the app was launched by its icon', async () => {
    bridgeOf({ App: { getLaunchUrl: nothing } });
    expect(await launchLink()).toBeNull();
  });
});

describe('pushes', () => {
  const messaging = (receive: string) => ({
    FirebaseMessaging: {
      checkPermissions: () => ({ receive }),
      requestPermissions: () => ({ receive }),
      getToken: () => ({ token: 'token-1' }),
      deleteToken: nothing,
    },
  });

  test.each([
    ['granted', 'granted'],
    ['denied', 'denied'],
    ['prompt', 'default'],
    ['prompt-with-rationale', 'default'],
  ])('the phone’s permission %s is a browser’s %s', async (receive, permission) => {
    const { bridgeCalls } = bridgeOf(messaging(receive));
    const push = nativePush();
    expect([await push?.permission(), await push?.askPermission()]).toEqual([permission, permission]);
    expect(bridgeCalls).toEqual([
      ['FirebaseMessaging.checkPermissions'],
      ['FirebaseMessaging.requestPermissions'],
    ]);
  });

  test('use the plugin’s token, without a server’s key, until it is deleted', async () => {
    const { bridgeCalls } = bridgeOf(messaging('granted'));
    const push = nativePush();
    expect(push?.canBePushedTo('')).toBe(true);
    expect(await push?.subscribe('')).toBe('token-1');
    await push?.unsubscribe();
    await forgetPushToken();
    const deleted = ['FirebaseMessaging.deleteToken'];
    expect(bridgeCalls).toEqual([['FirebaseMessaging.getToken'], deleted, deleted]);
  });

  test('are shown in the foreground; another token is renewed, the same one is not', async () => {
    const { report } = bridgeOf(messaging('granted'));
    const push = nativePush();
    await push?.subscribe('');
    const [shown, renewed]: [unknown[], string[]] = [[], []];
    push?.listen({ show: (it) => shown.push(it), renew: () => renewed.push('renewed') });
    report('FirebaseMessaging.notificationReceived', {
      notification: { title: 'בול!', body: '4 נקודות', id: '7' },
    });
    report('FirebaseMessaging.notificationReceived', { notification: { title: 'בול!' } });
    report('FirebaseMessaging.notificationReceived', {});
    expect(shown).toEqual([
      { title: 'בול!', body: '4 נקודות' },
      { title: 'בול!', body: '' },
    ]);
    report('FirebaseMessaging.tokenReceived', { token: 'token-1' });
    report('FirebaseMessaging.tokenReceived', {});
    expect(renewed).toEqual([]);
    report('FirebaseMessaging.tokenReceived', { token: 'token-2' });
    expect(renewed).toEqual(['renewed']);
  });

  test.each([
    [{ link: 'post/7' }, 'post/7'],
    // A link out of the app, or none, opens the list of notifications.
    [{ link: '//evil.example' }, 'notifications'],
    [{ link: 'https://evil.example' }, 'notifications'],
    [{}, 'notifications'],
    [undefined, 'notifications'],
  ])('a tap on one with %j opens %s', (data, place) => {
    const { report } = bridgeOf(messaging('granted'));
    const tapped: string[] = [];
    onPushTap((link) => tapped.push(link));
    report('FirebaseMessaging.notificationActionPerformed', { actionId: 'tap', notification: { data } });
    expect(tapped).toEqual([place]);
  });
});

describe('the store', () => {
  test.each([
    [2, true],
    [1, false],
    [0, false],
  ])('has a newer version for the plugin’s availability %i: %s', async (updateAvailability, newer) => {
    bridgeOf({ AppUpdate: { getAppUpdateInfo: () => ({ updateAvailability }) } });
    expect(await storeHasNewer()).toBe(newer);
  });

  test('that cannot be queried has no newer version', async () => {
    bridgeOf({ AppUpdate: { getAppUpdateInfo: () => Promise.reject(new Error('no store')) } });
    expect(await storeHasNewer()).toBe(false);
  });

  test.each([
    ['android', links, [['https://play.example/hevre', '_blank', 'noopener']], []],
    ['ios', links, [['https://apps.example/hevre', '_blank', 'noopener']], []],
    ['ios', { ...links, apple: '' }, [], [['AppUpdate.openAppStore']]],
    ['android', null, [], [['AppUpdate.openAppStore']]],
  ])('on %s with %j opens %j, and calls the plugin with %j', async (platform, given, addresses, calls) => {
    const { bridgeCalls, opened } = bridgeOf({ AppUpdate: { openAppStore: nothing } }, platform);
    await openStore(given);
    expect({ opened, bridgeCalls }).toEqual({ opened: addresses, bridgeCalls: calls });
  });
});

describe('Web APIs', () => {
  const plugins = { Haptics: { impact: nothing }, Share: { share: nothing } };

  test('are provided by the plugins where the web view lacks them', async () => {
    const { bridgeCalls } = bridgeOf(plugins);
    vi.stubGlobal('navigator', {});
    provideWebApis();
    expect(navigator.vibrate(12)).toBe(true);
    const shared = { title: 'המשרד', text: 'בואו', url: 'https://hevre.example/?joinclan=ABCDE' };
    await navigator.share(shared);
    await navigator.share({ text: 'בואו' });
    expect(bridgeCalls).toEqual([
      ['Haptics.impact', { style: 'LIGHT' }],
      ['Share.share', shared],
      ['Share.share', { title: undefined, text: 'בואו', url: undefined }],
    ]);
  });

  test('are left unchanged where the web view has them', () => {
    bridgeOf(plugins);
    const own = { share: nothing, vibrate: nothing };
    vi.stubGlobal('navigator', own);
    provideWebApis();
    expect(navigator).toEqual({ share: nothing, vibrate: nothing });
  });
});

describe('the status bar', () => {
  test('has the color of the theme and a style that is legible on it', async () => {
    const { bridgeCalls } = bridgeOf({ StatusBar: { setStyle: nothing, setBackgroundColor: nothing } });
    const [light, dark] = [
      { media: '(prefers-color-scheme: light)', content: '#f4ede1' },
      { media: '(prefers-color-scheme: dark)', content: '#0b1517' },
    ];
    let system = 'light';
    let systemChanged = () => {};
    let tagChanged = () => {};
    const observed = vi.fn<(...args: unknown[]) => void>();
    vi.stubGlobal('document', { head: 'head', querySelectorAll: () => [light, dark] });
    vi.stubGlobal('matchMedia', (media: string) => ({
      matches: media.includes(system),
      addEventListener: (_: string, listener: () => void) => (systemChanged = listener),
      removeEventListener: () => (systemChanged = () => {}),
    }));
    vi.stubGlobal(
      'MutationObserver',
      class {
        constructor(listener: () => void) {
          tagChanged = listener;
        }
        observe = observed;
        disconnect = () => (tagChanged = () => {});
      },
    );
    const stop = followTheme();
    expect(observed).toHaveBeenCalledExactlyOnceWith('head', {
      subtree: true,
      attributes: true,
      attributeFilter: ['content'],
    });
    const shown = () => bridgeCalls.splice(0);
    expect(shown()).toEqual([
      ['StatusBar.setStyle', { style: 'LIGHT' }],
      ['StatusBar.setBackgroundColor', { color: '#f4ede1' }],
    ]);
    system = 'dark';
    systemChanged();
    expect(shown()).toEqual([
      ['StatusBar.setStyle', { style: 'DARK' }],
      ['StatusBar.setBackgroundColor', { color: '#0b1517' }],
    ]);
    // A theme that is chosen in the app overrides the system's.
    dark.content = '#f4ede1';
    tagChanged();
    tagChanged();
    expect(shown()).toEqual([
      ['StatusBar.setStyle', { style: 'LIGHT' }],
      ['StatusBar.setBackgroundColor', { color: '#f4ede1' }],
    ]);
    // Each of the three channels counts.
    for (const [content, style] of [
      ['#7f7fff', 'LIGHT'],
      ['#7fff7f', 'LIGHT'],
      ['#ff7f7f', 'LIGHT'],
      ['#7f7f80', 'DARK'],
    ] as const) {
      dark.content = content;
      tagChanged();
      expect(shown()[0]).toEqual(['StatusBar.setStyle', { style }]);
    }
    stop();
    dark.content = '#0b1517';
    systemChanged();
    tagChanged();
    expect(shown()).toEqual([]);
  });
});
