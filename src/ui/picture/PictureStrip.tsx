import { RotateCcw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '#i18n/react.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import type { PictureState } from './PictureField.tsx';
import * as css from './PictureStrip.css.ts';
import { LocalPicture } from './LocalPicture.tsx';
import { ProgressRing } from './ProgressRing.tsx';

/** Horizontally scrolling row of pictures to send: a `PictureTile` each. */
export function PictureStrip({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={css.strip} aria-label={label}>
      {children}
    </ul>
  );
}

type Props = {
  /** Position, from 1. */
  at: number;
  state: PictureState;
  picture: Blob | null;
  /** Its address on the server, once it is uploaded. */
  image: string | null;
  progress: number;
  errorText: string | null;
  onRemove: () => void;
  onRetry: () => void;
};

/** One picture, with the state of its upload. */
export function PictureTile({ at, state, picture, image, progress, errorText, onRemove, onRetry }: Props) {
  const t = useT();
  return (
    <li className={css.item} data-state={state}>
      <span className={css.tile} role="group" aria-label={t('pictureNumber', { at })}>
        {image ? (
          <img className={css.picture} src={image} alt="" draggable={false} />
        ) : (
          picture && <LocalPicture of={picture} className={css.picture} />
        )}
        {(state === 'preparing' || state === 'sending') && (
          <span className={css.ring}>
            <ProgressRing progress={state === 'sending' ? progress : null} label={t('pictureSending')} />
          </span>
        )}
        {state === 'failed' && (
          <span className={css.ring}>
            <IconButton
              label={`${t('pictureRetry')}: ${t('pictureNumber', { at })}`}
              tone="main"
              size="small"
              onClick={onRetry}
            >
              <RotateCcw size={20} />
            </IconButton>
          </span>
        )}
        <span className={css.remove}>
          <IconButton label={t('pictureRemove', { at })} tone="main" size="small" onClick={onRemove}>
            <X size={16} />
          </IconButton>
        </span>
      </span>
      {errorText && (
        <span role="alert" className={css.failure}>
          {errorText}
        </span>
      )}
    </li>
  );
}
