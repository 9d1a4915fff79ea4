import type { SharedTexts } from '#contract/share-target.ts';
import { isPrintable } from '#contract/text.ts';

/** What another app has shared, as the text of one message. */

/** Without what the server takes in no message, such as the marks by which some apps isolate a name. */
function cleaned(written: string): string {
  const text = written.replaceAll('\r\n', '\n').trim();
  return isPrintable(text) ? text : Array.from(text).filter(isPrintable).join('').trim();
}

/** A line each, none twice: many apps put the address into the text, and some the title too. */
export function joinShared(shared: SharedTexts): string {
  const text = cleaned(shared.text);
  const others = [cleaned(shared.title), cleaned(shared.url)].map((part) =>
    text.includes(part) ? '' : part,
  );
  const [title = '', url = ''] = others;
  return [title, text, url === title ? '' : url].filter((part) => part !== '').join('\n');
}

/** A draft, and what was shared on a line of its own. */
export const appendShared = (draft: string, shared: string): string =>
  [draft, shared].filter((part) => part.trim() !== '').join('\n');
