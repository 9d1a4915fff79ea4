/**
 * Decodes a file's text: UTF-16 LE with a byte order mark, else UTF-8, else Windows-1255, which Hebrew spreadsheets write
 * CSV in.
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1255').decode(bytes);
  }
}
