import type { CompetitionFileProblem } from '#contract/make-game-calls.ts';
import type { Competition } from '#server/competitions/competition-format.ts';

/** Result of reading a file: a competition, or its problems by line. */
export type ReadFile =
  | { readonly competition: Competition }
  | { readonly problems: readonly CompetitionFileProblem[] };
