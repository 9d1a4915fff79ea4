import { useActorRef, useSelector } from '@xstate/react';
import type { PictureModel } from '#contract/pictures.ts';
import { useEmitted } from '#screens/actor-hooks.ts';
import { useAppChild, useMachines } from '#screens/app-context.tsx';

/** Uploads of the message being written; `UploadStrip` draws them. */
export function useUploads(model: PictureModel, { most }: { most: number }) {
  const { uploads } = useMachines();
  const toasts = useAppChild('toasts');
  const actor = useActorRef(uploads, { input: { model, most } });
  useEmitted(actor, 'files.left', (left) =>
    toasts.send({
      type: 'toast.show',
      toast: { kind: 'failure', message: 'picturesMost', values: { most: left.most } },
    }),
  );
  const list = useSelector(actor, ({ context }) => context.pictures);
  const some = (standing: 'busy' | 'stuck') => list.some((one) => one.standing === standing);
  return {
    list,
    /** Uploaded pictures, in the order they were chosen. */
    ready: list.flatMap(({ standing, image }) => (standing === 'done' && image ? [image] : [])),
    busy: some('busy'),
    failed: some('stuck'),
    full: list.length >= most,
    add: (files: readonly File[]) => actor.send({ type: 'files.add', files }),
    remove: (key: string) => actor.send({ type: 'picture.remove', key }),
    /** Removes all, once the message has them. */
    clear: () => actor.send({ type: 'files.clear' }),
  };
}

export type Uploads = ReturnType<typeof useUploads>;
