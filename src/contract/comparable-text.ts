/**
 * Characters in `from` and what they are replaced by, at the same index of `to`: keyboards lack geresh, gershayim and
 * maqaf, and phones type curly quotes and long dashes.
 */
export const typedAlike = { from: '׳’‘´`״”“־–—-', to: `'''''"""    ` } as const;

/** A text for comparing and searching names: in lower case, with interchangeable characters unified. */
export const comparableText = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[׳’‘´`״”“־–—-]/g, (sign) => typedAlike.to.charAt(typedAlike.from.indexOf(sign)));
