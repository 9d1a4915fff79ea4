import type { CompetitionFileProblem } from '#contract/make-game-calls.ts';
import type { Competition } from '#server/competitions/competition-format.ts';

/** What a file says: a competition, or what is wrong with it, line by line. */
export type ReadFile =
  | { readonly competition: Competition }
  | { readonly problems: readonly CompetitionFileProblem[] };
