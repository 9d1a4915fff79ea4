/** How a session ends: its member signed out, or the server refused it and they sign in again. */
type SessionEnd = 'signedOut' | 'sessionExpired';

/** Tells the service worker, which removes what it has stored: pictures; what another app has shared, once its member has left. */
export const reportSessionEnd = (end: SessionEnd): void =>
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- there is none without TLS
  navigator.serviceWorker?.controller?.postMessage(end);
