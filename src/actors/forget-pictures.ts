/** Removes the pictures that the service worker has kept: they were shown to whoever has left. */
export const forgetPictures = (): void =>
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- there is none without TLS
  navigator.serviceWorker?.controller?.postMessage('forgetPictures');
