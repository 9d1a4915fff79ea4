/** The names of an element's styles, without the names of their files. */
export const looksOf = (element: Element | null | undefined): string[] =>
  (element?.getAttribute('class') ?? '')
    .split(' ')
    .filter((name) => name !== '')
    .map((name) => name.replace(/^[^_]+_(.+)__[^_]+$/, '$1'));
