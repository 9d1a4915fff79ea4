import { createBrowserHistory, type HistoryLocation } from '@tanstack/react-router';
import { scrolledEntry } from '#screens/history-entry.ts';
import { media } from '#theme/tokens.css.ts';
import { screenOf, toAddress, toLocation } from './pane-address.ts';

type EntryState = HistoryLocation['state'];

const firstScreen = '/main';
const hasChat = (location: string) => /[?&]sheet=chat(&|$)/.test(location);
/** Nothing is opened beside these. */
const isAlone = (location: string) => /^\/(login|welcome|item)(\?|$)/.test(location);
const leagueIn = (location: string) => /^\/section\/(\d+)/.exec(location)?.[1];

function parse(href: string, state: EntryState): HistoryLocation {
  const search = href.includes('?') ? href.slice(href.indexOf('?')) : '';
  return { href, pathname: href.slice(0, href.length - search.length), search, hash: '', state };
}

/**
 * The app's history: outside it has addresses, and inside what the router shows of them. Where there are panes, a match
 * or a game lies beside the screen that it was opened from, which stays as it is; each entry knows that screen, and the league
 * that was visited last.
 * An entry that a plain link made, by the browser itself, gets the key and the place that the router's own entries
 * have: its scroll position goes by the one, and what is forward and what is back by the other.
 */
export function createAppHistory() {
  const panes = window.matchMedia(media.panes);
  const allPanes = window.matchMedia(media.allPanes);
  // The router replaces the original, to hear of it.
  const replaceState = window.history.replaceState.bind(window.history);
  const address = () => window.location.hash.slice(1) || '/';

  /** From where one is, to an address or to what the router shows of one. */
  function locationOf(href: string): string {
    if (!panes.matches) return toAddress(href);
    const { href: here } = history.location;
    if (isAlone(here)) return toLocation(href, firstScreen);
    return toLocation(href, allPanes.matches && hasChat(here) ? here : screenOf(here));
  }
  /** Of an entry to come. */
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
      // An invitation's code leaves the address with the entry's state.
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
  // What lay beside a screen is a screen of its own now, or the other way round.
  panes.addEventListener('change', () =>
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state as unknown })),
  );
  return history;
}
