import { useSelector } from '@xstate/react';
import { useT } from '#i18n/react.tsx';
import type { UploadActor } from '#machines/upload.ts';
import { PictureStrip, PictureTile } from '#ui/picture/PictureStrip.tsx';
import type { Uploads } from './use-uploads.ts';
import { uploadedThumbnail, pictureStateOf, uploadErrorText } from './upload-display.ts';

/** Pictures of the message being written; nothing where there are none. */
export function UploadStrip({ pictures: { list, remove } }: { pictures: Uploads }) {
  const t = useT();
  if (list.length === 0) return null;
  return (
    <PictureStrip label={t('pictures')}>
      {list.map(({ key, ref }, index) => (
        <UploadTile key={key} actor={ref} at={index + 1} onRemove={() => remove(key)} />
      ))}
    </PictureStrip>
  );
}

function UploadTile({ actor, at, onRemove }: { actor: UploadActor; at: number; onRemove: () => void }) {
  const t = useT();
  const snapshot = useSelector(actor, (now) => now);
  return (
    <PictureTile
      at={at}
      state={pictureStateOf(snapshot)}
      picture={snapshot.context.picture ?? snapshot.context.file}
      image={uploadedThumbnail(snapshot)}
      progress={snapshot.context.progress}
      errorText={uploadErrorText(snapshot, t)}
      onRemove={onRemove}
      onRetry={() => actor.send({ type: 'picture.retry' })}
    />
  );
}
