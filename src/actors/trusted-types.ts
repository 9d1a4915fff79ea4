/** Where scripts of others come from, and nothing else: Google's, for the identity provider's popups. */
const scriptOrigins = ['https://apis.google.com'];
const policy = {
  createScriptURL: (address: string) =>
    scriptOrigins.includes(new URL(address, window.location.href).origin) ? address : null,
};

declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: string, rules: typeof policy): unknown };
  }
}
let policyCreated = false;

/**
 * The page's one Trusted Types policy. It is the one named `default`, because those scripts and Firebase's loader
 * write addresses as plain strings; markup and code as strings stay refused everywhere.
 */
export function allowProviderScripts(): void {
  if (policyCreated) return;
  policyCreated = true;
  window.trustedTypes?.createPolicy('default', policy);
}
