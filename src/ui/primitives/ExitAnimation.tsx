import { media } from '#theme/tokens.css.ts';

/**
 * Plays its parent's exit animation: when the parent is removed, an inert copy of it is appended to the body with
 * `data-leaving`, and removed once its animations have ended.
 */
export const ExitAnimation = () => <span hidden ref={animateExit} />;

const animateExit = (marker: HTMLElement) => () => {
  const element = marker.parentElement;
  if (!element || matchMedia(media.calm).matches) return;
  const copy = element.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return;
  // The copy must not use object URLs, which are revoked with the original.
  for (const picture of copy.querySelectorAll('img[src^="blob:"]')) picture.removeAttribute('src');
  const { top, left, width, height } = element.getBoundingClientRect();
  copy.inert = true;
  copy.dataset['leaving'] = '';
  Object.assign(copy.style, {
    position: 'fixed',
    inset: `${top}px auto auto ${left}px`,
    inlineSize: `${width}px`,
    blockSize: `${height}px`,
    maxBlockSize: 'none',
    margin: '0',
  });
  for (const part of copy.querySelectorAll('[id]')) part.removeAttribute('id');
  document.body.append(copy);
  const parts = [...copy.querySelectorAll('*')];
  for (const [at, part] of [...element.querySelectorAll('*')].entries())
    if (part.scrollTop > 0) parts[at]?.scrollTo({ top: part.scrollTop });
  void Promise.allSettled(copy.getAnimations().map(({ finished }) => finished)).then(() => copy.remove());
};
