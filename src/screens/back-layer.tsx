import { use, useEffectEvent, useId, useLayoutEffect } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { backStack } from '#machines/back-stack.ts';
import { MachinesContext, useMachines } from './app-context.tsx';

/** Makes Back call `onBack` instead of leaving the screen, while it is rendered. For what is open without an address of its own. */
export function BackLayer({ onBack }: { onBack: () => void }) {
  const { backStack } = useMachines();
  const layer = useId();
  const goBack = useEffectEvent(onBack);
  // Layout effect: Back may be pressed as soon as the layer is painted.
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
 * Calls a function once at most `count` layers are open and the history has no entry of a closed one: going back or
 * replacing the address earlier would leave or replace a layer's entry.
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
