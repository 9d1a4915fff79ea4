import type { SnapshotFrom } from 'xstate';
import { smallPictureUrl } from '#contract/pictures.ts';
import type { Translate } from '#i18n/i18n.ts';
import type { upload } from '#machines/upload.ts';
import type { PictureState } from '#ui/picture/PictureField.tsx';

type Snapshot = SnapshotFrom<typeof upload>;

/** State of an upload for the picture components. */
export const pictureStateOf = ({ value }: Snapshot): PictureState =>
  typeof value === 'object' ? 'sending' : value;

/** Thumbnail of the newest uploaded picture. */
export const uploadedThumbnail = ({ context: { image } }: Snapshot): string | null =>
  image && smallPictureUrl(image.imagefullurl);

/** Why an upload failed, as a sentence. */
export function uploadErrorText({ context: { refusal, failure } }: Snapshot, t: Translate): string | null {
  if (refusal) return t(refusal === 'too_big' ? 'pictureTooBig' : 'pictureNotOne');
  if (!failure) return null;
  return t(failure.kind === 'offline' ? 'pictureOffline' : `failure.${failure.kind}`);
}
