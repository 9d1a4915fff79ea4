import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Competition, CompetitionMatch } from '#server/competitions/competition-format.ts';
import { isoInDays } from './leagues-and-games.ts';

type Side = string | CompetitionMatch['home'];
const sideOf = (side: Side) => (typeof side === 'string' ? { team: side } : side);

/** A match in `days` days. */
export const match = (
  id: string,
  round: string,
  days: number | null,
  home: Side,
  away: Side,
): CompetitionMatch => ({
  id,
  round,
  date: days === null ? null : isoInDays(days),
  home: sideOf(home),
  away: sideOf(away),
});

/** A competition of three teams that are in no catalogue, and Brazil, which is in the staff's. */
export const neighbourhoodCup = (
  matches: CompetitionMatch[],
  more: Partial<Competition> = {},
): Competition => ({
  version: 1,
  id: 'neighbourhood',
  name: { heb: 'גביע השכונה', en: 'Neighbourhood Cup' },
  teams: [
    { id: 'wolves', name: { heb: 'זאבי הגבעה', en: 'Hill Wolves' } },
    { id: 'bra', name: { heb: 'ברזיל', en: 'Brazil' } },
    { id: 'bears', name: { heb: 'דובי הוואדי', en: 'Valley Bears' } },
    { id: 'lions', name: { heb: 'אריות הכיכר', en: 'Square Lions' } },
  ],
  rounds: [
    { id: 'semi', name: { heb: 'חצי הגמר', en: 'Semi-finals' } },
    { id: 'final', name: { heb: 'הגמר', en: 'Final' } },
  ],
  matches,
  ...more,
});

/** A folder of these competitions, for COMPETITIONS_DIR. */
export function competitionsFolder(...competitions: readonly object[]): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'hevre-competitions-'));
  competitions.forEach((competition, at) =>
    writeFileSync(join(folder, `${at}.json`), JSON.stringify(competition)),
  );
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The body that imports the World Cup, as a replay if it is over. */
export const importWorldCup = (section: number, rules: object = {}) => ({
  section,
  competition: 'worldcup-2026',
  rules,
  replay: isoInDays(0) >= '2026-07-19T19:00:00Z',
});

/** The body of a CSV file of matches: two rounds next year, with three unknown teams and Brazil. */
export const fileOfMatches = (section: number, more: object = {}) => ({
  section,
  format: 'csv',
  name: 'ליגת השכונה',
  text: [
    'מחזור,תאריך,שעה,מארחת,אורחת',
    ...['מחזור ב,8.3', 'מחזור א,1.3'].flatMap((day) => [
      `${day}.${new Date().getUTCFullYear() + 1},20:00,נמרי הרחוב,ברזיל`,
      `${day}.${new Date().getUTCFullYear() + 1},18:00,שועלי הגן,נץ הגג`,
    ]),
  ].join('\n'),
  ...more,
});

/** A text of Hebrew and ASCII in Windows-1255. */
export const windows1255 = (text: string): Uint8Array =>
  Uint8Array.from(text.split(''), (letter) => {
    const code = letter.charCodeAt(0);
    return code < 0x80 ? code : code - 0x5d0 + 0xe0;
  });
