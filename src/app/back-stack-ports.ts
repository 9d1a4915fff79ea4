import { createActor, fromCallback } from 'xstate';
import { backStack, type EntriesChange, type HistoryMoved } from '#machines/back-stack.ts';

/** The part of the browser's history that the back stack uses. */
export type LayerHistory = {
  /** `layers`: how many layers have entries up to the current one. `onLayer`: whether the current entry is a layer's. */
  readonly current: () => { layers: number; onLayer: boolean };
  /** Pushes an entry with the same address for the layer number `layers`. */
  readonly push: (layers: number) => void;
  readonly back: (count: number) => void;
  /** `back`: whether the move went to an earlier entry. Returns how to stop. */
  readonly subscribe: (listener: (back: boolean) => void) => () => void;
};

/** Creates and starts the app's back stack. */
export function startBackStack(history: LayerHistory) {
  const position = () => {
    const { layers: entries, onLayer } = history.current();
    return { entries, onLayer };
  };
  const actor = createActor(
    backStack.provide({
      actors: {
        history: fromCallback<EntriesChange, undefined, HistoryMoved>(({ sendBack, receive }) => {
          receive(({ type, count }) => {
            if (type === 'entries.remove') return history.back(count);
            const { layers } = history.current();
            for (let layer = layers + 1; layer <= layers + count; layer += 1) history.push(layer);
          });
          return history.subscribe((back) => sendBack({ type: 'history.moved', ...position(), back }));
        }),
      },
    }),
    { input: position() },
  );
  return actor.start();
}
