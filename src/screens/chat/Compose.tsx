import { useActorRef, useSelector } from '@xstate/react';
import { limits } from '#contract/limits.ts';
import { useT } from '#i18n/react.tsx';
import { useMachines } from '#screens/kit.tsx';
import { PictureStrip } from '#screens/upload/PictureStrip.tsx';
import { usePictures } from '#screens/upload/use-pictures.ts';
import { Composer } from '#ui/Composer.tsx';
import { ImageButton } from '#ui/ImageButton.tsx';
import { usePictureDrop } from '#ui/picture-drop.ts';
import type { Reader } from './Room.tsx';

type Props = { post: number; me: Reader; atHand: boolean; onSent: () => void };

/** The keyboard comes here as the chat opens, and goes back to where it was when it closes. */
function takeFocus(line: HTMLTextAreaElement | null): (() => void) | undefined {
  if (!line) return undefined;
  const before = document.activeElement;
  line.focus({ preventScroll: true });
  return () => before instanceof HTMLElement && before.focus({ preventScroll: true });
}

/** Where one writes. What is on the line stays on it until it is sent, whatever happens to the page. */
export function Compose({ post, me, atHand, onSent }: Props) {
  const t = useT();
  const { composer, outbox } = useMachines();
  const actor = useActorRef(composer, { input: { member: me.id, post, outbox } });
  const pictures = usePictures('postcomment', { most: limits.chat.images });
  const drop = usePictureDrop(pictures.add);
  const text = useSelector(actor, ({ context }) => context.text);
  const images = pictures.ready;
  const says = useSelector(actor, (it) => it.can({ type: 'message.send', key: '', images, made: '' }));
  return (
    <Composer
      {...(atHand && { ref: takeFocus })}
      text={text}
      onText={(typed) => actor.send({ type: 'text.change', text: typed })}
      most={limits.chat.message}
      pictures={<PictureStrip pictures={pictures} />}
      attach={
        <ImageButton label={t('pictureAdd')} multiple disabled={pictures.full} onFiles={pictures.add} />
      }
      drop={drop}
      // Nothing goes out without the pictures that are to go with it.
      busy={pictures.busy}
      canSend={(says || pictures.busy) && !pictures.failed}
      onSend={() => {
        const made = new Date().toISOString();
        actor.send({ type: 'message.send', key: crypto.randomUUID(), images, made });
        pictures.clear();
        onSent();
      }}
    />
  );
}
