import { smallPictureUrl } from '#contract/pictures.ts';
import type { PictureSource } from '#server/queries/item-rows.ts';

/** URL of an uploaded picture at full size, by its unguessable name. */
export const fullPictureUrl = (file: string): string => `/api/image/${file}`;

/** URL of a small picture: the upload's, else the bundled one. */
export function pictureUrl({ file, picture }: PictureSource): string | null {
  return file === null ? picture : smallPictureUrl(fullPictureUrl(file));
}
