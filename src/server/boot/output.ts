import type { Writable } from 'node:stream';

/** Maximum bytes buffered for a reader that does not read. */
const maxWaiting = 64 * 1024;

export type Output = {
  /** Writes a text without waiting for its reader; returns false if it was dropped. */
  write(text: string): boolean;
};

/**
 * An output whose reader may stall or disappear without blocking the server. Dropped texts are counted, and replaced by
 * `report(dropped)` when the reader continues.
 */
export function openOutput(stream: Writable, report: (dropped: number) => string): Output {
  let dropped = 0;
  let isBroken = false;
  stream.on('error', () => (isBroken = true));
  stream.on('drain', () => {
    if (dropped > 0) stream.write(report(dropped));
    dropped = 0;
  });
  return {
    write(text) {
      const taken = !isBroken && stream.writableLength + text.length <= maxWaiting;
      if (taken) stream.write(text);
      else dropped += 1;
      return taken;
    },
  };
}
