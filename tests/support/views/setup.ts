import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Queries include hidden elements, since outlines mark them as hidden.
configure({ defaultHidden: true });
// No style sheet is loaded; jsdom's own getComputedStyle is slow.
window.getComputedStyle = (element) => (element as HTMLElement).style;

const calmMotion = '(prefers-reduced-motion: reduce)';

// Stubs of browser APIs that jsdom lacks: nothing is laid out, moved or resized.
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
// jsdom does not know <search>, and React would warn about it.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});
