import type { Picture } from '#server/queries/item-rows.ts';

/** Where a picture is served: an uploaded one by its unguessable name, else the one that ships with the app. */
export function address({ file, picture }: Picture): string | null {
  return file === null ? picture : `/api/image/${file}`;
}
