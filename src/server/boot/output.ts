import type { Writable } from 'node:stream';

/** What may wait for a reader that has stopped reading, in bytes. */
const maxWaiting = 64 * 1024;

export type Output = {
  /** Writes a text without waiting for its reader; false if it was not taken. */
  write(text: string): boolean;
};

/**
 * Output whose reader may stall or go away without stopping the server. What is not taken is counted, and `report`
 * says so in its place once the reader reads again.
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
