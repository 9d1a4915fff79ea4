import { browserStorage, createStorage } from '#actors/storage.ts';
import { defaultLanguage, setPageLocale, storageKeys } from '#i18n/stored-language.ts';
import { applyThemeMode, readThemeMode } from '#theme/theme-mode.ts';
import { appDataKey } from '#app/app-data-key.ts';
import { askEarly } from './ask-early.ts';
import { loadDeferredFonts } from './deferred-fonts.ts';
import { hasKey } from './has-key.ts';
import { preload } from './preload.ts';
import { workerChanged } from './worker-changed.ts';

/**
 * Runs in the page's head, before the first paint. Applies the theme and language chosen on this device, preloads the app
 * and a member's first screen, and asks the server for what it shows. A guest's page is complete without these.
 */
const local = browserStorage('localStorage');
const mode = readThemeMode();
if (mode !== 'system') applyThemeMode(mode);
const locale = local?.getItem(storageKeys.locale);
if (locale) setPageLocale(locale);

const stored = createStorage(local);
const session = stored.read('session');
const language = local?.getItem(storageKeys.code) ?? defaultLanguage;
if (hasKey(session, 'token')) {
  preload('entry', `first-${language}`, 'member', `member-${language}`);
  const server = { origin: import.meta.env.API_URL, version: import.meta.env.APP_VERSION };
  const isFeed = /^(#\/?(main)?)?$/.test(location.hash);
  const isReturning = stored.read(appDataKey) !== null;
  askEarly(
    server,
    String(session.token),
    // With stored app data the app starts at once, and asks for others then.
    [...(isReturning ? [] : (['appData'] as const)), ...(isFeed ? (['feed'] as const) : [])],
    // Else its code is still to be fetched, over the few connections that a browser opens.
    isReturning,
  );
}

// The watcher of worker changes loads late: an attribute records a change that happens before it.
const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
if (workers?.controller)
  workers.addEventListener(
    'controllerchange',
    () => document.documentElement.setAttribute(workerChanged, ''),
    {
      once: true,
    },
  );

// The install prompt may arrive before the app can offer it: keep it (actors/install.ts).
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  window.installPrompt = event;
});

// Fonts in a worker's cache need no deferring.
if (workers?.controller) loadDeferredFonts();
