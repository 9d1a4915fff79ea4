import { limits } from '#contract/limits.ts';
import names from './round-names.json' with { type: 'json' };

/**
 * A match as a source reports it, identified by the source's id, never by team names. Scores are goals of home and
 * away: `score` is the running one, and at the end that after 90 minutes, on which bets are settled.
 */

export type SourceScore = { readonly home: number; readonly away: number };
export type SourceTeam = { readonly id: string; readonly name: string };

/**
 * `final`: ended, or awarded. `suspended`: may go on. `postponed`: without a date, or with a new one. `cancelled`: those who run
 * the league decide.
 */
export const sourceStatuses = ['scheduled', 'live', 'suspended', 'final', 'postponed', 'cancelled'] as const;
export type SourceStatus = (typeof sourceStatuses)[number];

export type SourceMatch = {
  readonly id: string;
  readonly round: { readonly id: string; readonly heb: string; readonly en: string };
  readonly group: string | null;
  /** Kick-off; null while unknown. */
  readonly date: string | null;
  /** Null while the team is unknown. */
  readonly home: SourceTeam | null;
  readonly away: SourceTeam | null;
  readonly status: SourceStatus;
  readonly score: SourceScore | null;
  /** Score after extra time, the 90 minutes included. */
  readonly extraTime: SourceScore | null;
  readonly penalties: SourceScore | null;
  /** When the source last changed the match; null if it does not say. Older reports are ignored. */
  readonly updated: string | null;
};

/** `skipped`: rows that could not be read. */
export type SourceAnswer = {
  readonly name: string;
  readonly matches: readonly SourceMatch[];
  readonly skipped: number;
};

/** One kind of source: its rate, and the parser of its documents. */
export type SourceAdapter = {
  /** Name that is shown to members. */
  readonly name: string;
  /** Seconds between two requests: while a match is live, and otherwise. */
  readonly pace: { readonly live: number; readonly idle: number };
  /** Whether requests carry the token of the settings. */
  readonly takesToken: boolean;
  /** Parses a document; null if it is not one of this source. `teamIds`: team ids of the catalogue by English name. */
  readonly read: (document: unknown, teamIds: ReadonlyMap<string, string>) => SourceAnswer | null;
};

/** The source of one competition. */
export type Source = {
  /** Id in the catalogue, or of a competition that only the source has. */
  readonly competition: string;
  readonly url: string;
  readonly adapter: SourceAdapter;
};

/** An id with only the characters that the competition format allows. */
export const keyOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40) || 'x';

/** A name cut to the maximum length, trimmed. */
const cutName = (name: string, max: number): string => name.trim().slice(0, max).trimEnd();

/** The name of a team, cut to that of an option. */
export const teamName = (name: string): string => cutName(name, limits.name.option);

const knockouts: Readonly<Record<string, { heb: string; en: string }>> = names.knockouts;

/** A round by its name: a matchday by number, a knockout round by its usual name, else as the source calls it. */
export function roundOf(name: string, id = keyOf(name)): SourceMatch['round'] {
  const matchday = /^(?:matchday|round|spieltag)?\s*(\d{1,3})\.?\s*(?:spieltag)?$/i.exec(name.trim())?.[1];
  if (matchday !== undefined) {
    const called = (pattern: string) => pattern.replace('{number}', matchday);
    return { id, heb: called(names.matchday.heb), en: called(names.matchday.en) };
  }
  const knockout =
    knockouts[
      keyOf(name)
        .toUpperCase()
        .replace(/-FINALS$/, '-FINAL')
    ];
  const own = cutName(name, limits.itemWord) || id;
  return { id, ...(knockout ?? { heb: own, en: own }) };
}

/** Parses rows one by one; returns the valid ones, and the number of the others. */
export function readRows<Row>(
  rows: readonly unknown[],
  read: (row: unknown) => Row | null,
): { matches: Row[]; skipped: number } {
  const matches = rows.flatMap((row) => read(row) ?? []);
  return { matches, skipped: rows.length - matches.length };
}
