/** What another app shares into this one, by the manifest's `share_target`. */

/** Posted to by the device; its service worker answers, or the server where there is none: both lead to `shareRoute`. */
export const sharePath = '/share';
export const shareRoute = '/#/share';
/** The form's fields. */
export const shareFields = { title: 'title', text: 'text', url: 'url', picture: 'picture' } as const;

export type SharedTexts = { readonly title: string; readonly text: string; readonly url: string };

/** Where it waits on the device, one at a time, and for how long at most, in milliseconds. */
export const shareCache = 'share';
const shareLifetime = 24 * 60 * 60 * 1000;
/** Fields beside the form's: when it came, by the device's clock, and why a file is not among the pictures. */
export const keptFields = { at: 'at', refusal: 'refusal' } as const;
/** Of a text, in characters; a message takes fewer. */
export const longestShare = 5_000;

/** Whether its time has passed, or is not known; one that came later than now is of a clock that was set back. */
export const isShareOver = (at: number, now: number): boolean => !(Math.abs(now - at) <= shareLifetime);
