/** How a session ends: its member signed out, or the server refused it and they sign in again. */
type SessionEnd = 'signedOut' | 'sessionExpired';

/**
 * Tells the service worker, which removes what it has stored: pictures; once their member has left, what another app has
 * shared, and the subscription to pushes.
 */
export const reportSessionEnd = (end: SessionEnd): void =>
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- there is none without TLS
  navigator.serviceWorker?.controller?.postMessage(end);
