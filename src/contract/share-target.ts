/** Receiving what another app shares, by the manifest's `share_target`. */

/** The path that the device posts to. The service worker answers, or without one the server; both redirect to `shareRoute`. */
export const sharePath = '/share';
export const shareRoute = '/#/share';
/** Names of the posted form's fields. */
export const shareFields = { title: 'title', text: 'text', url: 'url', picture: 'picture' } as const;

export type SharedTexts = { readonly title: string; readonly text: string; readonly url: string };

/** The cache that holds one share on the device, and for how long at most, in milliseconds. */
export const shareCache = 'share';
const shareLifetime = 24 * 60 * 60 * 1000;
/** Additional stored fields: when it arrived, by the device's clock, and why a file was refused. */
export const keptFields = { at: 'at', refusal: 'refusal' } as const;
/** Maximum characters of a shared text; a message takes fewer. */
export const longestShare = 5_000;

/** Whether a share has expired, or its time `at` is unknown. A future `at` counts too, since the clock may have been set back. */
export const isShareOver = (at: number, now: number): boolean => !(Math.abs(now - at) <= shareLifetime);
