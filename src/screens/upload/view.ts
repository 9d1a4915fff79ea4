import type { SnapshotFrom } from 'xstate';
import { smallPictureUrl } from '#contract/pictures.ts';
import type { Translate } from '#i18n/i18n.ts';
import type { upload } from '#machines/upload.ts';
import type { PictureState } from '#ui/ImageChip.tsx';

type Snapshot = SnapshotFrom<typeof upload>;

/** Where a picture stands, as its parts show it. */
export function stateOf(snapshot: Snapshot): PictureState {
  if (snapshot.matches('waiting')) return 'idle';
  if (snapshot.matches('sending')) return 'sending';
  return snapshot.value as Exclude<PictureState, 'idle' | 'sending'>;
}

/** The newest that arrived, small. */
export const arrived = ({ context: { image } }: Snapshot): string | null =>
  image && smallPictureUrl(image.imagefullurl);

/** What stops it, and what helps. */
export function whyNot({ context: { refusal, failure } }: Snapshot, t: Translate): string | null {
  if (refusal) return t(refusal === 'too_big' ? 'pictureTooBig' : 'pictureNotOne');
  if (!failure) return null;
  return t(failure.kind === 'offline' ? 'pictureOffline' : `failure.${failure.kind}`);
}
