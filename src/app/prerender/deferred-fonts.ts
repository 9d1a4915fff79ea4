/** Of the style element that has the deferred fonts' faces: applies nowhere (vite-prerender.ts). */
export const deferredMedia = 'not all';

/**
 * Lets the page load its deferred fonts: the Latin letters, of which a guest's first screen has few, and which are four
 * times as large as the Hebrew ones.
 */
export const loadDeferredFonts = (): void =>
  document.querySelector(`style[media="${deferredMedia}"]`)?.removeAttribute('media');
