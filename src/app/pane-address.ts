/** Search parameters of layers over a screen and its panes. */
const kept = ['sheet', 'of', 'wizard'];
/** Search parameters of panes beside a screen. */
const opened = ['match', 'game'];

const split = (href: string): readonly [path: string, search: URLSearchParams] => {
  const [path = '', search] = href.split('?');
  return [path, new URLSearchParams(search)];
};
const join = (path: string, search: URLSearchParams): string =>
  search.size > 0 ? `${path}?${search}` : path;
const without = (search: URLSearchParams, names: readonly string[]) =>
  new URLSearchParams([...search].filter(([name]) => !names.includes(name)));
const only = (search: URLSearchParams) => [...search].filter(([name]) => kept.includes(name));

/** The match or game of an address; null for an invitation's, whose league may have to be joined first. */
function openedBy(path: string, search: URLSearchParams): [name: string, id: string] | null {
  const match = search.get('id');
  if (path === '/item' && match !== null) return ['match', match];
  const game = /^\/post\/(\d+)$/.exec(path)?.[1];
  return game === undefined || search.has('code') ? null : ['game', game];
}

/** The router's location of an address: a match or game becomes a pane of the screen `beside`. */
export function toLocation(address: string, beside: string): string {
  const [path, search] = split(address);
  const shown = openedBy(path, search);
  if (shown === null) return address;
  const [screen, before] = split(beside);
  const over = only(search);
  const rest = without(before, over.length > 0 ? [...opened, ...kept] : opened);
  const own = without(rest, kept);
  return join(screen, new URLSearchParams([...own, shown, ...only(rest), ...over]));
}

/** The address of a router location: a match or game has its own, whatever screen it is beside. */
export function toAddress(location: string): string {
  const [, search] = split(location);
  const [match, game] = [search.get('match'), search.get('game')];
  if (match !== null) return join('/item', new URLSearchParams([['id', match], ...only(search)]));
  return game === null ? location : join(`/post/${game}`, new URLSearchParams(only(search)));
}

/** A location without its panes and layers. */
export function screenOf(location: string): string {
  const [path, search] = split(location);
  return join(path, without(search, [...opened, ...kept]));
}
