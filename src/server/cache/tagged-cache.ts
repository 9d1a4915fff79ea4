/** What an entry is made of: when something under one of its tags changes, the entry is dropped. */
type Entry<Value> = {
  readonly value: Value;
  readonly tags: readonly string[];
  /** About how much memory it takes. */
  readonly bytes: number;
};

/** What was dropped since a read began. */
type Read = { readonly dropped: Set<string>; cleared: boolean };

/**
 * Values that were read from the database, by key, as long as nothing that they are made of has changed; those used
 * longest ago make room for new ones. What was read before a change is told, and comes after, is not kept.
 */
export class TaggedCache<Value> {
  readonly #maxBytes: number;
  readonly #isCurrent: () => boolean;
  /** Those used last stand last. */
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #keys = new Map<string, Set<string>>();
  readonly #reads = new Set<Read>();
  #bytes = 0;

  /** `isCurrent`: everything that has changed is told by now. While it is false nothing is answered from memory. */
  constructor({ maxBytes, isCurrent }: { maxBytes: number; isCurrent: () => boolean }) {
    this.#maxBytes = maxBytes;
    this.#isCurrent = isCurrent;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Undefined: ask the database. */
  get(key: string): Value | undefined {
    if (!this.#isCurrent()) return undefined;
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Reads from the database, and keeps of what was read the entries that nothing has changed meanwhile. */
  async read<Result>(
    load: () => Promise<Result>,
    entriesOf: (result: Result) => Iterable<readonly [key: string, entry: Entry<Value>]>,
  ): Promise<Result> {
    const read: Read = { dropped: new Set(), cleared: false };
    this.#reads.add(read);
    try {
      const result = await load();
      if (!read.cleared && this.#isCurrent()) {
        for (const [key, entry] of entriesOf(result)) {
          if (!entry.tags.some((tag) => read.dropped.has(tag))) this.#keep(key, entry);
        }
      }
      return result;
    } finally {
      this.#reads.delete(read);
    }
  }

  /** The value of a key: from memory, or loaded, and kept with what `describe` tells of it. */
  async getOrLoad(
    key: string,
    load: () => Promise<Value>,
    describe: (value: Value) => Omit<Entry<Value>, 'value'>,
  ): Promise<Value> {
    const known = this.get(key);
    if (known !== undefined) return known;
    return this.read(load, (value) => [[key, { ...describe(value), value }]]);
  }

  /** Something under the tag has changed: `member:7`, and with it whatever is under `member:`, for any of that kind. */
  drop(tag: string): void {
    for (const it of new Set([tag, tag.slice(0, tag.indexOf(':') + 1)])) {
      for (const read of this.#reads) read.dropped.add(it);
      for (const key of this.#keys.get(it) ?? []) this.delete(key);
    }
  }

  /** Anything may have changed. */
  clear(): void {
    for (const read of this.#reads) read.cleared = true;
    this.#entries.clear();
    this.#keys.clear();
    this.#bytes = 0;
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
    for (const tag of entry.tags) {
      const keys = this.#keys.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.#keys.delete(tag);
    }
  }

  #keep(key: string, entry: Entry<Value>): void {
    this.delete(key);
    this.#entries.set(key, entry);
    this.#bytes += entry.bytes;
    for (const tag of entry.tags) {
      const keys = this.#keys.get(tag);
      if (keys) keys.add(key);
      else this.#keys.set(tag, new Set([key]));
    }
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.delete(oldest);
    }
  }
}
