import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StartError } from '#server/boot/start-error.ts';
import { readCatalogue, readCompetition } from '#server/competitions/catalogue.ts';
import {
  competitionSchema,
  parseCompetition,
  type Competition,
  type CompetitionMatch,
} from '#server/competitions/competition-format.ts';
import { datesWithShift, isOver, matchesToMake, replayShift } from '#server/competitions/schedule.ts';

const match = (id: string, more: Partial<CompetitionMatch> = {}): CompetitionMatch => ({
  id,
  round: 'semi',
  date: '2027-05-01T18:00:00.000Z',
  home: { team: 'a' },
  away: { team: 'b' },
  ...more,
});
const cup: Competition = {
  version: 1,
  id: 'cup',
  name: { heb: 'גביע', en: 'Cup' },
  teams: [
    { id: 'b', name: { heb: 'ב', en: 'B' } },
    { id: 'a', name: { heb: 'א', en: 'A' } },
  ],
  rounds: [
    { id: 'semi', name: { heb: 'חצי הגמר', en: 'Semi-finals' } },
    { id: 'final', name: { heb: 'הגמר', en: 'Final' } },
  ],
  matches: [
    match('9', { round: 'final', home: { slot: { winnerOf: '2' } }, away: { slot: { loserOf: '2' } } }),
    match('2'),
  ],
};
const withMatch = (more: Partial<CompetitionMatch>) => ({
  ...cup,
  matches: [cup.matches[0], match('2', more)],
});

/** A match of which one side is a place in the table of so many groups. */
const placed = (place: number, groups: number) => ({
  home: { slot: { place, groups: Array<string>(groups).fill('A') } },
});
/** So many matches in the first round and in the second, of so many teams. */
function roundsOf(first: number, second: number, teamCount = 2) {
  const names = Array.from({ length: teamCount }, (_, at) => `t${at}`);
  const of = (round: string, count: number) =>
    Array.from({ length: count }, (_, at) =>
      match(`${round}${at}`, {
        round,
        home: { team: names[(2 * at) % teamCount] ?? '' },
        away: { team: names[(2 * at + 1) % teamCount] ?? '' },
      }),
    );
  return {
    ...cup,
    teams: names.map((id) => ({ id, name: { heb: `ה${id}`, en: id } })),
    matches: [...of('semi', first), ...of('final', second)],
  };
}
const withFlag = (flag: string) => ({
  ...cup,
  teams: cup.teams.map((team, at) => (at === 0 ? { ...team, flag } : team)),
});

describe('the format of competitions', () => {
  test('accepts valid documents and the bundled World Cup', () => {
    const others = [
      withMatch(placed(32, 32)),
      withFlag('f'.repeat(20)),
      roundsOf(128, 128),
      roundsOf(32, 32, 64),
    ];
    for (const right of [cup, ...others]) expect(parseCompetition(right)).toEqual({ competition: right });
    const file = fileURLToPath(new URL('../../src/server/competitions/worldcup-2026.json', import.meta.url));
    const { teams, rounds, matches } = readCompetition(file);
    expect([teams.length, rounds.length, matches.length]).toEqual([48, 9, 104]);
    // Every knockout side was a slot, and every slot is filled.
    const slots = matches.flatMap(({ home, away }) => [home, away]).filter(({ slot }) => slot !== undefined);
    expect([slots.length, slots.every(({ team }) => team !== undefined)]).toEqual([64, true]);
  });

  test.each<[what: string, document: object, path: string]>([
    ['another version', { ...cup, version: 2 }, 'version'],
    ['a field that it does not have', { ...cup, logo: 'x' }, 'logo'],
    ['a name that is empty', { ...cup, name: { heb: ' ', en: 'Cup' } }, 'name.heb'],
    ['a name with a bidi override', { ...cup, name: { heb: 'גביע\u202e', en: 'Cup' } }, 'name.heb'],
    ['one team', { ...cup, teams: [cup.teams[0]] }, 'teams'],
    ['a date without a time', withMatch({ date: '2027-05-01' }), 'matches.1.date'],
    ['a day that does not exist', withMatch({ date: '2027-02-30T18:00:00Z' }), 'matches.1.date'],
    ['a time by no clock', withMatch({ date: '2027-05-01T18:00:00+23' }), 'matches.1.date'],
    ['a year that no database has', withMatch({ date: '0000-05-01T18:00:00Z' }), 'matches.1.date'],
    ['a side without a team and a slot', withMatch({ home: {} }), 'matches.1.home'],
    ['a 33rd place', withMatch(placed(33, 1)), 'matches.1.home.slot.place'],
    ['a place before the first', withMatch(placed(0, 1)), 'matches.1.home.slot.place'],
    ['a place of 33 groups', withMatch(placed(1, 33)), 'matches.1.home.slot.groups'],
    ['a place of no group', withMatch(placed(1, 0)), 'matches.1.home.slot.groups'],
    ['a flag of 21 characters', withFlag('f'.repeat(21)), 'teams.0.flag'],
  ])('refuses %s, with its path', (_, document, path) => {
    const read = parseCompetition(document);
    expect('problems' in read && read.problems.map((problem) => problem.path)).toEqual([path]);
  });

  test.each<[what: string, document: object, path: string, code: string]>([
    [
      'a team twice',
      { ...cup, teams: [...cup.teams, { id: 'a', name: { heb: 'ג', en: 'C' } }] },
      'teams.2.id',
      'duplicate',
    ],
    [
      'a name twice',
      { ...cup, teams: [...cup.teams, { id: 'c', name: { heb: 'א', en: 'C' } }] },
      'teams.2.name.heb',
      'duplicate',
    ],
    ['a match twice', { ...cup, matches: [...cup.matches, match('2')] }, 'matches.2.id', 'duplicate'],
    ['a round that is not there', withMatch({ round: 'third' }), 'matches.1.round', 'unknown_id'],
    ['a team that is not there', withMatch({ away: { team: 'c' } }), 'matches.1.away.team', 'unknown_id'],
    ['a team against itself', withMatch({ away: { team: 'a' } }), 'matches.1.away.team', 'duplicate'],
    [
      'a slot of a match that is not there',
      withMatch({ home: { slot: { winnerOf: '7' } } }),
      'matches.1.home.slot',
      'unknown_id',
    ],
    [
      'a slot that waits for its own round',
      withMatch({ home: { slot: { winnerOf: '2' } } }),
      'matches.1.home.slot',
      'invalid',
    ],
    [
      'a result before the teams',
      withMatch({ home: { slot: { place: 1, groups: ['A'] } }, result: { home: 1, away: 0 } }),
      'matches.1.result',
      'invalid',
    ],
    [
      'a result before one of the teams',
      withMatch({ away: { slot: { place: 1, groups: ['A'] } }, result: { home: 1, away: 0 } }),
      'matches.1.result',
      'invalid',
    ],
    ['a round of more matches than a game has items', roundsOf(1, 129), 'rounds.1', 'too_long'],
    ['a round of more teams than a game has options', roundsOf(1, 33, 66), 'rounds.1', 'too_long'],
  ])('refuses %s', (_, document, path, code) => {
    const read = parseCompetition(document);
    expect('problems' in read && read.problems).toEqual([{ path, code }]);
  });

  test('is described by a JSON Schema', () => {
    expect(competitionSchema()).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { version: { const: 1 }, matches: { type: 'array', minItems: 1, maxItems: 1024 } },
      required: ['version', 'id', 'name', 'teams', 'rounds', 'matches'],
      additionalProperties: false,
    });
  });
});

describe('the catalogue', () => {
  const folderWith = (files: Readonly<Record<string, string>>) => {
    const folder = mkdtempSync(join(tmpdir(), 'hevre-catalogue-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return folder;
  };

  test('has the bundled competition, then the operator’s own by their file names', () => {
    const files = ['f', 'b', 'e', 'a', 'd', 'c'].map((id) => [`${id}.json`, JSON.stringify({ ...cup, id })]);
    const catalogue = readCatalogue(folderWith({ ...Object.fromEntries(files), 'notes.txt': 'ours' }));
    expect([...catalogue.keys()]).toEqual(['worldcup-2026', 'a', 'b', 'c', 'd', 'e', 'f']);
  });

  test('has the operator’s competition in place of a bundled one of the same id', () => {
    const own = { ...cup, id: 'worldcup-2026' };
    expect([...readCatalogue(folderWith({ 'own.json': JSON.stringify(own) }))]).toEqual([
      ['worldcup-2026', own],
    ]);
  });

  test('names a file that cannot be read, and the first five problems of one that is not in the format', () => {
    const folder = folderWith({ 'cup.json': '{}', 'half.json': '{' });
    expect(() => readCompetition(join(folder, 'cup.json'))).toThrow(
      new StartError(
        `the competition ${folder}/cup.json is not in the format: ` +
          'version: required; id: required; name: required; teams: required; rounds: required',
      ),
    );
    expect(() => readCompetition(join(folder, 'half.json'))).toThrow(
      `the competition ${folder}/half.json cannot be read: `,
    );
  });
});

describe('the schedule of a competition', () => {
  const at = (moment: string) => new Date(moment);
  const two = { ...cup, matches: [match('1', { date: '2027-05-08T18:00:00.000Z' }), match('2')] };

  test('is over from its last kick-off on, and never without dates', () => {
    expect(isOver(two, at('2027-05-08T17:59:59Z'))).toBe(false);
    expect(isOver(two, at('2027-05-08T18:00:00Z'))).toBe(true);
    expect(isOver({ ...two, matches: [match('1', { date: null })] }, at('2029-01-01T00:00:00Z'))).toBe(false);
  });

  test.each([
    // The first kick-off is at least a day ahead: one second less moves it by another week.
    ['2027-05-14T18:00:00Z', 14],
    ['2027-05-14T18:00:01Z', 21],
    ['2027-05-30T00:00:00Z', 35],
    // Long before the first kick-off there is no shift.
    ['2027-01-01T00:00:00Z', 0],
  ])('as of %s is replayed %i days later', (now, days) => {
    expect(replayShift(two, at(now))).toBe(days);
  });

  test('has its first and last date shifted by the same days', () => {
    expect(datesWithShift(two, 7)).toEqual({
      first: '2027-05-08T18:00:00.000Z',
      last: '2027-05-15T18:00:00.000Z',
    });
    const unknown = match('3', { date: null });
    expect(datesWithShift({ ...two, matches: [unknown, match('1')] }, 0)).toEqual({
      first: match('1').date,
      last: match('1').date,
    });
    expect(datesWithShift({ ...two, matches: [unknown] }, 7)).toEqual({ first: null, last: null });
  });

  test('makes the matches that have both teams, are not past, and were neither made nor removed', () => {
    const all = {
      ...cup,
      matches: [
        match('5'),
        match('1', { date: null }),
        match('4', { date: '2027-04-01T18:00:00.000Z' }),
        match('3', { round: 'final' }),
        match('2', { away: { slot: { loserOf: '1' } } }),
        match('6', { home: { slot: { winnerOf: '1' } } }),
      ],
    };
    const matchesOf = (more: object) =>
      matchesToMake(all, {
        made: new Set<string>(),
        removed: new Set<string>(),
        shiftDays: 0,
        now: at('2027-04-01T18:00:00Z'),
        ...more,
      }).map(({ id }) => id);
    expect([
      matchesOf({}),
      matchesOf({ made: new Set(['5']) }),
      matchesOf({ removed: new Set(['final']) }),
      matchesOf({ shiftDays: 7 }),
    ]).toEqual([
      ['5', '1', '3'],
      ['1', '3'],
      ['5', '1'],
      ['5', '1', '4', '3'],
    ]);
  });
});
