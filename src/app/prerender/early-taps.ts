/** The accessible name of a button, to find it again among the app's own. */
const nameOf = (button: Element): string => button.getAttribute('aria-label') ?? button.textContent;

/** Remembers the last button pressed in the prerendered page, by tap or by Enter in a form. Prevents native form submission. */
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

/** Presses the app's button with the remembered name, if there is one. */
export function pressTapped(root: HTMLElement): void {
  const { tapped } = root.dataset;
  delete root.dataset['tapped'];
  if (tapped === undefined) return;
  [...root.querySelectorAll('button')].find((button) => nameOf(button) === tapped)?.click();
}
