import { smallPictureUrl } from '#contract/pictures.ts';

/** URL of the full-size picture; its name cannot be guessed. */
export const fullPictureUrl = (file: string): string => `/api/image/${file}`;

/** URL of the thumbnail: the uploaded picture's, else the bundled one. */
export const pictureUrl = (file: string | null, bundled: string | null = null): string | null =>
  file === null ? bundled : smallPictureUrl(fullPictureUrl(file));

/** Picture fields on the wire: `image`, and `images` if there is a picture. */
export function imageFields(file: string | null, bundled: string | null = null) {
  const image = pictureUrl(file, bundled);
  return { image, images: image === null ? [] : [image] };
}

/** A league or member in another object: name and picture. */
export type NamedPicture = { id: number; name: string; file: string | null };
export const presentNamed = ({ id, name, file }: NamedPicture) => ({ id, name, image: pictureUrl(file) });
