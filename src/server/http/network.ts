import { isIP } from 'node:net';

/** The IP address in an X-Forwarded-For entry, to which some proxies add a port; null if there is none. */
export function parseForwardedAddress(entry: string): string | null {
  const [, bracketed, withPort] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(entry) ?? [];
  const address = bracketed ?? withPort ?? entry;
  return isIP(address) === 0 ? null : address;
}

/** Rate-limit key of an IP address: the IPv4 address, or the first 64 bits of an IPv6 one. */
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
