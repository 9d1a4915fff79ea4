/** The `media` of the style element with the deferred font faces, so that it does not apply (vite-prerender.ts). */
export const deferredMedia = 'not all';

/**
 * Lets the page load its deferred fonts: the Latin ones, which a first screen hardly uses, and which are four times as
 * large as the Hebrew ones.
 */
export const loadDeferredFonts = (): void =>
  document.querySelector(`style[media="${deferredMedia}"]`)?.removeAttribute('media');
