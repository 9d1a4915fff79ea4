import { LocalPicture } from '#ui/picture/LocalPicture.tsx';
import { PictureButton } from '#ui/picture/PictureButton.tsx';
import { PictureField, type PictureState } from '#ui/picture/PictureField.tsx';
import { PictureStrip, PictureTile } from '#ui/picture/PictureStrip.tsx';
import { ProgressRing } from '#ui/picture/ProgressRing.tsx';
import { Avatar } from '#ui/people/Avatar.tsx';
import * as css from './Gallery.css.ts';
import { flag, nothing, useSampleText } from './samples.ts';

/** A picture chosen on this device. */
const chosen = new Blob(
  ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#678" d="M0 0h8v8z"/></svg>'],
  { type: 'image/svg+xml' },
);

const states = {
  idle: 'idle',
  preparing: 'preparing',
  sending: 'sending',
  done: 'done',
  failed: 'failed',
  refused: 'refused',
} as const satisfies Record<PictureState, PictureState>;

export function Picture() {
  const word = useSampleText();
  const label = word('תמונה', 'Picture');
  const failure = word('התמונה לא עלתה', 'The picture was not sent');
  const hasFailed = (state: PictureState) => state === 'failed' || state === 'refused';
  return (
    <>
      {Object.values(states).map((state) => (
        <PictureField
          key={state}
          label={label}
          showLabel={state === 'done'}
          state={state}
          picture={chosen}
          progress={0.6}
          errorText={hasFailed(state) ? failure : null}
          onFiles={nothing}
          onCancel={nothing}
          onRetry={nothing}
        >
          <Avatar name={word('נועה', 'Noa')} size="large" />
        </PictureField>
      ))}
      <PictureStrip label={label}>
        {Object.values(states).map((state, at) => (
          <PictureTile
            key={state}
            at={at + 1}
            state={state}
            picture={chosen}
            image={state === 'done' ? flag('jpn') : null}
            progress={0.6}
            errorText={hasFailed(state) ? failure : null}
            onRemove={nothing}
            onRetry={nothing}
          />
        ))}
      </PictureStrip>
      <div className={css.flow}>
        <PictureButton label={label} onFiles={nothing} />
        <PictureButton label={label} showLabel disabled onFiles={nothing} />
        <span className={css.thumbnail}>
          <ProgressRing progress={null} label={label} />
        </span>
        <span className={css.thumbnail}>
          <ProgressRing progress={0.6} label={label} />
        </span>
        <LocalPicture of={chosen} className={css.thumbnail} />
      </div>
    </>
  );
}
