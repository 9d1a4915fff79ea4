import { use, useEffectEvent, useId, useLayoutEffect } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { backStack } from '#machines/back-stack.ts';
import { MachinesContext, useMachines } from './app-context.tsx';

/** While it is rendered, Back calls `onBack` instead of leaving the screen. For what is open without an address of its own. */
export function BackLayer({ onBack }: { onBack: () => void }) {
  const { backStack } = useMachines();
  const layer = useId();
  const goBack = useEffectEvent(onBack);
  // With what it closes: Back may be pressed as soon as that is seen.
  useLayoutEffect(() => {
    const subscription = backStack.on('layer.back', (event) => {
      if (event.layer === layer) goBack();
    });
    backStack.send({ type: 'layer.opened', layer });
    return () => {
      backStack.send({ type: 'layer.closed', layer });
      subscription.unsubscribe();
    };
  }, [backStack, layer]);
  return null;
}

/**
 * Calls a function once at most `count` layers are open and the history has no entry of a closed one: going back and
 * replacing the address before that would leave or hit an entry of theirs.
 */
export function useAfterLayers(): (count: number, run: () => void) => void {
  const { screens } = use(MachinesContext);
  return (count, run) => {
    if (!screens) return run();
    const isSettled = (snapshot: SnapshotFrom<typeof backStack>) =>
      snapshot.hasTag('settled') && snapshot.context.layers.length <= count;
    if (isSettled(screens.backStack.getSnapshot())) return run();
    const subscription = screens.backStack.subscribe((snapshot) => {
      if (!isSettled(snapshot)) return;
      subscription.unsubscribe();
      run();
    });
  };
}
