import { readFileSync, writeFileSync } from 'node:fs';

/** Replaces in a file each first text by the second; throws where a text is not there, so that a newer template is noticed. */
export function editFile(
  file: string,
  edits: readonly (readonly [find: string | RegExp, put: string])[],
): void {
  let text = readFileSync(file, 'utf8');
  for (const [find, put] of edits) {
    if (text.search(typeof find === 'string' ? escapePattern(find) : find) < 0)
      throw new Error(`${file} has no ${String(find)}`);
    text = text.replaceAll(find, () => put);
  }
  writeFileSync(file, text);
}

const escapePattern = (text: string) => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
