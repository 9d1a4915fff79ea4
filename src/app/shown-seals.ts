import * as v from 'valibot';
import type { KeyValueStore } from '#actors/storage.ts';
import { storedValue } from './stored-value.ts';

/** On this device, the last seal that it was shown of a member's bets on an item: what the server says later is held against it. */
export const shownSeals = (storage: KeyValueStore) =>
  storedValue(storage, {
    key: ({ member, item }: { member: number; item: number }) => `seal:${member}:${item}`,
    schema: v.string(),
  });
