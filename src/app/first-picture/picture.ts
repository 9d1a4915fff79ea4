import { browserStorage, createStorage } from '#actors/storage.ts';
import { defaultLanguage, storageKeys } from '#i18n/stored-language.ts';
import { isMembersPath } from '#app/members-routes.ts';
import { filesOf, preload } from './preload.ts';
import { rememberTaps } from './tapped.ts';

/**
 * Runs at the page's end, before its first paint: puts up the picture of what is going to be there, which the build
 * has drawn (prerender.tsx), and then starts the app. What is typed into it stays in its fields, and what is
 * tapped waits for the app (take-over.ts).
 */
const local = browserStorage('localStorage');
const stored = createStorage(local);
const tab = createStorage(browserStorage('sessionStorage'));

const root = document.getElementById('root');
const place = placeOf(location.hash.slice(1) || '/');
const picture = pictureIn(local?.getItem(storageKeys.code) ?? defaultLanguage) ?? pictureIn(defaultLanguage);
if (root && picture) {
  root.append(picture.content.cloneNode(true));
  root.dataset['picture'] = place;
  if (place === 'elsewhere') showBarsAlone(root);
  rememberTaps(root);
}

// Not before the picture is painted; a page that is not looked at paints nothing.
if (document.visibilityState === 'hidden') startApp();
else requestAnimationFrame(() => setTimeout(startApp));

function startApp() {
  if (place === 'door') preload('door');
  preload(`first-${local?.getItem(storageKeys.code) ?? defaultLanguage}`);
  for (const href of filesOf('entry')) void import(/* @vite-ignore */ href);
}

function pictureIn(language: string) {
  const name = place === 'elsewhere' ? 'feed' : place;
  return document.querySelector<HTMLTemplateElement>(`template[data-picture="${name}-${language}"]`);
}

function showBarsAlone(page: HTMLElement) {
  page.querySelector('[aria-current]')?.removeAttribute('aria-current');
  page.querySelector('main')?.replaceChildren();
}

/** What is going to be there, as far as it is known: nothing but the logo where it is not, nothing between a member's bars on other screens. */
function placeOf(address: string): 'door' | 'feed' | 'elsewhere' | 'splash' {
  const [path = '', search = ''] = address.split('?');
  const isDeep = /(^|&)(match|game)=/.test(search);
  if (hasKey(stored.read('session'), 'token')) {
    if (path === '/login' || path === '/welcome') return 'splash';
    return (path === '/' || path === '/main') && !isDeep ? 'feed' : 'elsewhere';
  }
  const isDoor = path === '/login' || (isMembersPath(path) && !isDeep);
  return isDoor && !isDoorChanged() ? 'door' : 'splash';
}

/** Somebody was invited, or their session has ended, or they have been sent a PIN: the door says or asks something else. */
function isDoorChanged(): boolean {
  const state: { expired?: boolean } | null = history.state;
  const draft = tab.read('sign-in');
  const isSent = hasKey(draft, 'sent') && draft.sent === true;
  const isInvited = stored.read('invitation') !== null || /[?&]joinclan=/.test(location.search);
  return state?.expired === true || isSent || isInvited;
}

function hasKey<Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> {
  return typeof value === 'object' && value !== null && key in value;
}
