import type { ReactNode } from 'react';
import { useT } from '#i18n/react.tsx';
import { Button } from '#ui/primitives/Button.tsx';
import { PictureButton } from './PictureButton.tsx';
import * as css from './PictureField.css.ts';
import { LocalPicture } from './LocalPicture.tsx';
import { ProgressRing } from './ProgressRing.tsx';
import { usePictureDrop } from './use-picture-drop.ts';

/** State of a picture's upload. */
export type PictureState = 'idle' | 'preparing' | 'sending' | 'done' | 'failed' | 'refused';

type Props = {
  /** The current picture: an avatar or a crest. */
  children: ReactNode;
  label: string;
  /** Shows the label beside the camera. */
  showLabel?: boolean;
  state: PictureState;
  /** Picture being uploaded. */
  picture: Blob | null;
  progress: number;
  /** Why the upload failed. */
  errorText: string | null;
  onFiles: (files: readonly File[]) => void;
  onCancel: () => void;
  onRetry: () => void;
};

/** Picture that can be replaced: by the camera button, by drop or by paste. */
export function PictureField({
  children,
  label,
  showLabel,
  state,
  picture,
  progress,
  errorText,
  ...on
}: Props) {
  const t = useT();
  const { over, handlers } = usePictureDrop(on.onFiles);
  const busy = state === 'preparing' || state === 'sending';
  const statusText = t(
    state === 'preparing' ? 'picturePreparing' : state === 'done' ? 'pictureDone' : 'pictureSending',
  );
  return (
    <div
      className={css.chip}
      role="group"
      aria-label={label}
      data-state={state}
      data-over={over || undefined}
      {...handlers}
    >
      <span className={css.face}>
        {children}
        {busy && (
          <span className={css.over}>
            {picture && <LocalPicture of={picture} className={css.preview} />}
            <span className={css.ring}>
              <ProgressRing progress={state === 'sending' ? progress : null} label={statusText} />
            </span>
          </span>
        )}
      </span>
      <div className={css.beside}>
        <div className={css.row}>
          <PictureButton label={label} showLabel={showLabel ?? false} busy={busy} onFiles={on.onFiles} />
          {busy && (
            <Button tone="plain" size="small" onClick={on.onCancel}>
              {t('pictureCancel')}
            </Button>
          )}
          {state === 'failed' && (
            <Button tone="quiet" size="small" onClick={on.onRetry}>
              {t('pictureRetry')}
            </Button>
          )}
        </div>
        {over && <p className={css.soft}>{t('pictureDrop')}</p>}
        <p role="status" className={css.soft}>
          {busy || state === 'done' ? statusText : ''}
        </p>
        {errorText && (
          <p role="alert" className={css.failure}>
            {errorText}
          </p>
        )}
      </div>
    </div>
  );
}
