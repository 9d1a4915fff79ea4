/** Focuses an element, which can take the focus this once where it never does; says whether it could. */
export function focusOnce(element: HTMLElement, options?: FocusOptions): boolean {
  const isFocused = () => document.activeElement === element;
  element.focus(options);
  if (isFocused()) return true;
  element.tabIndex = -1;
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  element.focus(options);
  return isFocused();
}
