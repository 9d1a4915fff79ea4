/** Loopback host names. */
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a push endpoint is a local stand-in for development. */
export const isLoopbackEndpoint = (endpoint: string): boolean => loopback.test(new URL(endpoint).hostname);

/**
 * Whether an address can be a push service's endpoint: https, a public name, the default port; or a loopback address. What
 * the name resolves to is checked when sending.
 */
export function isPushEndpoint(endpoint: string): boolean {
  if (!/^https?:\/\/[\x21-\x7e]+$/.test(endpoint) || !URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, hash } = new URL(endpoint);
  if (username || password || hash) return false;
  if (loopback.test(hostname)) return true;
  const isName = /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(hostname);
  return protocol === 'https:' && port === '' && isName;
}
