/** What lies over any screen, a match beside it too. */
const kept = ['sheet', 'of', 'wizard'] as const;
const matchPath = '/item';

const split = (href: string): readonly [path: string, search: URLSearchParams] => {
  const [path = '', search = ''] = href.split('?', 2);
  return [path, new URLSearchParams(search)];
};
const join = (path: string, search: URLSearchParams): string =>
  search.size === 0 ? path : `${path}?${search}`;

/** What lies over a screen, of its search parameters. */
function takeKept(from: URLSearchParams, into: URLSearchParams): void {
  for (const name of kept) {
    const value = from.get(name);
    from.delete(name);
    if (value !== null) into.set(name, value);
  }
}

/** Where the router shows an address: the address of a match is the screen it is opened beside, with the match. */
export function toLocation(address: string, beside: string): string {
  const [path, search] = split(address);
  const match = search.get('id');
  if (path !== matchPath || match === null) return address;
  const [screen, all] = split(beside);
  all.set('match', match);
  if (kept.some((name) => search.has(name))) for (const name of kept) all.delete(name);
  takeKept(search, all);
  return join(screen, all);
}

/** The address of what the router shows: a match has its own, whatever it is opened beside. */
export function toAddress(location: string): string {
  const [, search] = split(location);
  const match = search.get('match');
  if (match === null) return location;
  const own = new URLSearchParams({ id: match });
  takeKept(search, own);
  return join(matchPath, own);
}

/** The screen that a match is opened beside. */
export function screenOf(location: string): string {
  const [path, search] = split(location);
  for (const name of ['match', ...kept]) search.delete(name);
  return join(path, search);
}
