import { useSelector } from '@xstate/react';
import { useT } from '#i18n/react.tsx';
import { useDates } from '#i18n/use-dates.ts';
import { useMe, useOutbox } from '#screens/app-context.tsx';
import { picturesOf } from '#screens/chat/message-rows.ts';
import { Message } from '#ui/chat/Message.tsx';
import * as css from './NotificationsScreen.css.ts';

/** The caller's messages that the server refused, of all chats, some of which may be gone with their games; nothing without any. */
export function RefusedMessages() {
  const t = useT();
  const { formatDate } = useDates();
  const me = useMe();
  const outbox = useOutbox();
  const refused = useSelector(outbox, ({ context }) => context.queue).filter((one) => one.refused);
  if (!me || refused.length === 0) return null;
  return (
    <section aria-labelledby="refused-messages">
      <h2 id="refused-messages" className={css.day}>
        {t('messagesNotSent')}
      </h2>
      <ul className={css.list}>
        {refused.map(({ key, description, images, made }) => (
          <li key={key}>
            <Message
              memberId={me.id}
              name={me.fname}
              mine
              firstOfRun
              text={description}
              pictures={picturesOf(images)}
              at={made}
              time={formatDate(made)}
              state="refused"
              onRetry={() => outbox.send({ type: 'message.retry', key })}
              onDelete={() => outbox.send({ type: 'message.discard', key })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
