/** Host names that can only be reached from the same machine. */
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a push endpoint is on the machine that asks: a stand-in's, for development. */
export const isLoopbackEndpoint = (endpoint: string): boolean => loopback.test(new URL(endpoint).hostname);

/**
 * Whether a browser's push service could have given out this address: https, a public name, no port of its own. What the
 * name resolves to is looked at when it is sent to.
 */
export function isPushEndpoint(endpoint: string): boolean {
  if (!/^https?:\/\/[\x21-\x7e]+$/.test(endpoint) || !URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, hash } = new URL(endpoint);
  if (username || password || hash) return false;
  if (loopback.test(hostname)) return true;
  const isName = /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(hostname);
  return protocol === 'https:' && port === '' && isName;
}
