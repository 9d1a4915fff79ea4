import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { postOptions } from '#machines/post-options.ts';
import { SheetBoundary } from '#screens/shell/SheetBoundary.tsx';
import { lazyComponent } from '#ui/primitives/lazy-component.tsx';

const GameOptionsSheet = lazyComponent(async () => (await import('./GameOptionsSheet.tsx')).GameOptionsSheet);

/** The sheet of a game's actions, while it is open. */
export function GameOptions({ actor }: { actor: ActorRefFrom<typeof postOptions> }) {
  const post = useSelector(actor, (it) => (it.hasTag('open') ? it.context.post : null));
  return (
    <SheetBoundary of={post?.id} onClose={() => actor.send({ type: 'options.close' })}>
      {post && <GameOptionsSheet actor={actor} post={post} />}
    </SheetBoundary>
  );
}
