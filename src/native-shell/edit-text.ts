import { readFileSync, writeFileSync } from 'node:fs';

/** Replaces in a file each first text by the second; throws where a text is not there, so that a newer template is noticed. */
export function editFile(
  file: string,
  edits: readonly (readonly [find: string | RegExp, put: string])[],
): void {
  let text = readFileSync(file, 'utf8');
  for (const [find, put] of edits) {
    const isThere = typeof find === 'string' ? text.includes(find) : text.search(find) >= 0;
    if (!isThere) throw new Error(`${file} has no ${String(find)}`);
    text = text.replaceAll(find, () => put);
  }
  writeFileSync(file, text);
}
