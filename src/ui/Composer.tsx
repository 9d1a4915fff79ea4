import { SendHorizontal } from 'lucide-react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { media } from '#theme/tokens.css.ts';
import { useT } from '#i18n/react.tsx';
import * as css from './Composer.css.ts';
import { Directional } from './Directional.tsx';
import { IconButton } from './IconButton.tsx';
import type { usePictureDrop } from './picture-drop.ts';

type Props = {
  text: string;
  onText: (text: string) => void;
  onSend: () => void;
  canSend: boolean;
  /** What goes along is still on its way. */
  busy?: boolean;
  most: number;
  /** Pictures to send, above the line; the button that adds one, before it. */
  pictures?: ReactNode;
  attach?: ReactNode;
  /** Paste and drop. */
  drop?: ReturnType<typeof usePictureDrop>;
  ref?: Ref<HTMLTextAreaElement>;
};

/** Near the end one wants to know how near. */
const countFrom = 50;

/** Where a key is a key, Enter sends; under thumbs it is a new line, as they are used to. */
const sends = (event: KeyboardEvent) =>
  event.key === 'Enter' &&
  !event.shiftKey &&
  !event.nativeEvent.isComposing &&
  matchMedia(media.hover).matches;

/** The line one writes on: a few lines tall at most, in whatever direction the words run. */
export function Composer(props: Props) {
  const { text, onText, onSend, canSend, busy = false, most, pictures, attach, drop, ref } = props;
  const t = useT();
  return (
    <div className={css.composer} data-over={drop?.over || undefined} {...drop?.handlers}>
      {pictures}
      <div className={css.line}>
        {attach}
        <div className={css.box}>
          <textarea
            ref={ref}
            className={css.area}
            dir={text === '' ? undefined : 'auto'}
            rows={1}
            maxLength={most}
            value={text}
            placeholder={t('writeMessage')}
            aria-label={t('writeMessage')}
            onChange={(event) => onText(event.target.value)}
            onKeyDown={(event) => {
              if (!sends(event)) return;
              event.preventDefault();
              if (canSend && !busy) onSend();
            }}
          />
          {text.length > most - countFrom && (
            <bdi dir="ltr" className={css.count}>{`${text.length}/${most}`}</bdi>
          )}
        </div>
        <IconButton
          label={t('send')}
          tone="main"
          busy={busy}
          disabled={!canSend}
          // The keyboard stays up, and the next message can be typed at once.
          onPointerDown={(event) => event.preventDefault()}
          onClick={onSend}
        >
          <Directional>
            <SendHorizontal size={20} aria-hidden="true" />
          </Directional>
        </IconButton>
      </div>
    </div>
  );
}
