import { describe, expect, test } from 'vitest';
import { decodeText } from '#contract/decode-text.ts';
import { textOf } from '#screens/tournament/problem-text.ts';
import type { Competition } from '#server/competitions/competition-format.ts';
import { readCsv } from '#server/competitions/files/read-csv.ts';
import { readJson } from '#server/competitions/files/read-json.ts';
import { fileLimits, type CompetitionSummary } from '#contract/make-game-calls.ts';
import {
  formatOfText,
  hasNews,
  nameOfFile,
  refusalOfContent,
  refusalOfFile,
} from '#domain/competition-file.ts';
import { match, neighbourhoodCup, windows1255 } from '#tests/support/server/competitions.ts';

const csv = (...lines: string[]) => readCsv(lines.join('\n'), 'ליגת השכונה');
const head = 'מחזור,תאריך,שעה,מארחת,אורחת';

/** A competition by its names: rounds with their matches, a match by its kick-off and sides. */
function byNames({ name, teams, rounds, matches }: Competition) {
  const team = new Map(teams.map(({ id, name: own }) => [id, own.heb]));
  return {
    name,
    teams: teams.map(({ name: own }) => own.heb),
    rounds: rounds.map((round) => [
      round.name.heb,
      ...matches
        .filter((one) => one.round === round.id)
        .map(({ date, home, away }) => [date, team.get(home.team ?? ''), team.get(away.team ?? '')]),
    ]),
  };
}
function competitionOf(read: ReturnType<typeof readCsv>): Competition {
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.competition;
}
const problemsOf = (read: ReturnType<typeof readCsv>) => ('problems' in read ? read.problems : null);

describe('a CSV table', () => {
  test('is read with rounds and teams in order of appearance and kick-offs in Israel’s time', () => {
    const read = csv(
      head,
      'מחזור 2,5.1.2027,18:30,מכבי הגינה,הפועל הרחוב',
      'מחזור 1,30/12/26,9.05,"בית""ר, הפינה",מכבי הגינה',
      '',
      'מחזור 2,2027-06-01,,הפועל הרחוב,"בית""ר, הפינה"',
      'מחזור 3,,,מכבי הגינה,"בית""ר, הפינה"',
    );
    expect(byNames(competitionOf(read))).toEqual({
      name: { heb: 'ליגת השכונה', en: 'ליגת השכונה' },
      teams: ['מכבי הגינה', 'הפועל הרחוב', 'בית"ר, הפינה'],
      rounds: [
        [
          'מחזור 2',
          ['2027-01-05T16:30:00.000Z', 'מכבי הגינה', 'הפועל הרחוב'],
          ['2027-06-01T17:00:00.000Z', 'הפועל הרחוב', 'בית"ר, הפינה'],
        ],
        ['מחזור 1', ['2026-12-30T07:05:00.000Z', 'בית"ר, הפינה', 'מכבי הגינה']],
        ['מחזור 3', [null, 'מכבי הגינה', 'בית"ר, הפינה']],
      ],
    });
  });

  test.each([
    ['commas', ','],
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('is separated by %s, with its columns in any order and unknown ones ignored', (_, separator) => {
    const rows = [
      ['Away', 'note', 'HOME', 'Date', 'Round'],
      ['Bears', 'at last', 'Lions', '1.2.2027', 'First'],
    ];
    expect(byNames(competitionOf(csv(...rows.map((row) => row.join(separator)))))).toMatchObject({
      rounds: [['First', ['2027-02-01T18:00:00.000Z', 'Lions', 'Bears']]],
    });
  });

  test('has results of 90 minutes in two columns of goals, both filled or neither', () => {
    const titles = `${head},שערי מארחת,Away goals`;
    const { matches } = competitionOf(
      csv(titles, 'א,1.2.2027,18:00,אריות,דובים,10,0', 'א,1.2.2027,18:00,זאבים,נץ,,'),
    );
    expect(matches.map(({ result }) => result)).toEqual([{ home: 10, away: 0 }, undefined]);
    expect(
      problemsOf(
        csv(
          titles,
          'א,1.2.2027,,אריות,דובים,2,',
          'א,1.2.2027,,זאבים,נץ,,0',
          'א,1.2.2027,,שועלים,נץ,2,x',
          'א,1.2.2027,,שועלים,אריות,100,1',
        ),
      ),
    ).toEqual([
      { line: 2, field: 'awayGoals', code: 'required' },
      { line: 3, field: 'homeGoals', code: 'required' },
      { line: 4, field: 'awayGoals', code: 'invalid', value: 'x' },
      { line: 5, field: 'homeGoals', code: 'invalid', value: '100' },
    ]);
  });

  test('has the group of a match as written, and none where the cell is empty', () => {
    const titles = `${head},בית מוקדם`;
    const { matches } = competitionOf(
      csv(
        titles,
        'א,1.2.2027,18:00,אריות,דובים,ב',
        'א,1.2.2027,18:00,זאבים,נץ,',
        'א,2.2.2027,18:00,נץ,דובים,A',
      ),
    );
    expect(matches.map(({ group }) => group)).toEqual(['ב', undefined, 'A']);
    expect(problemsOf(csv(titles, `א,1.2.2027,18:00,אריות,דובים,${'ב'.repeat(21)}`))).toEqual([
      { line: 2, field: 'group', code: 'too_long', value: 'ב'.repeat(21) },
    ]);
  });

  test('treats a quote within a cell as part of the name', () => {
    for (const separator of [',', '\t', ';']) {
      const line = ['א', '1.2.2027', '18:00', 'מכבי ת"א', 'בית"ר ירושלים'].join(separator);
      expect(byNames(competitionOf(csv(head.replaceAll(',', separator), line))).teams).toEqual([
        'מכבי ת"א',
        'בית"ר ירושלים',
      ]);
    }
  });

  test('identifies a match by its round and teams, or by its id, whatever else changes', () => {
    const idsOf = (...lines: string[]) => competitionOf(csv(...lines)).matches.map(({ id }) => id);
    const [first] = idsOf(head, 'א,1.2.2027,18:00,אריות,דובים');
    expect(idsOf(head, 'ב,9.2.2027,,זאבים,דובים', 'א,3.2.2027,20:00,אריות,דובים')[1]).toBe(first);
    const withId = `${head},מזהה`;
    const [own] = idsOf(withId, 'א,1.2.2027,18:00,אריות,דובים,7');
    expect(idsOf(withId, 'ב,1.2.2027,18:00,דובים,אריות,7')).toEqual([own]);
  });

  test.each([
    ['nothing but titles', [head], [{ line: 1, field: '', code: 'required' }]],
    [
      'titles that are missing',
      ['מחזור,שעה,מארחת', 'א,18:00,אריות'],
      [
        { line: 1, field: 'date', code: 'missing_column' },
        { line: 1, field: 'away', code: 'missing_column' },
      ],
    ],
    [
      'a quote that does not end',
      [head, 'א,1.2.2027,,"אריות,דובים', 'ב,2.2.2027,,א,ב'],
      [{ line: 3, field: '', code: 'invalid' }],
    ],
    [
      'cells that are empty',
      [head, 'א,1.2.2027,18:00,אריות,דובים', ',1.2.2027,18:00,,דובים', 'ב,1.2.2027'],
      [
        { line: 3, field: 'round', code: 'required' },
        { line: 3, field: 'home', code: 'required' },
        { line: 4, field: 'home', code: 'required' },
        { line: 4, field: 'away', code: 'required' },
      ],
    ],
    [
      'days and times that do not exist',
      [
        head,
        'א,30.2.2027,18:00,אריות,דובים',
        'א,מחר,18:00,דובים,אריות',
        'א,1.2.2027,25:00,אריות,זאבים',
        'א,1.2.2027,בערב,זאבים,אריות',
        'א,5.1.0027,18:00,זאבים,דובים',
      ],
      [
        { line: 2, field: 'date', code: 'invalid', value: '30.2.2027' },
        { line: 3, field: 'date', code: 'invalid', value: 'מחר' },
        { line: 4, field: 'time', code: 'invalid', value: '25:00' },
        { line: 5, field: 'time', code: 'invalid', value: 'בערב' },
        { line: 6, field: 'date', code: 'invalid', value: '5.1.0027' },
      ],
    ],
    [
      'a team against itself',
      [head, 'א,1.2.2027,18:00,אריות,דובים', 'א,1.2.2027,18:00,דובים,דובים'],
      [{ line: 3, field: 'away', code: 'duplicate', value: 'דובים' }],
    ],
    [
      'no team but one',
      [head, 'א,1.2.2027,18:00,אריות,אריות'],
      [{ line: 1, field: 'teams', code: 'too_short' }],
    ],
    [
      'more rounds than a competition has',
      [head, ...Array.from({ length: 65 }, (_, at) => `${at},1.2.2027,18:00,אריות,דובים`)],
      [{ line: 1, field: 'rounds', code: 'too_long' }],
    ],
    [
      'more matches than a competition has',
      [head, 'א\n'.repeat(fileLimits.matches + 1)],
      [{ line: 1, field: 'matches', code: 'too_long' }],
    ],
    [
      'the same match twice',
      [head, 'א,1.2.2027,18:00,אריות,דובים', 'א,8.2.2027,18:00,אריות,דובים'],
      [{ line: 3, field: 'home', code: 'duplicate', value: 'אריות' }],
    ],
    [
      'names with characters that are not for reading',
      [head, 'א\u0085,1.2.2027,18:00,א\u{e0041}ריות,דובים'],
      [
        { line: 2, field: 'home', code: 'invalid', value: 'א\u{e0041}ריות' },
        { line: 2, field: 'round', code: 'invalid', value: 'א\u0085' },
      ],
    ],
    [
      'a name that is too long',
      [head, `א,1.2.2027,18:00,אריות,${'ד'.repeat(61)}`],
      [{ line: 2, field: 'away', code: 'too_long', value: 'ד'.repeat(61) }],
    ],
  ])('with %s is refused with its line and column', (_, lines, problems) => {
    expect(problemsOf(csv(...lines))).toEqual(problems);
  });
});

describe('a document of the format', () => {
  const cup = neighbourhoodCup([match('7', 'semi', 2, 'bears', 'wolves')]);
  const text = JSON.stringify(cup, null, 2);
  const lineOf = (part: string) => text.split('\n').findIndex((line) => line.includes(part)) + 1;

  test('is read unchanged', () => {
    expect(readJson(text)).toEqual({ competition: cup });
  });

  test.each([
    ['that is cut off', '{\n  "version": 1,\n  "id":', [{ line: 3, field: '', code: 'invalid' }]],
    ['with a comment', '{\n  // ours\n  "version": 1}', [{ line: 2, field: '', code: 'invalid' }]],
    [
      'that is a list',
      '[]',
      ['version', 'id', 'name', 'teams', 'rounds', 'matches'].map((field) => ({
        line: 1,
        field,
        code: 'required',
      })),
    ],
    [
      'with a team that is not there',
      text.replace('"team": "wolves"', '"team": "nobody"'),
      [
        {
          line: lineOf('"team": "wolves"'),
          field: 'matches.0.away.team',
          code: 'unknown_id',
        },
      ],
    ],
    [
      'without what it must have',
      text.replace('"date"', '"day"'),
      [
        // A missing field is reported at the line of its match.
        { line: lineOf('"id": "7"') - 1, field: 'matches.0.date', code: 'required' },
        { line: lineOf('"date"'), field: 'matches.0.day', code: 'unknown_field' },
      ],
    ],
    [
      'that is as deep as one may be, with parts beside one another',
      `[${'[{}],{},'.repeat(99)}\n${'['.repeat(63)}${']'.repeat(64)}`,
      ['version', 'id', 'name', 'teams', 'rounds', 'matches']
        .map((field) => ({
          line: 1,
          field,
          code: 'required',
        }))
        .concat({ line: 1, field: '0', code: 'unknown_field' }),
    ],
    [
      'that is deeper by one list',
      `[${'[],'.repeat(9)}\n${'['.repeat(64)}${']'.repeat(65)}`,
      [{ line: 2, field: '', code: 'invalid' }],
    ],
    [
      'that is deeper by one object',
      `{"id":\n${'{"id":'.repeat(64)}0${'}'.repeat(65)}`,
      [{ line: 2, field: '', code: 'invalid' }],
    ],
    [
      'that is deeper than a stack',
      `{"version":\n${'['.repeat(fileLimits.characters - 12)}`,
      [{ line: 2, field: '', code: 'invalid' }],
    ],
    [
      'that is deeper than a stack, to its end',
      `${'['.repeat(fileLimits.characters / 2)}${']'.repeat(fileLimits.characters / 2)}`,
      [{ line: 1, field: '', code: 'invalid' }],
    ],
  ])('%s is refused with its line and path', (_, broken, problems) => {
    expect(problemsOf(readJson(broken))).toEqual(problems);
  });

  /** The lower processor time of two runs, in microseconds: other processes do not add to it. */
  const timeOf = (work: () => unknown) => {
    const [first = 0, second = 0] = [1, 2].map(() => {
      const start = process.cpuUsage();
      work();
      return process.cpuUsage(start).user;
    });
    return Math.min(first, second);
  };
  test('of the largest size, full of properties and faulty matches, takes less than 24 times as long as an eighth of it', () => {
    const faulty = (size: number) =>
      `{${'"a":0,'.repeat(size / 12 - 4)}"matches":[{}${'\n,{}'.repeat(size / 8)}]}`;
    const [large, eighth] = [faulty(fileLimits.characters), faulty(fileLimits.characters / 8)];
    const problems = problemsOf(readJson(large)) ?? [];
    const { length: lineCount } = large.split('\n');
    expect([problems.length, problems.at(-2)?.line]).toEqual([6 + 5 * lineCount, lineCount]);
    expect(problems.at(-1)).toEqual({ line: 1, field: 'a', code: 'unknown_field' });
    expect(timeOf(() => readJson(large))).toBeLessThan(24 * timeOf(() => readJson(eighth)));
  });
});

test('a file is decoded as UTF-8 with or without a byte order mark, UTF-16, or Windows-1255', () => {
  const text = 'מחזור א';
  const utf8 = new TextEncoder().encode(text);
  const utf16 = Uint8Array.from(Buffer.from(`\uFEFF${text}`, 'utf16le'));
  const windows = windows1255(text);
  expect([utf8, Uint8Array.from([0xef, 0xbb, 0xbf, ...utf8]), utf16, windows].map(decodeText)).toEqual(
    Array.from({ length: 4 }, () => text),
  );
});

test.each([
  ['csv', '', 'required', undefined, 'noMatches'],
  ['csv', '', 'invalid', undefined, 'openQuote'],
  ['json', '', 'invalid', undefined, 'brokenDocument'],
  ['csv', 'away', 'missing_column', undefined, 'missingColumn'],
  ['csv', 'away', 'required', undefined, 'required'],
  ['csv', 'date', 'invalid', '30.2.2027', 'date'],
  ['csv', 'time', 'invalid', '25:00', 'time'],
  ['csv', 'round', 'invalid', 'א\u0085', 'hiddenCharacter'],
  ['csv', 'home', 'duplicate', 'אריות', 'repeatedMatch'],
  ['csv', 'away', 'duplicate', 'דובים', 'sameTeam'],
  ['csv', 'group', 'invalid', 'א\u0085', 'hiddenCharacter'],
  ['csv', 'group', 'too_long', 'א'.repeat(21), 'longName'],
  ['csv', 'round', 'too_long', 'א'.repeat(41), 'longName'],
  ['csv', 'round', 'too_long', 'א'.repeat(40), 'bigRound'],
  ['csv', 'away', 'too_long', 'ד'.repeat(61), 'longName'],
  ['csv', 'matches', 'too_long', undefined, 'bigFile'],
  ['csv', 'rounds', 'too_long', undefined, 'bigFile'],
  ['csv', 'teams', 'too_short', undefined, 'oneTeam'],
  ['json', 'id', 'duplicate', 'worldcup-2026', 'takenId'],
  ['json', 'teams.1.name.heb', 'duplicate', undefined, 'duplicate'],
  ['json', 'matches.0.away.team', 'unknown_id', undefined, 'unknownId'],
  ['json', 'matches.0.day', 'unknown_field', undefined, 'unknownField'],
  ['json', 'matches.0.date', 'invalid', undefined, 'invalid'],
] as const)('in %s, a problem at “%s” (%s, %s) has the text %s', (format, field, code, value, text) => {
  const problem = { line: 2, field, code, ...(value !== undefined && { value }) };
  expect(textOf(problem, format)).toBe(`fileProblem.${text}`);
});

const pair = { item: 7, home: 'מכבי', away: 'הפועל' };
const nothing = { moved: [], closed: [], results: [], left: [] };
test.each<[string, number, Partial<CompetitionSummary['changes']>, boolean]>([
  ['nothing', 0, {}, false],
  ['a match to make', 1, {}, true],
  ['a moved date', 0, { moved: [{ ...pair, from: null, to: '2027-06-13T18:30:00.000Z' }] }, true],
  ['a match without a date', 0, { closed: [pair] }, true],
  ['a result', 0, { results: [pair] }, true],
  ['as many results as matches to make', 2, { results: [pair, pair] }, true],
  ['a match that is gone', 0, { left: [pair] }, false],
])('the changes of a competition are news or not: %s', (_, ready, changes, isNew) =>
  expect(hasNews({ ready, changes: { ...nothing, ...changes } })).toBe(isNew),
);

describe('a chosen file of matches', () => {
  const file = (name: string, size = 10) =>
    Object.defineProperty(new File([], name), 'size', { value: size });

  test.each([
    ['matches.csv', 10, null],
    ['MATCHES.TSV', 10, null],
    ['cup.final.json', 10, null],
    ['matches.txt', 750_000, null],
    ['matches.txt', 750_001, 'too_long'],
    ['matches.xlsx', 10, 'unsupported'],
    ['csv', 10, 'unsupported'],
    ['matches.csv.zip', 10, 'unsupported'],
  ])('%s of %i bytes is refused as %j', (name, size, refusal) =>
    expect(refusalOfFile(file(name, size))).toBe(refusal),
  );

  test.each([
    ['words', head, null],
    ['none', '', 'empty'],
    ['only space', ' \n\t\uFEFF ', 'empty'],
    ['as many characters as there may be', 'א'.repeat(250_000), null],
    ['one more', 'א'.repeat(250_001), 'too_long'],
    ['what no text has', 'PK\u0003\0', 'unsupported'],
  ])('with %s gives the refusal %j', (_, text, refusal) => expect(refusalOfContent(text)).toBe(refusal));

  test.each([
    [' \n{"name": "גביע"}', 'json'],
    [head, 'csv'],
    ['', 'csv'],
  ])('that contains %j is read as %s', (text, format) => expect(formatOfText(text)).toBe(format));

  test.each([
    ['גביע השכונה.csv', 'גביע השכונה'],
    ['cup.final.json', 'cup.final'],
    ['ליגת העל בכדורגל שלנו.txt', 'ליגת העל בכדורגל שלנ'],
    // The twentieth character is a space.
    [' אבגדהוזחטיכלמנסעפצ קרש.csv', 'אבגדהוזחטיכלמנסעפצ'],
  ])('named %s names its competition %s', (name, competition) =>
    expect(nameOfFile(file(name))).toBe(competition),
  );
});
