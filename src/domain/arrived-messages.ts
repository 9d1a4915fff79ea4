import type { Message } from '#contract/models.ts';
import type { ChatWindow } from './chat-window.ts';

/** What was written at the end of a chat that was open: not what is loaded above it, nor below where there is more. */
export const arrivedSince = (before: ChatWindow, after: ChatWindow): readonly Message[] =>
  before.hasNewer ? [] : after.messages.filter(({ id, active }) => active && id > before.syncedId);
