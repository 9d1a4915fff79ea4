import { limits } from '#contract/limits.ts';
import names from './round-names.json' with { type: 'json' };

/**
 * What a source tells of a match: known by the source's own id, never by its teams' names. Scores are goals of home and
 * away: `score` is the running one, then that after 90 minutes, which is what is bet on.
 */

export type SourceScore = { readonly home: number; readonly away: number };
export type SourceTeam = { readonly id: string; readonly name: string };

/**
 * `final` is the source's last word, an awarded match's too. `suspended` may go on, `postponed` has no date yet or another
 * one, and `cancelled` is left to who runs the league.
 */
export const sourceStatuses = ['scheduled', 'live', 'suspended', 'final', 'postponed', 'cancelled'] as const;
export type SourceStatus = (typeof sourceStatuses)[number];

export type SourceMatch = {
  readonly id: string;
  readonly round: { readonly id: string; readonly heb: string; readonly en: string };
  readonly group: string | null;
  /** The kick-off; null while it is not known. */
  readonly date: string | null;
  /** Null while it is not known who plays. */
  readonly home: SourceTeam | null;
  readonly away: SourceTeam | null;
  readonly status: SourceStatus;
  readonly score: SourceScore | null;
  /** After extra time, the 90 minutes in it. */
  readonly extraTime: SourceScore | null;
  readonly penalties: SourceScore | null;
  /** When the source last changed it; null where it does not say. An older one is no news. */
  readonly updated: string | null;
};

/** `skipped`: rows that could not be read. */
export type SourceAnswer = {
  readonly name: string;
  readonly matches: readonly SourceMatch[];
  readonly skipped: number;
};

/** One kind of source: how often it is asked, and how its answer is read. */
export type SourceAdapter = {
  /** As it signs what it says. */
  readonly name: string;
  /** Seconds between two questions: while something is played, and else. */
  readonly pace: { readonly live: number; readonly idle: number };
  /** Whether it is asked with the token of the settings. */
  readonly takesToken: boolean;
  /** Null: the document is not one of this source. `teamIds`: of the catalogue, by English name. */
  readonly read: (document: unknown, teamIds: ReadonlyMap<string, string>) => SourceAnswer | null;
};

/** The source of one competition. */
export type Source = {
  /** As the catalogue has it, or will once the source has answered. */
  readonly competition: string;
  readonly url: string;
  readonly adapter: SourceAdapter;
};

/** An id in the alphabet of the competition format. */
export const keyOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40) || 'x';

/** As much of a name as fits, without blanks about it. */
const cutName = (name: string, max: number): string => name.trim().slice(0, max).trimEnd();

/** The name of a team, as an option has it. */
export const teamName = (name: string): string => cutName(name, limits.name.option);

const knockouts: Readonly<Record<string, { heb: string; en: string }>> = names.knockouts;

/** A round by its name: a matchday by its number, a knockout of a cup, else as the source calls it. */
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

/** The rows that can be read, and how many could not: one that is wrong takes none of the others with it. */
export function readRows<Row>(
  rows: readonly unknown[],
  read: (row: unknown) => Row | null,
): { matches: Row[]; skipped: number } {
  const matches = rows.flatMap((row) => read(row) ?? []);
  return { matches, skipped: rows.length - matches.length };
}
