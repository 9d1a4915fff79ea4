/** First come, first served: `lock` resolves with the function that lets the next one in. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();
  /** How many hold it or wait for it. */
  waiting = 0;

  async lock(): Promise<() => void> {
    let open = () => {};
    const before = this.#last;
    this.#last = new Promise((resolve) => (open = resolve));
    this.waiting += 1;
    await before;
    return () => {
      this.waiting -= 1;
      open();
    };
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const unlock = await this.lock();
    try {
      return await work();
    } finally {
      unlock();
    }
  }
}
