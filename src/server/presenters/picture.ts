import { smallPictureUrl } from '#contract/pictures.ts';

/** URL of an uploaded picture at full size, by its unguessable name. */
export const fullPictureUrl = (file: string): string => `/api/image/${file}`;

/** URL of a small picture: the upload's, else the bundled one. */
export const pictureUrl = (file: string | null, bundled: string | null = null): string | null =>
  file === null ? bundled : smallPictureUrl(fullPictureUrl(file));

/** A model's picture on the wire: `images` has it too, where there is one. */
export function imageFields(file: string | null, bundled: string | null = null) {
  const image = pictureUrl(file, bundled);
  return { image, images: image === null ? [] : [image] };
}

/** A league or a member as others show it: name and picture. */
export type NamedPicture = { id: number; name: string; file: string | null };
export const presentNamed = ({ id, name, file }: NamedPicture) => ({ id, name, image: pictureUrl(file) });
