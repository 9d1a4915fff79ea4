import { smallPictureUrl } from '#contract/pictures.ts';
import type { PictureSource } from '#server/queries/item-rows.ts';

/** Where an uploaded picture is served whole: by its unguessable name. */
export const fullPictureUrl = (file: string): string => `/api/image/${file}`;

/** The picture that stands beside a name: the uploaded one, small, else the one that ships with the app. */
export function pictureUrl({ file, picture }: PictureSource): string | null {
  return file === null ? picture : smallPictureUrl(fullPictureUrl(file));
}
