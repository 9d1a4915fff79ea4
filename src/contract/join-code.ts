import { limits } from './limits.ts';

const { alphabet, length } = limits.code;

/**
 * Parses a typed join code: in any case, with or without dashes; I, L and O are read as 1, 1 and 0 (Crockford's base 32).
 * Returns the ten characters, or null if it cannot be a code (decisions §4).
 */
export function parseJoinCode(typed: string): string | null {
  const bare = typed.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replace(/O/g, '0');
  return bare.length === length && Array.from(bare).every((letter) => alphabet.includes(letter))
    ? bare
    : null;
}

/** A code for display, in two halves: `7QK2M-X4T9P`. */
export function formatJoinCode(code: string): string {
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`;
}
