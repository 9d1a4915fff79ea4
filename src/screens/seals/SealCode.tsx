import * as css from './seals.css.ts';

/** A full seal or random number; one tap selects all of it. */
export const SealCode = ({ text }: { text: string }) => (
  <code dir="ltr" className={css.code}>
    {text}
  </code>
);
