import type { SharedTexts } from '#contract/share-target.ts';
import { isPrintable } from '#contract/text.ts';

/** Turning shared texts into the text of a message. */

/** The text without characters that the server refuses, such as bidi isolates that some apps put around names. */
function cleaned(written: string): string {
  const text = written.replaceAll('\r\n', '\n').trim();
  return isPrintable(text) ? text : Array.from(text).filter(isPrintable).join('').trim();
}

/** Joins title, text and URL, one per line. Parts that the text contains are left out: many apps repeat the URL there. */
export function joinShared(shared: SharedTexts): string {
  const text = cleaned(shared.text);
  const others = [cleaned(shared.title), cleaned(shared.url)].map((part) =>
    text.includes(part) ? '' : part,
  );
  const [title = '', url = ''] = others;
  return [title, text, url === title ? '' : url].filter((part) => part !== '').join('\n');
}

/** Appends the shared text to a draft, on a new line. */
export const appendShared = (draft: string, shared: string): string =>
  [draft, shared].filter((part) => part.trim() !== '').join('\n');
