import * as css from './EmptyArt.css.ts';

export type Art = keyof typeof drawings;

/** Drawing of an empty state. Decorative. */
export function EmptyArt({ art }: { art: Art }) {
  return (
    <svg className={css.art} viewBox="0 0 160 100" aria-hidden="true">
      {drawings[art]}
    </svg>
  );
}

// A television with an empty score.
const league = (
  <>
    <path className={css.line} d="M62 12 80 26 100 8" />
    <rect className={css.solid} x="26" y="26" width="108" height="62" rx="14" />
    <rect className={css.paper} x="36" y="36" width="88" height="42" rx="8" />
    <rect className={css.cell} x="50" y="43" width="26" height="28" rx="7" />
    <rect className={css.cell} x="84" y="43" width="26" height="28" rx="7" />
    <path className={css.line} d="M44 92h10M106 92h10" />
  </>
);

// An empty sofa.
const friends = (
  <>
    <path className={css.solid} d="M34 48V34a16 16 0 0 1 16-16h60a16 16 0 0 1 16 16v14Z" />
    <path
      className={css.paper}
      d="M46 62V40a8 8 0 0 1 8-8h22a4 4 0 0 1 4 4v26ZM80 62V36a4 4 0 0 1 4-4h22a8 8 0 0 1 8 8v22Z"
    />
    <path
      className={css.solid}
      d="M18 56a11 11 0 0 1 22 0v6h80v-6a11 11 0 0 1 22 0v20a10 10 0 0 1-10 10H28a10 10 0 0 1-10-10Z"
    />
    <path className={css.line} d="M34 88v6M126 88v6" />
  </>
);

const chat = (
  <>
    <path
      className={css.solid}
      d="M24 30a14 14 0 0 1 14-14h58a14 14 0 0 1 14 14v18a14 14 0 0 1-14 14H48L32 74v-13a14 14 0 0 1-8-13Z"
    />
    <path
      className={css.paper}
      d="M136 52a12 12 0 0 0-12-12H78a12 12 0 0 0-12 12v14a12 12 0 0 0 12 12h38l14 10V76a12 12 0 0 0 6-10Z"
    />
    <path className={css.line} d="M84 56h34M84 66h20" />
  </>
);

const drawings = { league, friends, chat };
