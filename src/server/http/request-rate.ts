import { networkOf } from './network.ts';
import type { Platform } from '#server/boot/platform.ts';
import type { Middleware } from './env.ts';
import { problem } from './problems.ts';

// A bucket is full again after a minute; about 50,000 keys are remembered.
const minute = 60_000;
const maxKeys = 50_000;

type BucketState = { readonly left: number; readonly at: number };

/**
 * Token buckets in this process's memory: `perMinute` requests a key. Limits that must survive a restart are in
 * db/rate-limits.ts.
 */
export class InMemoryRateLimiter {
  readonly #most: number;
  // Two generations; keys unused for a whole generation are dropped.
  #newer = new Map<string, BucketState>();
  #older = new Map<string, BucketState>();
  #turned = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get remembered(): number {
    return this.#newer.size + this.#older.size;
  }

  /** Consumes one request of a key; returns 0, or the seconds to wait. `now` in milliseconds. */
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

/** Requests of an address as a multiple of a member's: a school or a phone network shares one. */
const membersPerAddress = 10;

/** Limits each address, before anything of its request is read. */
export function limitRequestsPerAddress({ settings: { requestsPerMinute }, outside }: Platform): Middleware {
  if (requestsPerMinute === 0) return passThrough;
  const rate = new InMemoryRateLimiter(requestsPerMinute * membersPerAddress);
  return (c, next) => {
    const seconds = rate.take(networkOf(c.get('address')), outside.now());
    if (seconds > 0) throw problem.tooMany(seconds);
    return next();
  };
}

/** Limits each member over all addresses and sessions. After `authenticate`. */
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
