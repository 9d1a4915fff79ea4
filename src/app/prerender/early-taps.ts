/** The name of a button, by which it is found again once the app has drawn its own. */
const nameOf = (button: Element): string => button.getAttribute('aria-label') ?? button.textContent;

/** Remembers the last button that was pressed in the prerendered page, by a tap or, of a form, by Enter; nothing is sent by itself. */
export function rememberTaps(root: HTMLElement): void {
  const isPrerendered = () => root.dataset['prerendered'] !== undefined;
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button && isPrerendered()) root.dataset['tapped'] = nameOf(button);
  });
  root.addEventListener('submit', (event) => {
    if (isPrerendered()) event.preventDefault();
  });
}

/** Presses the app's own button of that name, if one was pressed before it. */
export function pressTapped(root: HTMLElement): void {
  const { tapped } = root.dataset;
  delete root.dataset['tapped'];
  if (tapped === undefined) return;
  [...root.querySelectorAll('button')].find((button) => nameOf(button) === tapped)?.click();
}
