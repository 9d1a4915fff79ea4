import { useActorRef, useSelector } from '@xstate/react';
import type { Image } from '#contract/models.ts';
import type { PictureModel } from '#contract/pictures.ts';
import { useT } from '#i18n/react.tsx';
import { useEmitted } from '#screens/actor-hooks.ts';
import { useApp, useMachines } from '#screens/app-context.tsx';
import { Avatar } from '#ui/people/Avatar.tsx';
import { Crest } from '#ui/match/Crest.tsx';
import { PictureField } from '#ui/picture/PictureField.tsx';
import { uploadedThumbnail, pictureStateOf, uploadErrorText } from './upload-display.ts';

type Props = {
  model: PictureModel;
  /** Id of the object that gets the picture once it is uploaded. */
  id: number;
  name: string;
  image: string | null;
  showLabel?: boolean;
  onUploaded?: (image: Image) => void;
};

/** A picture, and the control to replace it. */
export function PictureUpload({ model, id, name, image, showLabel, onUploaded }: Props) {
  const t = useT();
  const app = useApp();
  const { upload } = useMachines();
  const actor = useActorRef(upload, { input: { model, id } });
  useEmitted(actor, 'upload.done', (done) => {
    // The app data holds the caller, their leagues and groups, which are shown everywhere.
    app.send({ type: 'data.refresh' });
    onUploaded?.(done.image);
  });
  const snapshot = useSelector(actor, (now) => now);
  const shown = uploadedThumbnail(snapshot) ?? image;
  const label = t(shown ? 'pictureChange' : 'pictureAdd');
  return (
    <PictureField
      label={model === 'option' ? `${label}: ${name}` : label}
      {...(showLabel && { showLabel })}
      state={pictureStateOf(snapshot)}
      picture={snapshot.context.picture ?? snapshot.context.file}
      progress={snapshot.context.progress}
      errorText={uploadErrorText(snapshot, t)}
      onFiles={([file]) => file && actor.send({ type: 'picture.choose', file })}
      onCancel={() => actor.send({ type: 'picture.cancel' })}
      onRetry={() => actor.send({ type: 'picture.retry' })}
    >
      {model === 'member' ? (
        <Avatar name={name} image={shown} size="large" decorative />
      ) : (
        <Crest name={name} image={shown} size="large" />
      )}
    </PictureField>
  );
}
