import { useSelector } from '@xstate/react';
import { useT } from '#i18n/react.tsx';
import type { UploadActor } from '#machines/upload.ts';
import { ImageStrip, ImageTile } from '#ui/ImageStrip.tsx';
import type { Pictures } from './use-pictures.ts';
import { arrived, stateOf, whyNot } from './view.ts';

/** Pictures of the message being written; nothing where there are none. */
export function PictureStrip({ pictures: { list, remove } }: { pictures: Pictures }) {
  const t = useT();
  if (list.length === 0) return null;
  return (
    <ImageStrip label={t('pictures')}>
      {list.map(({ key, ref }, index) => (
        <Tile key={key} actor={ref} at={index + 1} onRemove={() => remove(key)} />
      ))}
    </ImageStrip>
  );
}

function Tile({ actor, at, onRemove }: { actor: UploadActor; at: number; onRemove: () => void }) {
  const t = useT();
  const snapshot = useSelector(actor, (now) => now);
  return (
    <ImageTile
      at={at}
      state={stateOf(snapshot)}
      picture={snapshot.context.picture ?? snapshot.context.file}
      image={arrived(snapshot)}
      share={snapshot.context.share}
      why={whyNot(snapshot, t)}
      onRemove={onRemove}
      onRetry={() => actor.send({ type: 'picture.retry' })}
    />
  );
}
