import { parseJson } from './parse-json.ts';

/** Start of the app's keys in Web Storage. */
const prefix = 'hevre:';

/**
 * A key-value store over Web Storage, as JSON. Values that a blocked or full storage refuses are kept in memory, unless
 * another tab writes the same key.
 */
export function createStorage(area: Storage | null) {
  const refused = new Map<string, string>();
  const storageKeys = () =>
    area ? Array.from({ length: area.length }, (_, index) => area.key(index) ?? '') : [];

  return {
    read(key: string): unknown {
      return parseJson(refused.get(prefix + key) ?? area?.getItem(prefix + key) ?? 'null');
    },
    /** Writes a value; null removes it. Returns whether it was stored beyond this page. */
    write(key: string, value: unknown): boolean {
      const text = JSON.stringify(value ?? null);
      try {
        if (!area) throw new Error('storage is closed');
        if (text === 'null') area.removeItem(prefix + key);
        else area.setItem(prefix + key, text);
        refused.delete(prefix + key);
        return true;
      } catch {
        refused.set(prefix + key, text);
        return false;
      }
    },
    /** All values whose keys start with a prefix, by the rest of their keys. */
    readAll(keyPrefix: string): Record<string, unknown> {
      const from = prefix + keyPrefix;
      const keys = [...new Set([...storageKeys(), ...refused.keys()])].filter((key) => key.startsWith(from));
      return Object.fromEntries(
        keys.map((key) => [key.slice(from.length), this.read(key.slice(prefix.length))]),
      );
    },
    /**
     * Calls `changed` with each key that another tab writes, and the value at that time, which may have changed since; with
     * a null key when the tab clears the storage. Returns how to stop.
     */
    watch(changed: (key: string | null, value: unknown) => void): () => void {
      const listen = ({ storageArea, key, newValue }: StorageEvent) => {
        if (storageArea !== area) return;
        if (key !== null) refused.delete(key);
        if (key === null || key.startsWith(prefix))
          changed(key && key.slice(prefix.length), parseJson(newValue ?? 'null'));
      };
      window.addEventListener('storage', listen);
      return () => window.removeEventListener('storage', listen);
    },
  };
}

export type KeyValueStore = ReturnType<typeof createStorage>;

/** The browser's storage (`localStorage`) or the tab's (`sessionStorage`); null if access is denied. */
export function browserStorage(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return window[name];
  } catch {
    return null;
  }
}
