/** Bytes a second; a slower upload, after the grace time, can lose its slot to another. */
const slowRate = 32 * 1024;

/** The slot of one upload. */
type Slot = {
  readonly member: number;
  readonly network: string;
  readonly since: number;
  /** Bytes received; null once the body is complete, after which it cannot lose its slot. */
  received: number | null;
  readonly eviction: AbortController;
};

/** What an upload does with its slot. */
export type UploadSlot = {
  /** Aborted when another upload gets the slot. */
  readonly evicted: AbortSignal;
  /** Counts bytes that arrived. */
  receive(bytes: number): void;
  /** The body is complete. */
  complete(): void;
  release(): void;
};

/**
 * Concurrent uploads in this process: limited in total, per network and per member. It does not wait: if the limit in total or
 * of a network is reached and some of these uploads are slow, the slowest one is aborted.
 */
export class UploadSlots {
  readonly #limits: { readonly total: number; readonly perNetwork: number; readonly perMember: number };
  readonly #slots = new Set<Slot>();

  constructor(limits: { total: number; perNetwork: number; perMember: number }) {
    this.#limits = limits;
  }

  /** A slot, or which limit is reached. An upload is never slow before `graceMs`. */
  acquire(member: number, network: string, graceMs: number): UploadSlot | 'full' | 'callerFull' {
    const { total, perNetwork, perMember } = this.#limits;
    const now = performance.now();
    const slots = [...this.#slots];
    if (slots.filter((slot) => slot.member === member).length >= perMember) return 'callerFull';
    const neighbours = slots.filter((slot) => slot.network === network);
    if (neighbours.length >= perNetwork && !this.#evictSlowest(neighbours, now, graceMs)) return 'callerFull';
    if (this.#slots.size >= total && !this.#evictSlowest([...this.#slots], now, graceMs)) return 'full';
    const slot: Slot = { member, network, since: now, received: 0, eviction: new AbortController() };
    this.#slots.add(slot);
    return {
      evicted: slot.eviction.signal,
      receive: (bytes) => void (slot.received = (slot.received ?? 0) + bytes),
      complete: () => void (slot.received = null),
      release: () => void this.#slots.delete(slot),
    };
  }

  #evictSlowest(slots: readonly Slot[], now: number, graceMs: number): boolean {
    const rateOf = ({ received, since }: Slot) =>
      received === null || now - since < graceMs ? Infinity : (received * 1000) / (now - since);
    const [slowest] = slots.toSorted((one, other) => rateOf(one) - rateOf(other));
    if (!slowest || rateOf(slowest) >= slowRate) return false;
    this.#slots.delete(slowest);
    slowest.eviction.abort();
    return true;
  }
}
