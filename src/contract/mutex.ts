/** A fair mutex (FIFO), for the embedded database, decoding pictures and uploads. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();
  #count = 0;

  /** The number of waiting callers, without the holder. */
  get waiting(): number {
    return Math.max(0, this.#count - 1);
  }

  get isFree(): boolean {
    return this.#count === 0;
  }

  /** Resolves with the function that releases the mutex. */
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
