import { browserStorage, createStorage } from '#actors/storage.ts';
import { defaultLanguage, storageKeys } from '#i18n/stored-language.ts';
import { isMembersPath } from '#app/members-routes.ts';
import { coverWith } from './cover.ts';
import { loadDeferredFonts } from './deferred-fonts.ts';
import { hasKey } from './has-key.ts';
import { readKeptPage } from './kept-page.ts';
import { filesOf, preload } from './preload.ts';
import { rememberTaps } from './early-taps.ts';

/**
 * Runs at the end of the page, before its first paint: shows the prerendered page of the address (render-pages.tsx), or
 * the member's feed as last shown (cover.ts), and then starts the app. Text typed into a prerendered page stays, and taps
 * wait for the app (mount-page.ts).
 */
const local = browserStorage('localStorage');
const stored = createStorage(local);
const tab = createStorage(browserStorage('sessionStorage'));
const draft = tab.read('sign-in');

/** Milliseconds that the first paint is waited for. */
const longestPaint = 500;

const root = document.getElementById('root');
const place = placeOf(location.hash.slice(1) || '/');
const page = pageIn(local?.getItem(storageKeys.code) ?? defaultLanguage) ?? pageIn(defaultLanguage);
if (root && page) {
  const kept = place === 'feed' ? readKeptPage(local) : null;
  if (kept) {
    coverWith(kept, root);
    loadDeferredFonts();
  } else root.append(page.content.cloneNode(true));
  root.dataset['prerendered'] = place;
  if (place === 'elsewhere') showBarsAlone(root);
  if (place === 'sign-in') keepNumber(root);
  rememberTaps(root);
}

// Starts after the first paint; a hidden page does not paint.
if (document.visibilityState === 'hidden') startApp();
// The sign-in page is complete without the app, which waits until it is on the screen.
else if (place === 'sign-in') onceShown(startApp);
else requestAnimationFrame(() => setTimeout(startApp));

/** Calls `start` once the browser reports that the content is painted; after a while if it does not, such as an old Safari. */
function onceShown(start: () => void) {
  const limit = setTimeout(shown, longestPaint);
  const observer = new PerformanceObserver((paints) => {
    if (paints.getEntriesByName('first-contentful-paint').length > 0) shown();
  });
  observer.observe({ type: 'paint', buffered: true });
  function shown() {
    clearTimeout(limit);
    observer.disconnect();
    start();
  }
}

function startApp() {
  if (place === 'sign-in') preload('sign-in');
  preload(`first-${local?.getItem(storageKeys.code) ?? defaultLanguage}`);
  const scripts = filesOf('entry').map((href) => import(/* @vite-ignore */ href));
  // Not before: the fonts would delay the download of the scripts.
  void Promise.allSettled(scripts).then(loadDeferredFonts);
}

function pageIn(language: string) {
  const name = place === 'elsewhere' ? 'feed' : place;
  return document.querySelector<HTMLTemplateElement>(`template[data-page="${name}-${language}"]`);
}

function showBarsAlone(shown: HTMLElement) {
  shown.querySelector('[aria-current]')?.removeAttribute('aria-current');
  shown.querySelector('main')?.replaceChildren();
}

/** Stores the typed number, so that it survives a reload as in the app (auth-ports.ts). */
function keepNumber(shown: HTMLElement) {
  const field = shown.querySelector('input');
  if (!field) return;
  const kept = hasKey(draft, 'phone') ? draft : { phone: '' };
  if (typeof kept.phone === 'string') field.value = kept.phone;
  field.addEventListener('input', () => {
    if (shown.dataset['prerendered'] === undefined) return;
    tab.write('sign-in', { name: '', sent: false, ...kept, nameKnown: false, phone: field.value });
  });
}

/** The prerendered page to show: `splash` (the logo) if the screen is unknown, `elsewhere` for a member's other screens. */
function placeOf(address: string): 'sign-in' | 'feed' | 'elsewhere' | 'splash' {
  const [path = '', search = ''] = address.split('?');
  const isDeep = /(^|&)(match|game)=/.test(search);
  if (hasKey(stored.read('session'), 'token')) {
    if (path === '/login' || path === '/welcome') return 'splash';
    return (path === '/' || path === '/main') && !isDeep ? 'feed' : 'elsewhere';
  }
  const isSignIn = path === '/login' || (isMembersPath(path) && !isDeep);
  return isSignIn && !isSignInChanged() ? 'sign-in' : 'splash';
}

/** Whether the sign-in page will differ from the prerendered one: after an invitation, an expired session or a sent PIN. */
function isSignInChanged(): boolean {
  const state: { expired?: boolean } | null = history.state;
  const isSent = hasKey(draft, 'sent') && draft.sent === true;
  const isInvited = stored.read('invitation') !== null || /[?&]joinclan=/.test(location.search);
  return state?.expired === true || isSent || isInvited;
}
