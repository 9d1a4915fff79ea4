import type { Page } from 'playwright-core';
import { readMessages } from '#tests/support/translations.ts';

/** What is read on a screen: texts, never raw keys or templates; and scores in the order of their teams. */

/** Every text and label of a page. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const written: string[] = [];
    while (texts.nextNode()) written.push(texts.currentNode.textContent ?? '');
    const said = ['aria-label', 'placeholder', 'title', 'alt', 'aria-valuetext'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((it) => it.getAttribute(name) ?? ''),
    );
    return [...written, ...said].filter((text) => text.trim() !== '');
  });

const messageKeys = new Set(Object.keys(readMessages('heb')));
/** A raw key, or a text with a value that is missing. */
const rawValue = /\b(undefined|null|NaN|Invalid Date)\b|\[object |[{}]/;
/** Two numbers joined by a dash, which are reversed in Hebrew; codes and phone numbers are longer. */
const dashedScore = /(?<![\w-])\d{1,2}\s?[-–—]\s?\d{1,2}(?![\w-])/;

/** The untranslated texts of a page. Only in Hebrew: English texts may equal a key. */
export async function untranslatedTexts(page: Page): Promise<string[]> {
  const words = await textsOf(page);
  return words.filter(
    (text) =>
      rawValue.test(text) ||
      dashedScore.test(text) ||
      (text.match(/[A-Za-z][\w.]*/g) ?? []).some((it) => messageKeys.has(it)),
  );
}

/**
 * Every pair of digits on the page, of bets and of results, by its position: home comes first in the reading direction.
 * Answers how many pairs it saw, and those that are the wrong way around or not in one row.
 */
export const scorePairOrder = (page: Page) =>
  page.evaluate(() => {
    const own = [...document.querySelectorAll('[role=group][data-item]')].flatMap((card) => {
      const [home = '', away = '', more] = (card.getAttribute('aria-label') ?? '').split(' · ');
      if (more !== undefined) return [];
      const cell = (team: string) => card.querySelector(`[aria-label^="${CSS.escape(team)}:"]`);
      return [[cell(home), cell(away)]];
    });
    const results = [...document.querySelectorAll('[role=img]')].map((it) => [...it.querySelectorAll('bdi')]);
    const pairs = [...own, ...results].flatMap(([home, away]) =>
      home && away ? [[home, away] as const] : [],
    );
    const rightToLeft = document.documentElement.dir === 'rtl';
    const wrong = pairs.filter(([home, away]) => {
      const [one, other] = [home.getBoundingClientRect(), away.getBoundingClientRect()];
      const inOrder = rightToLeft ? one.left >= other.right : one.right <= other.left;
      return !inOrder || one.top !== other.top;
    });
    return { count: pairs.length, wrong: wrong.map(([home]) => home.parentElement?.outerHTML ?? '') };
  });
