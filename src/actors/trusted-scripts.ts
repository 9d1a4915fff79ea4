/** Where scripts of others come from, and nothing else: Google's, for the identity provider's popups. */
const origins = ['https://apis.google.com'];
const policy = {
  createScriptURL: (address: string) =>
    origins.includes(new URL(address, window.location.href).origin) ? address : null,
};

type Factory = { createPolicy(name: string, rules: typeof policy): unknown };
let made = false;

/**
 * The page's one Trusted Types policy. It is the one named `default`, because those scripts and Firebase's loader
 * write addresses as plain strings; markup and code as strings stay refused everywhere.
 */
export function trustScripts(): void {
  if (made) return;
  made = true;
  (window as { trustedTypes?: Factory }).trustedTypes?.createPolicy('default', policy);
}
