import { browserStorage, createStorage } from '#actors/storage.ts';
import { defaultLanguage, setPageLocale, storageKeys } from '#i18n/stored-language.ts';
import { applyThemeMode, readThemeMode } from '#theme/theme-mode.ts';
import { loadDeferredFonts } from './deferred-fonts.ts';
import { preload } from './preload.ts';
import { workerChanged } from './worker-changed.ts';

/**
 * Runs in the page's head, before the first paint. Applies the theme and language chosen on this device, and preloads the
 * app and a member's first screen. A guest's page is complete without these.
 */
const local = browserStorage('localStorage');
const mode = readThemeMode();
if (mode !== 'system') applyThemeMode(mode);
const locale = local?.getItem(storageKeys.locale);
if (locale) setPageLocale(locale);

const session = createStorage(local).read('session');
const isMember = typeof session === 'object' && session !== null && 'token' in session;
const language = local?.getItem(storageKeys.code) ?? defaultLanguage;
if (isMember) preload('entry', `first-${language}`, 'member', `member-${language}`);

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
