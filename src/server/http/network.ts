import { isIP } from 'node:net';

/** The address of an entry of X-Forwarded-For, where some proxies write the port as well; null if it has none. */
export function parseForwardedAddress(entry: string): string | null {
  const [, bracketed, withPort] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(entry) ?? [];
  const address = bracketed ?? withPort ?? entry;
  return isIP(address) === 0 ? null : address;
}

/** Rate-limit key of an IP address: the IPv4, or the first 64 bits of an IPv6. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = plain.toLowerCase().split('::');
  const known = head.split(':').filter(Boolean);
  const rest = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - known.length - rest.length) }, () => '0');
  const groups = [...known, ...zeros, ...rest].slice(0, 4);
  return groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':');
}
