import { limits } from './limits.ts';

const { alphabet, length } = limits.code;

/**
 * A join code as typed: any case, with or without its dash; I, L and O read as 1, 1 and 0, as Crockford's base 32 has it.
 * Answers the ten bare characters, or null when it cannot be a code (decisions §4).
 */
export function parseJoinCode(typed: string): string | null {
  const bare = typed.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replace(/O/g, '0');
  return bare.length === length && Array.from(bare).every((letter) => alphabet.includes(letter))
    ? bare
    : null;
}

/** The ten characters in two halves: `7QK2M-X4T9P`. */
export function formatJoinCode(code: string): string {
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`;
}
