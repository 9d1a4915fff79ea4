import * as v from 'valibot';
import type { Api } from '#actors/api.ts';
import type { KeyValueStore } from '#actors/storage.ts';
import { Image } from '#contract/models.ts';
import type { AppActor } from '#machines/app.ts';
import { outbox, type StoredMessage } from '#machines/outbox.ts';
import { storedRecord } from './stored-value.ts';
import { withTimeout } from './with-timeout.ts';

const StoredMessageSchema = v.object({
  key: v.string(),
  post: v.number(),
  description: v.string(),
  images: v.array(Image),
  made: v.string(),
});

/** The outbox with its ports provided. */
export function provideOutbox(api: Api, storage: KeyValueStore) {
  const { ports } = storedRecord<StoredMessage, { member: number }>(storage, {
    key: ({ member }) => `unsent:${member}:`,
    schema: StoredMessageSchema,
  });
  return outbox.provide({
    actors: {
      loadUnsent: ports.load,
      messageStore: ports.keep,
      // No Idempotency-Key: it would repeat an earlier refusal to a retry. The message's own key prevents duplicates.
      sendMessage: withTimeout(({ input: { key, post, description, images } }) =>
        api.create('postcomment', {
          comment_post: post,
          description,
          images: images.map(({ id }) => id),
          key,
        }),
      ),
    },
  });
}

/** Shows a toast for each refused message: its chat may be closed, or gone with its game. */
export function toastRefusedMessages(app: AppActor): void {
  const { context, children } = app.getSnapshot();
  context.outbox?.on('message.refused', () =>
    children.toasts?.send({
      type: 'toast.show',
      toast: { kind: 'failure', message: 'messageNotSent' },
    }),
  );
}
