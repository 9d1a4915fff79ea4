import * as css from './seals.css.ts';

/** A seal or a random as a whole, which one tap selects. */
export const SealCode = ({ text }: { text: string }) => (
  <code dir="ltr" className={css.code}>
    {text}
  </code>
);
