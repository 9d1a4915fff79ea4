import { affects, type LiveSubject } from '#domain/affects.ts';
import { useLiveEvents } from './app-context.tsx';

/** Calls `refresh` after each live event that affects what the component shows. */
export const useLiveRefresh = (subject: LiveSubject | null, refresh: () => void): void =>
  useLiveEvents((event) => {
    if (subject && affects(event, subject)) refresh();
  });
