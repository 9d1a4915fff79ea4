import { useActorRef, useSelector } from '@xstate/react';
import { use } from 'react';
import type { PictureModel } from '#contract/pictures.ts';
import { useEmitted } from '#screens/actor-hooks.ts';
import { useAppChild, useMachines } from '#screens/app-context.tsx';

type Options = { max: number; onSettled: () => void };

/** Uploads of the message being written; `UploadStrip` draws them. Suspends until the chat's machines are loaded. */
export function useUploads(model: PictureModel, { max, onSettled }: Options) {
  const { uploads } = use(useMachines().chat());
  const toasts = useAppChild('toasts');
  const actor = useActorRef(uploads, { input: { model, max } });
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
    full: list.length >= max,
    add: (files: readonly File[]) => actor.send({ type: 'files.add', files }),
    remove: (key: string) => actor.send({ type: 'picture.remove', key }),
    /** Removes all, once the message has them. */
    clear: () => actor.send({ type: 'files.clear' }),
  };
}

export type Uploads = ReturnType<typeof useUploads>;
