/** How a session ended: by a sign-out, or because the server refused its token. */
type SessionEnd = 'signedOut' | 'sessionExpired';

/**
 * Tells the service worker, which then removes stored pictures; after a sign-out also what another app shared, and the
 * subscription to pushes.
 */
export const reportSessionEnd = (end: SessionEnd): void =>
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- there is none without TLS
  navigator.serviceWorker?.controller?.postMessage(end);
