import type { CompetitionFileProblem, fileFormats } from '#contract/make-game-calls.ts';
import { limits } from '#contract/limits.ts';
import type { MessageKey } from '#i18n/keys.ts';

const columns = ['round', 'date', 'time', 'home', 'away', 'group', 'homeGoals', 'awayGoals', 'id'] as const;

/** By field and code. */
const textsByPlace: Readonly<Record<string, MessageKey>> = {
  ' required': 'fileProblem.noMatches',
  'date invalid': 'fileProblem.date',
  'time invalid': 'fileProblem.time',
  'homeGoals invalid': 'fileProblem.goals',
  'awayGoals invalid': 'fileProblem.goals',
  'homeGoals required': 'fileProblem.bothGoals',
  'awayGoals required': 'fileProblem.bothGoals',
  'round invalid': 'fileProblem.hiddenCharacter',
  'home invalid': 'fileProblem.hiddenCharacter',
  'away invalid': 'fileProblem.hiddenCharacter',
  'group invalid': 'fileProblem.hiddenCharacter',
  'home duplicate': 'fileProblem.repeatedMatch',
  'away duplicate': 'fileProblem.sameTeam',
  'id duplicate': 'fileProblem.takenId',
  'matches too_long': 'fileProblem.bigFile',
  'teams too_long': 'fileProblem.bigFile',
  'rounds too_long': 'fileProblem.bigFile',
  'teams too_short': 'fileProblem.oneTeam',
};
const textsByCode: Readonly<Record<string, MessageKey>> = {
  missing_column: 'fileProblem.missingColumn',
  required: 'fileProblem.required',
  duplicate: 'fileProblem.duplicate',
  too_long: 'fileProblem.longName',
  unknown_id: 'fileProblem.unknownId',
  unknown_field: 'fileProblem.unknownField',
};

type Format = (typeof fileFormats)[number];

/** Title of a table's column that has a problem; undefined for a JSON document. */
export const columnOf = ({ field }: CompetitionFileProblem, format: Format) =>
  format === 'csv' ? columns.find((column) => column === field) : undefined;

/** Message key of how to fix a problem. */
export function textOf({ field, code, value = '' }: CompetitionFileProblem, format: Format): MessageKey {
  if (field === '' && code === 'invalid')
    return format === 'csv' ? 'fileProblem.openQuote' : 'fileProblem.brokenDocument';
  // The name itself is short enough: the text of the game made of it is not.
  if (field === 'round' && code === 'too_long' && value.length <= limits.itemWord)
    return 'fileProblem.bigRound';
  return textsByPlace[`${field} ${code}`] ?? textsByCode[code] ?? 'fileProblem.invalid';
}
