/** A cached value; it is dropped when one of its tags is. */
type Entry<Value> = {
  readonly value: Value;
  readonly tags: readonly string[];
  /** Approximate size in memory. */
  readonly bytes: number;
};

/** The tags dropped while a read is in progress. */
type Read = { readonly dropped: Set<string>; cleared: boolean };

/**
 * Cache of values read from the database, each dropped when one of its tags is, and the least recently used when `maxBytes`
 * is exceeded. A value read before a tag was dropped is not stored.
 */
export class TaggedCache<Value> {
  readonly #maxBytes: number;
  readonly #isCurrent: () => boolean;
  /** In order of use, the most recently used last. */
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #keys = new Map<string, Set<string>>();
  readonly #reads = new Set<Read>();
  #bytes = 0;

  /** `isCurrent`: all changes have been received. While it is false, nothing is returned or stored. */
  constructor({ maxBytes, isCurrent }: { maxBytes: number; isCurrent: () => boolean }) {
    this.#maxBytes = maxBytes;
    this.#isCurrent = isCurrent;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The cached value; undefined: read it from the database. */
  get(key: string): Value | undefined {
    if (!this.#isCurrent()) return undefined;
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Reads from the database, and stores those entries of the result that were not dropped meanwhile. */
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

  /** The value of a key: cached, or loaded and stored with the tags and size of `describe`. */
  async getOrLoad(
    key: string,
    load: () => Promise<Value>,
    describe: (value: Value) => Omit<Entry<Value>, 'value'>,
  ): Promise<Value> {
    const known = this.get(key);
    if (known !== undefined) return known;
    return this.read(load, (value) => [[key, { ...describe(value), value }]]);
  }

  /** Drops the entries with this tag (`member:7`), and those with its prefix (`member:`), which depend on any id. */
  drop(tag: string): void {
    for (const it of new Set([tag, tag.slice(0, tag.indexOf(':') + 1)])) {
      for (const read of this.#reads) read.dropped.add(it);
      for (const key of this.#keys.get(it) ?? []) this.delete(key);
    }
  }

  /** Drops everything. */
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
