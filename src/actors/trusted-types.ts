/** Where the service worker is. */
export const workerAddress = '/service-worker.js';

/** Where scripts of others come from: Google's, for the identity provider's popups. */
const scriptOrigins = ['https://apis.google.com'];
const policy = {
  createScriptURL: (address: string) => {
    const { href, origin } = new URL(address, window.location.href);
    return scriptOrigins.includes(origin) || href === window.location.origin + workerAddress ? address : null;
  },
};

declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: string, rules: typeof policy): unknown };
  }
}
let policyCreated = false;

/**
 * The page's one Trusted Types policy: the scripts that it may start, and nothing else. It is the one named `default`,
 * because Firebase's loader writes addresses as plain strings; markup and code as strings stay refused everywhere.
 */
export function allowListedScripts(): void {
  if (policyCreated) return;
  policyCreated = true;
  window.trustedTypes?.createPolicy('default', policy);
}
