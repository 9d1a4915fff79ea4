import { expect, test, vi } from 'vitest';
import { keepPage } from '#app/keep-page.ts';

test('keepPage starts without an error where the rules of a style sheet cannot be read', () => {
  const lost = Object.create(CSSStyleSheet.prototype, {
    ownerNode: { value: document.createElement('link') },
    cssRules: {
      get: () => {
        throw new DOMException('Cannot access rules', 'SecurityError');
      },
    },
  }) as CSSStyleSheet;
  vi.spyOn(document, 'styleSheets', 'get').mockReturnValue([lost] as unknown as StyleSheetList);
  expect(() => keepPage(document.createElement('div'))).not.toThrow();
});
