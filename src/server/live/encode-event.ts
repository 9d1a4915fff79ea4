import type { LiveEvent } from '#contract/live-events.ts';

const encoder = new TextEncoder();

export const encodeText = (text: string): Uint8Array => encoder.encode(text);

/** A live event as a message of an SSE stream. */
export const encodeEvent = (event: LiveEvent): Uint8Array =>
  encodeText(`id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`);
