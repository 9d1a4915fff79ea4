import { networkOf } from './network.ts';
import type { Platform } from '#server/boot/platform.ts';
import type { Middleware } from './env.ts';
import { problem } from './problems.ts';

// Whom nobody has heard of for a minute has all of it again; and about this many are remembered at most.
const minute = 60_000;
const maxKeys = 50_000;

type BucketState = { readonly left: number; readonly at: number };

/**
 * So many a minute for each key, all at once or spread out. A breaker of this process, which forgets with it: limits
 * that must outlive a restart are counted in the database (`db/rate-limits.ts`).
 */
export class InMemoryRateLimiter {
  readonly #most: number;
  // Two halves: what was not heard of while the newer one filled goes with the older.
  #newer = new Map<string, BucketState>();
  #older = new Map<string, BucketState>();
  #turned = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get remembered(): number {
    return this.#newer.size + this.#older.size;
  }

  /** Uses one of a key's; answers 0, or the seconds until there is one again. `now` in milliseconds. */
  take(key: string, now: number): number {
    if (now - this.#turned >= minute || this.#newer.size >= maxKeys / 2) this.#turn(now);
    const { left, at } = this.#newer.get(key) ?? this.#older.get(key) ?? { left: this.#most, at: now };
    const has = Math.min(this.#most, left + ((now - at) * this.#most) / minute);
    this.#newer.set(key, { left: has < 1 ? has : has - 1, at: now });
    return has < 1 ? ((1 - has) * 60) / this.#most : 0;
  }

  #turn(now: number): void {
    this.#older = this.#newer;
    this.#newer = new Map();
    this.#turned = now;
  }
}

const passThrough: Middleware = (_, next) => next();

/** How much more than one member an address may ask for: a school, or a phone network, behind one. */
const membersPerAddress = 10;

/** Holds each address to its rate before anything of its request is read. */
export function limitRequestsPerAddress({ settings: { requestsPerMinute }, outside }: Platform): Middleware {
  if (requestsPerMinute === 0) return passThrough;
  const rate = new InMemoryRateLimiter(requestsPerMinute * membersPerAddress);
  return (c, next) => {
    const seconds = rate.take(networkOf(c.get('address')), outside.now());
    if (seconds > 0) throw problem.tooMany(seconds);
    return next();
  };
}

/** Holds each member to their rate, from however many addresses and sessions. Stands after the identity step. */
export function limitRequestsPerMember({ settings: { requestsPerMinute }, outside }: Platform): Middleware {
  if (requestsPerMinute === 0) return passThrough;
  const rate = new InMemoryRateLimiter(requestsPerMinute);
  return (c, next) => {
    const member = c.get('memberId');
    const seconds = member === null ? 0 : rate.take(String(member), outside.now());
    if (seconds > 0) throw problem.tooMany(seconds);
    return next();
  };
}
