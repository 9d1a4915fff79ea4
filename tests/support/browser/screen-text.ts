import type { Page } from 'playwright-core';
import { readMessages } from '#tests/support/translations.ts';

/** What is read on a screen: sentences, never what they are made of; and scores in the order of their teams. */

/** Everything that is written on a page or said of it, a piece each. */
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
/** What only code says, or a sentence whose value never came. */
const rawValue = /\b(undefined|null|NaN|Invalid Date)\b|\[object |[{}]/;
/** Two numbers joined by a dash, which Hebrew would turn around; codes and phone numbers are longer. */
const dashedScore = /(?<![\w-])\d{1,2}\s?[-–—]\s?\d{1,2}(?![\w-])/;

/** What on a page is no sentence. In Hebrew alone: English words are some of the keys' names too. */
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
 * Every pair of digits on the page, own picks and results alike, by where they stand: home begins the reading.
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
