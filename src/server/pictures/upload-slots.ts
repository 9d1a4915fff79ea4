/** Lets so many run at a time in this process; the others wait, first come first served. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#free = most;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // The place goes on to who waited longest, without being free in between.
      if (next) next();
      else this.#free += 1;
    }
  }
}

/** Seats in this process: so many in all, and so many for one member. */
export class UploadSlots {
  readonly #most: number;
  readonly #each: number;
  readonly #taken = new Map<number, number>();
  #sum = 0;

  constructor(most: number, each: number) {
    this.#most = most;
    this.#each = each;
  }

  /** A way to give the seat back, or which limit says no. */
  take(member: number): (() => void) | 'all' | 'each' {
    const mine = this.#taken.get(member) ?? 0;
    if (mine >= this.#each) return 'each';
    if (this.#sum >= this.#most) return 'all';
    this.#taken.set(member, mine + 1);
    this.#sum += 1;
    return () => {
      const left = (this.#taken.get(member) ?? 1) - 1;
      if (left === 0) this.#taken.delete(member);
      else this.#taken.set(member, left);
      this.#sum -= 1;
    };
  }
}
