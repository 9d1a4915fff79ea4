import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { HonoContext } from './env.ts';

const compress = promisify(gzip);

/** Bytes that fit into one packet: a shorter text arrives no sooner if it is compressed. */
export const onePacket = 1_400;

/** The encodings in the request's Accept-Encoding, in lower case, without those it excludes by `q=0`. */
export function acceptedEncodings(c: HonoContext): ReadonlySet<string> {
  const accepted = new Set<string>();
  for (const part of (c.req.header('Accept-Encoding') ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.trim().split(/\s*;\s*/);
    if (!parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) accepted.add(name);
  }
  return accepted;
}

/**
 * The text compressed by gzip at its fastest level, in another thread. The length of the result reveals nothing to other
 * sites (the BREACH attack), since they cannot send the Authorization header.
 */
export const gzipped = (text: string): Promise<Buffer> => compress(text, { level: constants.Z_BEST_SPEED });
