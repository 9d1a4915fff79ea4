import { useActorRef, useSelector } from '@xstate/react';
import { use } from 'react';
import { limits } from '#contract/limits.ts';
import { useEmitted } from '#screens/actor-hooks.ts';
import { useAppChild, useMachines } from '#screens/app-context.tsx';

/**
 * Uploads of the message being written; `UploadStrip` draws them. Suspends until the chat's machines are loaded.
 * `onSettled`: none is under way or has failed any more.
 */
export function useUploads(onSettled: () => void) {
  const { uploads } = use(useMachines().chat());
  const toasts = useAppChild('toasts');
  const actor = useActorRef(uploads, { input: { model: 'postcomment', max: limits.chat.images } });
  useEmitted(actor, 'files.rejected', (rejected) =>
    toasts.send({
      type: 'toast.show',
      toast: { kind: 'failure', message: 'picturesMost', values: { most: rejected.max } },
    }),
  );
  useEmitted(actor, 'pictures.settled', onSettled);
  const list = useSelector(actor, ({ context }) => context.pictures);
  const some = (status: 'busy' | 'failed') => list.some((one) => one.status === status);
  return {
    list,
    /** Uploaded pictures, in the order they were chosen. */
    ready: list.flatMap(({ status, image }) => (status === 'done' && image ? [image] : [])),
    busy: some('busy'),
    failed: some('failed'),
    full: list.length >= limits.chat.images,
    add: (files: readonly File[]) => actor.send({ type: 'files.add', files }),
    remove: (key: string) => actor.send({ type: 'picture.remove', key }),
    /** Removes all, once the message has them. */
    clear: () => actor.send({ type: 'files.clear' }),
  };
}

export type Uploads = ReturnType<typeof useUploads>;
