import type { KeyValueStore } from './storage.ts';

/** The random id by which the server knows this device again at sign-in. Made once, kept here. */
export function deviceId(storage: KeyValueStore): string {
  const kept = storage.read('device');
  if (typeof kept === 'string' && /^[A-Za-z0-9_-]{16,64}$/.test(kept)) return kept;
  const made = crypto.randomUUID();
  storage.write('device', made);
  return made;
}
