/** Bytes a second; a slower upload, after the grace time, can lose its slot to another. */
const slowRate = 32 * 1024;

/** The slot of one upload. */
type Seat = {
  readonly member: number;
  readonly network: string;
  readonly since: number;
  /** Bytes received; null once the body is complete, after which it cannot lose its slot. */
  received: number | null;
  readonly eviction: AbortController;
};

/** What an upload does with its slot. */
export type UploadSeat = {
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
  readonly #seats = new Set<Seat>();

  constructor(limits: { total: number; perNetwork: number; perMember: number }) {
    this.#limits = limits;
  }

  /** A slot, or which limit is reached. An upload is never slow before `graceMs`. */
  acquire(member: number, network: string, graceMs: number): UploadSeat | 'full' | 'callerFull' {
    const { total, perNetwork, perMember } = this.#limits;
    const now = performance.now();
    const seats = [...this.#seats];
    if (seats.filter((seat) => seat.member === member).length >= perMember) return 'callerFull';
    const neighbours = seats.filter((seat) => seat.network === network);
    if (neighbours.length >= perNetwork && !this.#evictSlowest(neighbours, now, graceMs)) return 'callerFull';
    if (this.#seats.size >= total && !this.#evictSlowest([...this.#seats], now, graceMs)) return 'full';
    const seat: Seat = { member, network, since: now, received: 0, eviction: new AbortController() };
    this.#seats.add(seat);
    return {
      evicted: seat.eviction.signal,
      receive: (bytes) => void (seat.received = (seat.received ?? 0) + bytes),
      complete: () => void (seat.received = null),
      release: () => void this.#seats.delete(seat),
    };
  }

  #evictSlowest(seats: readonly Seat[], now: number, graceMs: number): boolean {
    const rateOf = ({ received, since }: Seat) =>
      received === null || now - since < graceMs ? Infinity : (received * 1000) / (now - since);
    const [slowest] = seats.toSorted((one, other) => rateOf(one) - rateOf(other));
    if (!slowest || rateOf(slowest) >= slowRate) return false;
    this.#seats.delete(slowest);
    slowest.eviction.abort();
    return true;
  }
}
