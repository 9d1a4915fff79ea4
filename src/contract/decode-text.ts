/** The text decoder of an encoding that says when bytes are not in it. */
const strict = (encoding: string) => new TextDecoder(encoding, { fatal: true });

/**
 * The text of a file: UTF-8, or UTF-16 where it begins with that mark, or else Windows-1255, in which spreadsheets in
 * Hebrew write CSV.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return strict('utf-8').decode(bytes);
  } catch {
    return new TextDecoder('windows-1255').decode(bytes);
  }
}
