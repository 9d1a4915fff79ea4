/** Concurrent uploads in this process: a total and a per-member limit. Does not wait. */
export class UploadSlots {
  readonly #total: number;
  readonly #perMember: number;
  readonly #heldBy = new Map<number, number>();
  #held = 0;

  constructor(total: number, perMember: number) {
    this.#total = total;
    this.#perMember = perMember;
  }

  /** The release function, or which limit is reached. */
  acquire(member: number): (() => void) | 'full' | 'memberFull' {
    const held = this.#heldBy.get(member) ?? 0;
    if (held >= this.#perMember) return 'memberFull';
    if (this.#held >= this.#total) return 'full';
    this.#heldBy.set(member, held + 1);
    this.#held += 1;
    return () => {
      const left = (this.#heldBy.get(member) ?? 1) - 1;
      if (left === 0) this.#heldBy.delete(member);
      else this.#heldBy.set(member, left);
      this.#held -= 1;
    };
  }
}
