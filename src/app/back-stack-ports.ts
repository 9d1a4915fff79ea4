import { createActor, fromCallback } from 'xstate';
import { backStack, type EntriesChange, type HistoryMoved } from '#machines/back-stack.ts';

/** The browser's history as far as layers over a screen have entries in it. */
export type LayerHistory = {
  /** Of the current entry: the layers at and below it, and whether it is a layer's own. */
  readonly current: () => { layers: number; onLayer: boolean };
  /** Pushes one entry with the same address. */
  readonly push: (layers: number) => void;
  readonly back: (count: number) => void;
  /** `back`: to an earlier entry. */
  readonly subscribe: (listener: (back: boolean) => void) => () => void;
};

/** The started back stack of the app. */
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
