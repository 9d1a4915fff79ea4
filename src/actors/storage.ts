/** What this browser keeps, by key, as JSON. A full or forbidden storage loses nothing that is on the screen. */
export function createStorage(area: Storage | null, prefix = 'hevre:') {
  return {
    read(key: string): unknown {
      try {
        return JSON.parse(area?.getItem(prefix + key) ?? 'null');
      } catch {
        return null;
      }
    },
    /** Writes a value; null removes it. Answers whether it was kept. */
    write(key: string, value: unknown): boolean {
      try {
        if (value === null || value === undefined) area?.removeItem(prefix + key);
        else area?.setItem(prefix + key, JSON.stringify(value));
        return area !== null;
      } catch {
        return false;
      }
    },
    /** Every kept value below a prefix, by the rest of its key. */
    readAll(start: string): Record<string, unknown> {
      const from = prefix + start;
      const keys = area ? Array.from({ length: area.length }, (_, index) => area.key(index) ?? '') : [];
      return Object.fromEntries(
        keys
          .filter((key) => key.startsWith(from))
          .map((key) => [key.slice(from.length), this.read(key.slice(prefix.length))]),
      );
    },
    /** Calls back when another tab wrote the key, or `cleared` everything. Answers how to stop. */
    watch(key: string, changed: (value: unknown, cleared: boolean) => void): () => void {
      const listen = (event: StorageEvent) => {
        if (event.storageArea === area && (event.key === prefix + key || event.key === null))
          changed(this.read(key), event.key === null);
      };
      window.addEventListener('storage', listen);
      return () => window.removeEventListener('storage', listen);
    },
  };
}

export type KeyValueStore = ReturnType<typeof createStorage>;

function areaOrNull(area: () => Storage): Storage | null {
  try {
    return area();
  } catch {
    return null;
  }
}

/** The browser's storage, or null where it is forbidden (a private window, a strict policy). */
export const browserStorage = (): Storage | null => areaOrNull(() => window.localStorage);

/** What lives as long as the tab. */
export const tabStorage = (): Storage | null => areaOrNull(() => window.sessionStorage);
