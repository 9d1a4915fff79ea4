import { createHash } from 'node:crypto';
import { CsvError, parse } from 'csv-parse/sync';
import * as v from 'valibot';
import { fromIsraelInput } from '#contract/israel-time.ts';
import { fileLimits, type CompetitionFileProblem } from '#contract/make-game-calls.ts';
import { parseTimestamp } from '#contract/timestamp-input.ts';
import { limits } from '#contract/limits.ts';
import { parseCompetition, type CompetitionMatch } from '#server/competitions/competition-format.ts';
import { columnTitles } from '#server/texts/column-titles.ts';
import type { ReadFile } from './file-problem.ts';

/**
 * Matches in a table, one a row, as exported by spreadsheets: separated by commas, semicolons or tabs, with a title row.
 * Dates and times are Israel's.
 */

/** Known columns, in any order; others are ignored. */
type Column = keyof typeof columnTitles;
const columns: readonly Column[] = [
  'round',
  'date',
  'time',
  'home',
  'away',
  'group',
  'homeGoals',
  'awayGoals',
  'id',
];
const required: readonly Column[] = ['round', 'date', 'home', 'away'];

/** Kick-off time of a row without one. */
const usualTime = '20:00';

const Rows = v.array(v.object({ record: v.array(v.string()), info: v.object({ lines: v.number() }) }));
/** The cells of a row by column, with its line; missing cells are empty. */
type Row = { readonly line: number } & Readonly<Record<Column, string>>;

/** The separator that is most frequent in the title row. */
function separatorOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1);
  const count = (separator: string) => first.split(separator).length;
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** Parses a day (`7.9.2026`, `07/09/26`, `2026-09-07`) to `2026-09-07`; null if it does not exist. */
function parseDay(text: string): string | null {
  const [, day = '', month = '', year = ''] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})$/.exec(text) ?? [];
  const iso =
    year === '' ? text : `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return /^\d{4}-\d\d-\d\d$/.test(iso) && parseTimestamp(`${iso}T00:00Z`) !== null ? iso : null;
}

/** Parses a time (`9:05`, `21.00`) to `09:05`; null if it does not exist. */
function parseTime(text: string): string | null {
  const [, hours = '', minutes = ''] = /^(\d{1,2})[:.](\d\d)(?:[:.]00)?$/.exec(text) ?? [];
  return hours !== '' && Number(hours) < 24 && Number(minutes) < 60
    ? `${hours.padStart(2, '0')}:${minutes}`
    : null;
}

/** An id made from names, so that the next version of the file has the same. */
const idOf = (kind: string, ...words: readonly string[]) =>
  `${kind}-${createHash('sha256').update(words.join('\n')).digest('hex').slice(0, 16)}`;

function readRows(text: string): { rows: Row[] } | { problems: CompetitionFileProblem[] } {
  const [head, ...body] = v.parse(
    Rows,
    parse(text, {
      bom: true,
      delimiter: separatorOf(text),
      info: true,
      relax_column_count: true,
      // A quote inside a cell is part of a name: gershayim are typed so.
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      // The title row, and one row too many to detect the excess: a file may have a hundred thousand rows.
      to: fileLimits.matches + 2,
      trim: true,
    }),
  );
  const named = (head?.record ?? []).map((title) => title.toLowerCase());
  const at = Object.fromEntries(
    columns.map((column) => [
      column,
      named.findIndex((title) => columnTitles[column].some((one) => one === title)),
    ]),
  );
  const missing = required.filter((column) => at[column] === -1);
  if (missing.length > 0)
    return { problems: missing.map((field) => ({ line: 1, field, code: 'missing_column' })) };
  const cell = (record: readonly string[], column: Column) => record[at[column] ?? -1] ?? '';
  return {
    rows: body.map(({ record, info }) => ({
      line: info.lines,
      round: cell(record, 'round'),
      date: cell(record, 'date'),
      time: cell(record, 'time'),
      home: cell(record, 'home'),
      away: cell(record, 'away'),
      group: cell(record, 'group'),
      homeGoals: cell(record, 'homeGoals'),
      awayGoals: cell(record, 'awayGoals'),
      id: cell(record, 'id'),
    })),
  };
}

/** Kick-off of a row in UTC, null without a day; or the problem. */
function kickOffOf({ line, date, time }: Row): { at: string | null } | CompetitionFileProblem {
  if (date === '') return { at: null };
  const day = parseDay(date);
  if (day === null) return { line, field: 'date', code: 'invalid', value: date };
  const clock = parseTime(time || usualTime);
  const at = clock === null ? null : fromIsraelInput(`${day}T${clock}`);
  return at === null ? { line, field: 'time', code: 'invalid', value: time } : { at };
}

/** Goals of a row after 90 minutes, null without any; or the problem. */
function resultOf({ line, ...row }: Row): { result: CompetitionMatch['result'] } | CompetitionFileProblem {
  const fields = (['homeGoals', 'awayGoals'] as const).filter((field) => row[field] !== '');
  if (fields.length === 0) return { result: undefined };
  for (const field of ['homeGoals', 'awayGoals'] as const) {
    if (row[field] === '') return { line, field, code: 'required' };
    if (!/^\d{1,3}$/.test(row[field]) || Number(row[field]) > limits.resultGoals)
      return { line, field, code: 'invalid', value: row[field] };
  }
  return { result: { home: Number(row.homeGoals), away: Number(row.awayGoals) } };
}

const both = (name: string) => ({ heb: name, en: name });

type Cell = { readonly row: Row; readonly column: Column };

/** Distinct names in these columns, in order, with the first cell of each. */
function distinctNames(rows: readonly Row[], columnsOf: readonly Column[]): [string, Cell][] {
  const first = new Map<string, Cell>();
  for (const row of rows)
    for (const column of columnsOf) if (!first.has(row[column])) first.set(row[column], { row, column });
  return [...first];
}

function matchOf(row: Row, date: string | null, result: CompetitionMatch['result']): CompetitionMatch {
  const { round, home, away, group, id } = row;
  return {
    id: id === '' ? idOf('match', round, home, away) : idOf('match', id),
    round: idOf('round', round),
    ...(group !== '' && { group }),
    date,
    home: { team: idOf('team', home) },
    away: { team: idOf('team', away) },
    ...(result && { result }),
  };
}

/** The competition in a table, under this name, or all its problems by line and column. */
export function readCsv(text: string, name: string): ReadFile {
  let read;
  try {
    read = readRows(text);
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { problems: [{ line: Number(error['lines'] ?? 1), field: '', code: 'invalid' }] };
  }
  if ('problems' in read) return read;
  const { rows } = read;
  if (rows.length === 0) return { problems: [{ line: 1, field: '', code: 'required' }] };
  if (rows.length > fileLimits.matches)
    return { problems: [{ line: 1, field: 'matches', code: 'too_long' }] };
  const problems: CompetitionFileProblem[] = [];
  const matches = rows.map((row) => {
    for (const field of ['round', 'home', 'away'] as const)
      if (row[field] === '') problems.push({ line: row.line, field, code: 'required' });
    const kickOff = kickOffOf(row);
    if ('line' in kickOff) problems.push(kickOff);
    const goals = resultOf(row);
    if ('line' in goals) problems.push(goals);
    return matchOf(row, 'at' in kickOff ? kickOff.at : null, 'result' in goals ? goals.result : undefined);
  });
  if (problems.length > 0) return { problems };
  const teams = distinctNames(rows, ['home', 'away']);
  const rounds = distinctNames(rows, ['round']);
  const parsed = parseCompetition({
    version: 1,
    id: idOf('own', name),
    name: both(name),
    teams: teams.map(([team]) => ({ id: idOf('team', team), name: both(team) })),
    rounds: rounds.map(([round]) => ({ id: idOf('round', round), name: both(round) })),
    matches,
  });
  if ('competition' in parsed) return parsed;
  /** The cell that a path of the document was made from; null if none was. */
  const cellOf = (path: string): Cell | null => {
    const [list = '', at = '-1', field = ''] = path.split('.');
    const row = rows[Number(at)];
    if (list === 'matches' && row)
      return { row, column: columns.find((column) => column === field && column !== 'id') ?? 'home' };
    return (list === 'teams' ? teams : list === 'rounds' ? rounds : [])[Number(at)]?.[1] ?? null;
  };
  const found = parsed.problems.map(({ path, code }): CompetitionFileProblem => {
    const cell = cellOf(path);
    if (!cell) return { line: 1, field: path, code };
    const { row, column } = cell;
    return { line: row.line, field: column, code, value: row[column] };
  });
  // Each name is in the document twice, once per language.
  return { problems: [...new Map(found.map((one) => [JSON.stringify(one), one])).values()] };
}
