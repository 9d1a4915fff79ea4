import type { Message } from '#contract/models.ts';
import type { ChatWindow } from './chat-window.ts';

/** Messages that an update appended to the end of an open chat; none if the end was not loaded before. */
export const arrivedSince = (before: ChatWindow, after: ChatWindow): readonly Message[] =>
  before.hasNewer ? [] : after.messages.filter(({ id, active }) => active && id > before.syncedId);
