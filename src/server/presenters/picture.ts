import { smallPictureUrl } from '#contract/pictures.ts';
import type { Picture } from '#server/queries/item-rows.ts';

/** Where an uploaded picture is served whole: by its unguessable name. */
export const wholePicture = (file: string): string => `/api/image/${file}`;

/** The picture that stands beside a name: the uploaded one, small, else the one that ships with the app. */
export function address({ file, picture }: Picture): string | null {
  return file === null ? picture : smallPictureUrl(wholePicture(file));
}
