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
  readonly #perMinute: number;
  // Two generations; keys unused for a whole generation are dropped.
  #newer = new Map<string, BucketState>();
  #older = new Map<string, BucketState>();
  #rotatedAt = 0;

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
  }

  get size(): number {
    return this.#newer.size + this.#older.size;
  }

  /** Consumes one request of a key; returns 0, or the seconds to wait. `now` in milliseconds. */
  consume(key: string, now: number): number {
    if (now - this.#rotatedAt >= minute || this.#newer.size >= maxKeys / 2) this.#rotate(now);
    const { left, at } = this.#newer.get(key) ?? this.#older.get(key) ?? { left: this.#perMinute, at: now };
    const tokens = Math.min(this.#perMinute, left + ((now - at) * this.#perMinute) / minute);
    this.#newer.set(key, { left: tokens < 1 ? tokens : tokens - 1, at: now });
    return tokens < 1 ? ((1 - tokens) * 60) / this.#perMinute : 0;
  }

  #rotate(now: number): void {
    this.#older = this.#newer;
    this.#newer = new Map();
    this.#rotatedAt = now;
  }
}

const passThrough: Middleware = (_, next) => next();

/** Requests of an address as a multiple of a member's: a school or a phone network shares one. */
const membersPerAddress = 10;

/** Limits each address, before anything of its request is read. */
export function limitRequestsPerAddress({ settings: { requestsPerMinute }, io }: Platform): Middleware {
  if (requestsPerMinute === 0) return passThrough;
  const rate = new InMemoryRateLimiter(requestsPerMinute * membersPerAddress);
  return (c, next) => {
    const seconds = rate.consume(networkOf(c.get('address')), io.now());
    if (seconds > 0) throw problem.tooMany(seconds);
    return next();
  };
}

/** Limits each member over all addresses and sessions. After `authenticate`. */
export function limitRequestsPerMember({ settings: { requestsPerMinute }, io }: Platform): Middleware {
  if (requestsPerMinute === 0) return passThrough;
  const rate = new InMemoryRateLimiter(requestsPerMinute);
  return (c, next) => {
    const member = c.get('memberId');
    const seconds = member === null ? 0 : rate.consume(String(member), io.now());
    if (seconds > 0) throw problem.tooMany(seconds);
    return next();
  };
}
