import { useActorRef, useSelector } from '@xstate/react';
import { use } from 'react';
import { limits } from '#contract/limits.ts';
import { useT } from '#i18n/react.tsx';
import { useEmitted } from '#screens/actor-hooks.ts';
import { useMachines, useOutbox } from '#screens/app-context.tsx';
import { UploadStrip } from '#screens/upload/UploadStrip.tsx';
import { useUploads } from '#screens/upload/use-uploads.ts';
import { MessageInput } from '#ui/chat/MessageInput.tsx';
import { PictureButton } from '#ui/picture/PictureButton.tsx';
import { usePictureDrop } from '#ui/picture/use-picture-drop.ts';
import type { ChatMember } from './ChatThread.tsx';

type Props = { post: number; me: ChatMember; autoFocus: boolean; onSent: () => void };

/** Focuses the input when the chat opens; the focus returns to the previous element when it closes. */
function focusUntilUnmount(line: HTMLTextAreaElement | null): (() => void) | undefined {
  if (!line) return undefined;
  const before = document.activeElement;
  line.focus({ preventScroll: true });
  return () => before instanceof HTMLElement && before.focus({ preventScroll: true });
}

/** The message input. Unsent text is stored and survives a reload. */
export function MessageComposer({ post, me, autoFocus, onSent }: Props) {
  const t = useT();
  const outbox = useOutbox();
  const { composer } = use(useMachines().chat());
  const actor = useActorRef(composer, { input: { member: me.id, post, outbox } });
  const pictures = useUploads(() => actor.send({ type: 'pictures.settled' }));
  useEmitted(actor, 'pictures.shared', ({ files }) => pictures.add(files));
  const drop = usePictureDrop(pictures.add);
  const text = useSelector(actor, ({ context }) => context.text);
  const images = pictures.ready;
  const hasMessage = useSelector(actor, (it) => it.can({ type: 'message.send', key: '', images, made: '' }));
  return (
    <MessageInput
      {...(autoFocus && { ref: focusUntilUnmount })}
      text={text}
      onText={(typed) => actor.send({ type: 'text.change', text: typed })}
      maxLength={limits.chat.message}
      pictures={<UploadStrip pictures={pictures} />}
      attach={
        <PictureButton label={t('pictureAdd')} multiple disabled={pictures.full} onFiles={pictures.add} />
      }
      drop={drop}
      // Sending waits for the attached pictures to be uploaded.
      busy={pictures.busy}
      canSend={(hasMessage || pictures.busy) && !pictures.failed}
      onSend={() => {
        const made = new Date().toISOString();
        actor.send({ type: 'message.send', key: crypto.randomUUID(), images, made });
        pictures.clear();
        onSent();
      }}
    />
  );
}
