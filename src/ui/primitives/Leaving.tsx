import { media } from '#theme/tokens.css.ts';

/**
 * In an element that leaves as it came: what removes it is done with at once, and a copy that takes no part in anything
 * plays the animation of `[data-leaving]`.
 */
export const Leaving = () => <span hidden ref={leaveWithParent} />;

const leaveWithParent = (marker: HTMLElement) => () => {
  const element = marker.parentElement;
  if (!element || matchMedia(media.calm).matches) return;
  const copy = element.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return;
  // A picture of the device is let go of with what showed it.
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
