import type { Page } from 'playwright-core';
import { englishSeeds, readMessages } from '#tests/support/translations.ts';

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

/** Texts of an English page that name a seeded team, type of game or rule in Hebrew, alone or beside another name. */
export async function hebrewSeeds(page: Page): Promise<string[]> {
  const words = await textsOf(page);
  return words.filter((text) =>
    text.split(/ · | \+ |: /).some((part) => Object.hasOwn(englishSeeds, part.trim())),
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

/**
 * What is broken on a page where text is large or the window narrow: it scrolls sideways, a text runs a letter a line, a
 * round picture is an oval, or a cell covers the text beside it.
 */
export const brokenByLargeText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const found = overflow > 0 ? [`${overflow} px too wide`] : [];
    const rectsOf = (text: Node) => {
      const range = document.createRange();
      range.selectNodeContents(text);
      return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    };
    // For screen readers alone: in a box of one pixel.
    const isForReaders = (it: HTMLElement | null): boolean =>
      it !== null && (it.offsetWidth < 2 || isForReaders(it.parentElement));
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const words = text.textContent?.trim() ?? '';
      if (isForReaders(text.parentElement)) continue;
      const rects = rectsOf(text);
      const lines = new Set(rects.map(({ top }) => Math.round(top))).size;
      if (lines > 2 && words.length / lines < 3) found.push(`a letter a line: ${words}`);
      const buttons = [
        ...(text.parentElement?.closest('[data-item]')?.querySelectorAll('button[data-state]') ?? []),
      ];
      const cover = buttons
        .filter((button) => !button.contains(text))
        .map((button) => button.getBoundingClientRect())
        .find((box) =>
          rects.some(
            (rect) =>
              Math.min(rect.right, box.right) - Math.max(rect.left, box.left) > 2 &&
              Math.min(rect.bottom, box.bottom) - Math.max(rect.top, box.top) > 2,
          ),
        );
      if (cover) found.push(`under a cell: ${words}`);
    }
    for (const picture of document.querySelectorAll('img')) {
      const { width, height } = picture.getBoundingClientRect();
      const round = getComputedStyle(picture).borderRadius.endsWith('%');
      if (round && Math.abs(width - height) > 1) found.push(`an oval: ${picture.src}`);
    }
    return found;
  });
