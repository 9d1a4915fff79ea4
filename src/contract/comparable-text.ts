/**
 * Signs that are typed in place of each other, by their places in both texts: keyboards have neither geresh, gershayim nor
 * maqaf, and phones write curly quotes and long dashes.
 */
export const typedAlike = { from: '׳’‘´`״”“־–—-', to: `'''''"""    ` } as const;

/** A text as names are compared and searched by: in lower case, and with one sign for those that are typed alike. */
export const comparableText = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[׳’‘´`״”“־–—-]/g, (sign) => typedAlike.to.charAt(typedAlike.from.indexOf(sign)));
