import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { postActions } from '#machines/post-actions.ts';
import { SheetBoundary } from '#screens/shell/SheetBoundary.tsx';
import { deferredComponent } from '#screens/deferred-component.ts';

const PostActionsSheet = deferredComponent(
  async () => (await import('./PostActionsSheet.tsx')).PostActionsSheet,
);

/** The sheet of a post's actions, while it is open. */
export function PostActions({ actor }: { actor: ActorRefFrom<typeof postActions> }) {
  const post = useSelector(actor, (it) => (it.hasTag('open') ? it.context.post : null));
  return (
    <SheetBoundary of={post?.id} onClose={() => actor.send({ type: 'actions.close' })}>
      {post && <PostActionsSheet actor={actor} post={post} />}
    </SheetBoundary>
  );
}
