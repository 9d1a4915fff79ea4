import * as v from 'valibot';

/** The models that may have a picture, by their names on the wire. */
export const PictureModel = v.picklist(['member', 'section', 'clan', 'option', 'itemtype', 'postcomment']);
export type PictureModel = v.InferOutput<typeof PictureModel>;

/** Limits of pictures (decisions §8). Kept apart from the other limits: the sign-in page loads none of it. */
export const pictureLimits = {
  /** What may be sent, and how much of it once it is unpacked. */
  bytes: 8 * 1024 * 1024,
  pixels: 24_000_000,
  /** The long sides of the two that are kept. */
  large: 1600,
  small: 320,
  /** The browser makes a photo lighter than this before it sends it. */
  sentBytes: 400 * 1024,
  /** A member's: tries and kept bytes a day, and what they may keep in all. */
  triesPerDay: 150,
  bytesPerDay: 50 * 1024 * 1024,
  kept: 2000,
  keptBytes: 250 * 1024 * 1024,
} as const;

/** Whether a file may be a picture, by its own type; some devices give a photo none. */
export const isPictureType = (type: string): boolean =>
  type === '' || (type.startsWith('image/') && !type.includes('svg'));

const servedPath = '/api/image/';

/** The small one of an uploaded picture; any other address is its own. */
export const smallPictureUrl = (address: string): string =>
  address.includes(servedPath) ? `${address}?size=small` : address;

/** An answer in JSON whose pictures lie at the server's origin, for a page that is not from there. */
export const withPicturesAt = (origin: string, json: string): string =>
  json.replaceAll(`"${servedPath}`, `"${origin}${servedPath}`);
