import { browserStorage, createStorage } from '#actors/storage.ts';
import { defaultLanguage, setPageLocale, storageKeys } from '#i18n/stored-language.ts';
import { applyThemeMode, readThemeMode } from '#theme/theme-mode.ts';
import { loadDeferredFonts } from './deferred-fonts.ts';
import { preload } from './preload.ts';
import { workerChanged } from './worker-changed.ts';

/**
 * Runs in the page's head, before anything is drawn. Theme and language are those chosen on this device, if any; the app
 * and all that a member's first screen needs are fetched at once. A guest's page is whole without them.
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

// Who watches that comes with the late parts: a page that loads while another tab changes over would not hear of it.
const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
if (workers?.controller)
  workers.addEventListener(
    'controllerchange',
    () => document.documentElement.setAttribute(workerChanged, ''),
    {
      once: true,
    },
  );

// The browser offers to install the app before anything of it could show that: held until it does (actors/install.ts).
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  window.installPrompt = event;
});

// What a worker has kept is there at once.
if (isMember || workers?.controller) loadDeferredFonts();
