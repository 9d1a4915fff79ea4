/** What lies over any screen, a match beside it too. */
const kept = ['sheet', 'of', 'wizard'];
const matchPath = '/item';

const split = (href: string): readonly [path: string, search: URLSearchParams] => {
  const [path = '', search] = href.split('?');
  return [path, new URLSearchParams(search)];
};
const join = (path: string, search: URLSearchParams): string =>
  search.size > 0 ? `${path}?${search}` : path;
const without = (search: URLSearchParams, names: readonly string[]) =>
  new URLSearchParams([...search].filter(([name]) => !names.includes(name)));
const only = (search: URLSearchParams) => [...search].filter(([name]) => kept.includes(name));

/** Where the router shows an address: the address of a match is the screen it is opened beside, with the match. */
export function toLocation(address: string, beside: string): string {
  const [path, search] = split(address);
  const match = search.get('id');
  if (path !== matchPath || match === null) return address;
  const [screen, before] = split(beside);
  const over = only(search);
  const rest = without(before, over.length > 0 ? ['match', ...kept] : ['match']);
  const own = without(rest, kept);
  return join(screen, new URLSearchParams([...own, ['match', match], ...only(rest), ...over]));
}

/** The address of what the router shows: a match has its own, whatever it is opened beside. */
export function toAddress(location: string): string {
  const [, search] = split(location);
  const match = search.get('match');
  return match === null ? location : join(matchPath, new URLSearchParams([['id', match], ...only(search)]));
}

/** The screen that a match is opened beside. */
export function screenOf(location: string): string {
  const [path, search] = split(location);
  return join(path, without(search, ['match', ...kept]));
}
