import type { Page } from 'playwright-core';
import { englishSeeds, readMessages } from '#tests/support/translations.ts';

/** Checks of a screen's texts (no raw keys or templates) and of the order of its scores. */

/** Every text and label of a page. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const written: string[] = [];
    while (texts.nextNode()) {
      const { parentElement, textContent } = texts.currentNode;
      // Scripts and code are skipped: the page's own script is in its body, and there may be one to copy.
      if (!/^(script|style|pre)$/.test(parentElement?.localName ?? '')) written.push(textContent ?? '');
    }
    const attributeTexts = ['aria-label', 'placeholder', 'title', 'alt', 'aria-valuetext'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((it) => it.getAttribute(name) ?? ''),
    );
    return [...written, ...attributeTexts].filter((text) => text.trim() !== '');
  });

const messageKeys = new Set(Object.keys(readMessages('heb')));
/** A raw key, or a text with a value that is missing. */
const rawValue = /\b(undefined|null|NaN|Invalid Date)\b|\[object |[{}]/;
/** Two numbers joined by a dash, which are reversed in Hebrew; codes and phone numbers are longer. */
const dashedScore = /(?<![\w-])\d{1,2}\s?[-–—]\s?\d{1,2}(?![\w-])/;

/** The untranslated texts of a page. Only in Hebrew: English texts may equal a key. */
export async function untranslatedTexts(page: Page): Promise<string[]> {
  const texts = await textsOf(page);
  return texts.filter(
    (text) =>
      rawValue.test(text) ||
      dashedScore.test(text) ||
      (text.match(/[A-Za-z][\w.]*/g) ?? []).some((it) => messageKeys.has(it)),
  );
}

/** Texts of an English page that name a seeded team, type of game or rule in Hebrew, alone or beside another name. */
export async function hebrewSeeds(page: Page): Promise<string[]> {
  const texts = await textsOf(page);
  return texts.filter((text) =>
    text.split(/ · | \+ |: /).some((part) => Object.hasOwn(englishSeeds, part.trim())),
  );
}

/** Names on their own line that are aligned to its end, because they are written in the other direction than the page. */
export const namesAtTheEnd = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const rightToLeft = document.documentElement.dir === 'rtl';
    return [...document.querySelectorAll('bdi')].flatMap((name) => {
      const { display, direction, textAlign } = getComputedStyle(name);
      const isOther = direction !== document.documentElement.dir;
      if (display !== 'block' || !isOther || textAlign.includes('center')) return [];
      const range = document.createRange();
      range.selectNodeContents(name);
      const [text, box] = [range.getBoundingClientRect(), name.getBoundingClientRect()];
      const gap = rightToLeft ? box.right - text.right : text.left - box.left;
      return text.width > 0 && gap > 2 ? [`at the end of its line: ${name.textContent}`] : [];
    });
  });

/**
 * Checks that in every pair of digits on the page, of bets and results, home comes first in the reading direction. Returns
 * the number of pairs, and those in the wrong order or not in one row.
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
    const misplaced = pairs.filter(([home, away]) => {
      const [one, other] = [home.getBoundingClientRect(), away.getBoundingClientRect()];
      const inOrder = rightToLeft ? one.left >= other.right : one.right <= other.left;
      return !inOrder || one.top !== other.top;
    });
    return { count: pairs.length, wrong: misplaced.map(([home]) => home.parentElement?.outerHTML ?? '') };
  });

/** Hebrew texts on an English page that are not isolated, so that they may reorder the text around them. */
export const unisolatedWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (texts.nextNode()) {
      const { parentElement: at, textContent } = texts.currentNode;
      if (!at || !/\p{Script=Hebrew}/u.test(textContent ?? '')) continue;
      // Initials, and texts for screen readers alone, have no text around them; the system draws a list's choices.
      if (at.closest('[aria-hidden=true], [role=img], svg, option, script') || at.offsetWidth < 2) continue;
      if (at.closest('body bdi, body [dir]') === null) found.push(`not isolated: ${textContent}`);
    }
    return found;
  });

/** Problems of a page's outline: it needs one main, one h1, navigation if there are bars, and no skipped heading level. */
export const brokenOutline = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const count = (selector: string) => document.querySelectorAll(selector).length;
    const miscounted = ['main', 'h1'].flatMap((one) => (count(one) === 1 ? [] : [`${count(one)} × ${one}`]));
    if (count('[data-connection]') > 0 && count('nav') === 0) miscounted.push('no nav');
    const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
      .filter((it) => it.closest('[aria-hidden=true]') === null)
      .map(({ tagName }) => Number(tagName[1]));
    if (levels.some((level, at) => level > (levels[at - 1] ?? 2) + 1))
      miscounted.push(`levels ${levels.join(' ')}`);
    return miscounted;
  });

/**
 * Problems of a page with large text or in a narrow window: it scrolls sideways, breaks a word, cuts off a control or its
 * text, distorts a round picture, or a cell covers the text beside it.
 */
export const brokenByLargeText = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const sheets = [...document.querySelectorAll('[role=dialog]')];
    await Promise.allSettled(sheets.flatMap((sheet) => sheet.getAnimations().map((it) => it.finished)));
    const { clientWidth, scrollWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : [];
    const rectsOf = (text: Node, from: number, to: number) => {
      const range = document.createRange();
      range.setStart(text, from);
      range.setEnd(text, to);
      return [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1);
    };
    const isForReaders = (it: Element | null): boolean =>
      it !== null && (getComputedStyle(it).clipPath !== 'none' || isForReaders(it.parentElement));
    /** The box that cuts off what is in this element: none where it scrolls sideways, or a link ends in an ellipsis. */
    const frameOf = (it: Element | null): { left: number; right: number } | null => {
      if (it === null || it === document.documentElement) return { left: 0, right: clientWidth };
      const { overflowX, position, scrollbarWidth, textOverflow } = getComputedStyle(it);
      // A strip, which has no scrollbar.
      if (overflowX === 'auto' && scrollbarWidth === 'none') return null;
      if (textOverflow === 'ellipsis' && it.closest('a')) return null;
      if (overflowX !== 'visible') return it.getBoundingClientRect();
      return frameOf(position === 'fixed' ? document.documentElement : it.parentElement);
    };
    const inRows = new Map<Element, { text: string; rects: DOMRect[] }[]>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const content = text.textContent ?? '';
      const trimmed = content.trim();
      const parent = text.parentElement;
      const rects = rectsOf(text, 0, content.length);
      if (rects.length === 0 || isForReaders(parent)) continue;
      // A longer word may not fit on a line, and code may be broken.
      if (!parent?.closest('code, pre'))
        for (const { 0: word, index } of content.matchAll(/[\p{L}\p{N}.׳״']{2,11}/gu)) {
          const lines = new Set(rectsOf(text, index, index + word.length).map(({ top }) => Math.round(top)));
          if (lines.size > 1) found.push(`a word in two: ${word} (${trimmed})`);
        }
      const frame = parent?.closest('button, a, [role=radio], label') && frameOf(parent);
      if (frame && rects.some(({ left, right }) => left < frame.left - 2 || right > frame.right + 2))
        found.push(`cut off: ${trimmed}`);
      const row = parent?.closest('[data-item]');
      if (row) inRows.set(row, [...(inRows.get(row) ?? []), { text: trimmed, rects }]);
      const cover = [...(row?.querySelectorAll('button[data-state]') ?? [])]
        .filter((button) => !button.contains(text))
        .map((button) => button.getBoundingClientRect())
        .find((box) =>
          rects.some(
            (rect) =>
              Math.min(rect.right, box.right) - Math.max(rect.left, box.left) > 2 &&
              Math.min(rect.bottom, box.bottom) - Math.max(rect.top, box.top) > 2,
          ),
        );
      if (cover) found.push(`under a cell: ${trimmed}`);
    }
    for (const written of inRows.values())
      for (const [at, { text, rects }] of written.entries())
        for (const other of written.slice(at + 1))
          if (
            rects.some((one) =>
              other.rects.some(
                (it) =>
                  Math.min(one.right, it.right) - Math.max(one.left, it.left) > 2 &&
                  // Lines overlap a little.
                  Math.min(one.bottom, it.bottom) - Math.max(one.top, it.top) > it.height / 3,
              ),
            )
          )
            found.push(`over each other: ${text}, ${other.text}`);
    for (const control of document.querySelectorAll('button, input, textarea, select')) {
      const { left, right } = control.getBoundingClientRect();
      const frame = control.checkVisibility() && !isForReaders(control) && frameOf(control.parentElement);
      if (frame && (left < frame.left - 2 || right > frame.right + 2))
        found.push(`cut off: ${control.getAttribute('aria-label') ?? control.textContent}`);
    }
    for (const button of document.querySelectorAll('[role=dialog] footer button')) {
      const { bottom } = button.getBoundingClientRect();
      if (bottom > innerHeight) found.push(`below the window: ${button.textContent}`);
    }
    for (const picture of document.querySelectorAll('img')) {
      const { width, height } = picture.getBoundingClientRect();
      const isRound = Number.parseFloat(getComputedStyle(picture).borderRadius) >= height / 2;
      if (isRound && Math.abs(width - height) > 1) found.push(`an oval: ${picture.src}`);
    }
    return found;
  });
