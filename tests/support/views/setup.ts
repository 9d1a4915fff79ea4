import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Outlines tell what is hidden.
configure({ defaultHidden: true });
// No sheet of styles is loaded, which jsdom takes long to find out of every element.
window.getComputedStyle = (element) => (element as HTMLElement).style;

const calmMotion = '(prefers-reduced-motion: reduce)';

// What a browser has and jsdom does not: nothing here is ever laid out, moved or of another size.
class ResizeObserverOfNothing implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
window.ResizeObserver = ResizeObserverOfNothing;
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { media, matches: media === calmMotion }) as MediaQueryList;
Element.prototype.scrollIntoView = () => undefined;
window.scrollTo = () => undefined;
Element.prototype.getAnimations = () => [];
// jsdom does not know <search>, of which React would warn.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});
