import { expect, onTestFinished, test, vi } from 'vitest';
import { keepPage } from '#app/keep-page.ts';
import { readKeptPage } from '#app/prerender/kept-page.ts';

/** A fetched style sheet with these rules, or one whose rules cannot be read. */
const sheetOf = (rules: readonly string[] | null) =>
  Object.create(CSSStyleSheet.prototype, {
    ownerNode: { value: document.createElement('link') },
    cssRules: {
      get: () => {
        if (rules === null) throw new DOMException('Cannot access rules', 'SecurityError');
        return rules.map((cssText) => ({ cssText }));
      },
    },
  }) as CSSStyleSheet;

/** A member's page with one card, which is kept from now on. */
function keepCard(): HTMLElement {
  const entry = Object.assign(document.createElement('meta'), {
    name: 'entry',
    content: '/assets/index-1.js',
  });
  document.head.append(entry);
  localStorage.setItem('hevre:session', '{"user":{"id":7}}');
  onTestFinished(() => {
    entry.remove();
    localStorage.clear();
  });
  const root = document.createElement('div');
  root.innerHTML = '<article id="card" class="card">שלום</article>';
  keepPage(root);
  return root;
}

test('a page is stored when it is left, without the rules of a style sheet that cannot be read', () => {
  const sheets = [sheetOf(['.card{gap:0}', '.row{gap:1px}']), sheetOf(null), sheetOf(['.late{gap:2px}'])];
  vi.spyOn(document, 'styleSheets', 'get').mockReturnValue(sheets as unknown as StyleSheetList);
  keepCard();
  expect(readKeptPage(localStorage)).toBeNull();
  dispatchEvent(new Event('pagehide'));
  expect(readKeptPage(localStorage)).toEqual({
    of: '[7,"heb","/assets/index-1.js",1024]',
    width: 0,
    styles: '.card{gap:0}.row{gap:1px}.late{gap:2px}',
    content: [['article', { class: 'card' }, ['שלום']]],
  });
});

test('of a list, the cards are stored that begin on the screen or half a screen below it', () => {
  const root = keepCard();
  root.innerHTML = [0, 760, 1150, 1160, 1900]
    .map((top) => `<div data-known-size="570" data-top="${top}"><article>${top}</article></div>`)
    .join('');
  expect(innerHeight).toBe(768);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, Number(this.getAttribute('data-top')));
  });
  dispatchEvent(new Event('pagehide'));
  expect(readKeptPage(localStorage)?.content).toEqual(
    ['0', '760', '1150'].map((top) => [
      'div',
      { 'data-known-size': '570', 'data-top': top },
      [['article', {}, [top]]],
    ]),
  );
});

test('a page is stored once as it is left, and again after it was shown', () => {
  const root = keepCard();
  const card = root.querySelector('article');
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  const keptText = () => readKeptPage(localStorage)?.content;
  const setVisible = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const draw = (text: string) => card?.replaceChildren(text);
  const of = (text: string) => [['article', { class: 'card' }, [text]]];
  dispatchEvent(new Event('pagehide'));
  draw('מאוחר מדי');
  setVisible('hidden');
  expect(keptText()).toEqual(of('שלום'));
  setVisible('visible');
  expect(keptText()).toBeUndefined();
  setVisible('hidden');
  expect(keptText()).toEqual(of('מאוחר מדי'));
  // From the browser's memory of pages, without a change of visibility.
  dispatchEvent(new Event('pageshow'));
  expect(keptText()).toBeUndefined();
  draw('שוב');
  dispatchEvent(new Event('pagehide'));
  expect(keptText()).toEqual(of('שוב'));
});
