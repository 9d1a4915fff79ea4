import { createBrowserHistory, type HistoryLocation } from '@tanstack/react-router';
import { scrolledEntry } from '#screens/history-entry.ts';
import { media } from '#theme/tokens.css.ts';
import { screenOf, toAddress, toLocation } from './pane-address.ts';

type EntryState = HistoryLocation['state'];

const firstScreen = '/main';
const hasChat = (location: string) => /[?&]sheet=chat(&|$)/.test(location);
/** Whether a location never has panes beside it. */
const isAlone = (location: string) => /^\/(login|welcome|item)(\?|$)/.test(location);
const leagueIn = (location: string) => /^\/section\/(\d+)/.exec(location)?.[1];

function parse(href: string, state: EntryState): HistoryLocation {
  const search = href.includes('?') ? href.slice(href.indexOf('?')) : '';
  return { href, pathname: href.slice(0, href.length - search.length), search, hash: '', state };
}

/**
 * The app's history, which translates between addresses and router locations. In a window with panes, a match or game
 * opens beside the screen it was opened from; each entry stores that screen, and the league visited last.
 * Entries that the browser made for plain links get the key and index of the router's own entries: the key finds the
 * scroll position, the index distinguishes forward from back.
 */
export function createAppHistory() {
  const panes = window.matchMedia(media.panes);
  const allPanes = window.matchMedia(media.allPanes);
  // Bound before the router patches it.
  const replaceState = window.history.replaceState.bind(window.history);
  const address = () => window.location.hash.slice(1) || '/';

  /** The router location of an address or location, opened from the current one. */
  function locationOf(href: string): string {
    if (!panes.matches) return toAddress(href);
    const { href: here } = history.location;
    if (isAlone(here)) return toLocation(href, firstScreen);
    return toLocation(href, allPanes.matches && hasChat(here) ? here : screenOf(here));
  }
  /** The state of a new entry. */
  function stateOf(href: string, location: string, state: object): object {
    const now = history.location.state;
    const league = leagueIn(location) ?? now.league;
    const kept = { ...state, ...(league !== undefined && { league: Number(league) }) };
    if (toAddress(location) === location) return kept;
    const beside = screenOf(location);
    if (href === location) return { ...kept, beside };
    const { layers = 0 } = now;
    return { ...kept, beside, below: scrolledEntry(now), layers, onLayer: false, match: layers };
  }

  window.addEventListener('popstate', () => {
    if (window.history.state !== null) return;
    const href = address();
    // oxlint-disable-next-line no-underscore-dangle -- the router's own name of an entry's place
    const index = history.location.state.__TSR_index + 1;
    const entry = { __TSR_index: index, __TSR_key: crypto.randomUUID() };
    replaceState({ ...stateOf(href, locationOf(href), {}), ...entry }, '');
  });
  const history = createBrowserHistory({
    parseLocation: () => {
      // Removing an invitation's code from the address also drops the entry's state.
      const { state: kept }: { state: EntryState | null } = window.history;
      const state = kept ?? { __TSR_index: 0, __TSR_key: crypto.randomUUID() };
      const { beside = firstScreen } = state;
      return parse(panes.matches ? toLocation(address(), beside) : toAddress(address()), state);
    },
    createHref: (location) => `${window.location.pathname}${window.location.search}#${toAddress(location)}`,
  });
  const { push, replace } = history;
  history.push = (href, state: object = {}, options) => {
    const location = locationOf(href);
    const go = location === history.location.href && location !== href ? replace : push;
    go(location, stateOf(href, location, state), options);
  };
  history.replace = (href, state: object = {}, options) => {
    const location = locationOf(href);
    replace(location, stateOf(href, location, state), options);
  };
  // The layout changed: panes become screens, or screens panes.
  panes.addEventListener('change', () =>
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state as unknown })),
  );
  return history;
}
