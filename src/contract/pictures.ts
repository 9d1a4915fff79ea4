import * as v from 'valibot';

/** The models with pictures, by wire name. */
export const PictureModel = v.picklist(['member', 'section', 'clan', 'option', 'itemtype', 'postcomment']);
export type PictureModel = v.InferOutput<typeof PictureModel>;

/** Limits of pictures (decisions §8). In their own file, so that the sign-in page does not load them. */
export const pictureLimits = {
  /** Maximum size of an upload in bytes, and in pixels when decoded. */
  bytes: 8 * 1024 * 1024,
  pixels: 24_000_000,
  /** Long sides, in pixels, of the two stored sizes. */
  large: 1600,
  small: 320,
  /** The size in bytes that the client compresses pictures to. */
  sentBytes: 400 * 1024,
  /** Limits of a member: attempts and stored bytes per day, and pictures and bytes in all. */
  triesPerDay: 150,
  bytesPerDay: 50 * 1024 * 1024,
  kept: 2000,
  keptBytes: 250 * 1024 * 1024,
} as const;

/** Whether a file may be a picture, by its MIME type; '' is accepted, since some devices give photos none. */
export const isPictureType = (type: string): boolean =>
  type === '' || (type.startsWith('image/') && !type.includes('svg'));

const servedPath = '/api/image/';

/** The URL of an uploaded picture's small size; other URLs are unchanged. */
export const smallPictureUrl = (address: string): string =>
  address.includes(servedPath) ? `${address}?size=small` : address;

/** Makes the picture URLs in a JSON answer absolute, for pages of another origin. */
export const withPicturesAt = (origin: string, json: string): string =>
  json.replaceAll(`"${servedPath}`, `"${origin}${servedPath}`);
