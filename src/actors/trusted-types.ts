/** The path of the service worker. */
export const workerAddress = '/service-worker.js';

/** Origins of third-party scripts: Google's, for the identity provider's popups. */
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
 * Creates the page's only Trusted Types policy, which allows a list of script addresses. It is the `default` policy,
 * because Firebase's loader assigns addresses as plain strings; strings as markup or code stay refused.
 */
export function allowListedScripts(): void {
  if (policyCreated) return;
  policyCreated = true;
  window.trustedTypes?.createPolicy('default', policy);
}
