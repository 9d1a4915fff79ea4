import { SendHorizontal } from 'lucide-react';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { media } from '#theme/tokens.css.ts';
import { useT } from '#i18n/react.tsx';
import * as css from './MessageInput.css.ts';
import { Directional } from '#ui/primitives/Directional.tsx';
import { IconButton } from '#ui/primitives/IconButton.tsx';
import { passFocusOn } from '#ui/primitives/pass-focus-on.ts';
import type { usePictureDrop } from '#ui/picture/use-picture-drop.ts';

type Props = {
  text: string;
  onText: (text: string) => void;
  onSend: () => void;
  canSend: boolean;
  /** Attached pictures are still uploading. */
  busy?: boolean;
  maxLength: number;
  /** Attached pictures, above the input; the button that adds one, before it. */
  pictures?: ReactNode;
  attach?: ReactNode;
  /** Handlers for pasted and dropped pictures. */
  drop?: ReturnType<typeof usePictureDrop>;
  ref?: Ref<HTMLTextAreaElement>;
};

/** Remaining characters from which the counter is shown. */
const showCountBelow = 50;

/** Enter sends on devices with hover; on touch devices it inserts a new line. */
const isSendKey = (event: KeyboardEvent) =>
  event.key === 'Enter' &&
  !event.shiftKey &&
  !event.nativeEvent.isComposing &&
  matchMedia(media.hover).matches;

/** Chat input: grows to a few lines, in the direction of its text. */
export function MessageInput(props: Props) {
  const { text, onText, onSend, canSend, busy = false, maxLength, pictures, attach, drop, ref } = props;
  const t = useT();
  return (
    <div className={css.container} data-over={drop?.over || undefined} {...drop?.handlers}>
      <div ref={passFocusOn} className={css.pictures}>
        {pictures}
      </div>
      <div className={css.line}>
        {attach}
        <div className={css.box}>
          <textarea
            ref={ref}
            className={css.area}
            dir={text === '' ? undefined : 'auto'}
            rows={1}
            maxLength={maxLength}
            value={text}
            placeholder={t('writeMessage')}
            aria-label={t('writeMessage')}
            onChange={(event) => onText(event.target.value)}
            onKeyDown={(event) => {
              if (!isSendKey(event)) return;
              event.preventDefault();
              if (canSend && !busy) onSend();
            }}
          />
          {text.length > maxLength - showCountBelow && (
            <bdi className={css.count}>{`${text.length}/${maxLength}`}</bdi>
          )}
        </div>
        <IconButton
          label={t('send')}
          tone="main"
          busy={busy}
          disabled={!canSend}
          // Keeps the on-screen keyboard open.
          onPointerDown={(event) => event.preventDefault()}
          onClick={onSend}
        >
          <Directional>
            <SendHorizontal size={20} />
          </Directional>
        </IconButton>
      </div>
    </div>
  );
}
