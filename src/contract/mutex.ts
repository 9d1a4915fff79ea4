/** Mutual exclusion, first come, first served: for the embedded database, the picture decoder and a phone's uploads. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();
  #count = 0;

  /** How many wait; the holder does not count. */
  get waiting(): number {
    return Math.max(0, this.#count - 1);
  }

  get isFree(): boolean {
    return this.#count === 0;
  }

  /** Resolves with the function that lets the next one in. */
  async acquire(): Promise<() => void> {
    let release = () => {};
    const previous = this.#last;
    this.#last = new Promise((resolve) => (release = resolve));
    this.#count += 1;
    await previous;
    return () => {
      this.#count -= 1;
      release();
    };
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const release = await this.acquire();
    try {
      return await work();
    } finally {
      release();
    }
  }
}
