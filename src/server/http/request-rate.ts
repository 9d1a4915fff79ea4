import { networkOf } from './network.ts';
import type { Platform } from '#server/boot/platform.ts';
import type { HonoContext, Middleware } from './env.ts';
import { problem } from './problems.ts';

// A bucket refills in a minute; about 50,000 keys are kept.
const minute = 60_000;
const maxKeys = 50_000;

type BucketState = { readonly left: number; readonly at: number };

/**
 * Token buckets in this process's memory, `perMinute` requests per key. Limits that must survive a restart are in
 * db/rate-limits.ts.
 */
export class InMemoryRateLimiter {
  readonly #perMinute: number;
  // Two generations: keys that are not used during one are dropped.
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

/** Limits the requests per key; a null key is not limited. */
function limitRequests(
  { settings: { requestsPerMinute }, io }: Platform,
  multiple: number,
  keyOf: (c: HonoContext) => string | null,
): Middleware {
  if (requestsPerMinute === 0) return (_, next) => next();
  const rate = new InMemoryRateLimiter(requestsPerMinute * multiple);
  return (c, next) => {
    const key = keyOf(c);
    const seconds = key === null ? 0 : rate.consume(key, io.now());
    if (seconds > 0) throw problem.tooMany(seconds);
    return next();
  };
}

/** Limit of an address as a multiple of a member's: a school or a mobile network shares one address. */
const membersPerAddress = 10;

/** Limits each address, before the request is parsed. */
export const limitRequestsPerAddress = (platform: Platform): Middleware =>
  limitRequests(platform, membersPerAddress, (c) => networkOf(c.get('address')));

/** Limits each member over all addresses and sessions. Must come after `authenticate`. */
export const limitRequestsPerMember = (platform: Platform): Middleware =>
  limitRequests(platform, 1, (c) => c.get('memberId')?.toString() ?? null);
