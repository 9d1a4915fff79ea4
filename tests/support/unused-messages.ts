import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import type { LoginRefusal } from '#contract/auth.ts';
import { fieldsOf } from '#contract/form-fields.ts';
import { FieldProblem, type Failure } from '#contract/failures.ts';
import { ItemUpdate, LeagueInput } from '#contract/inputs.ts';
import {
  gameStates,
  Reason,
  roles,
  ItemSource,
  TimelineEntry,
  type ItemOption,
  type StandingsRow,
} from '#contract/models.ts';
import { startModes } from '#contract/make-game-calls.ts';
import { keysOf } from '#contract/primitives.ts';
import { ruleBounds } from '#contract/rule-bounds.ts';
import { notificationKinds, quietHours } from '#contract/notification-preferences.ts';
import type { tieBreakOf } from '#domain/tie-break.ts';
import type { FileRefusal } from '#domain/competition-file.ts';
import type { leadOf } from '#domain/rival.ts';
import type { Blocker } from '#domain/wizard/game-draft.ts';
import { gameRuleFields, gameTypeFields } from '#domain/wizard/game-type-forms.ts';
import type { UndoRefusal } from '#machines/import-competition.ts';
import type { ProviderRefusal } from '#machines/social-login.ts';
import { columnTitles } from '#server/texts/column-titles.ts';

/** Finds messages that the client does not use: a used key is written in its source, or built there of parts. */

const root = fileURLToPath(new URL('../..', import.meta.url));

/** All members of a union; the type makes the compiler refuse missing or unknown ones. */
const partsOf = <Part extends string>(parts: Record<Part, true>) => Object.keys(parts);

/** The keys of forms' choices that are built of parts. */
const choiceLabels = [
  ...gameTypeFields,
  ...gameRuleFields,
  ...fieldsOf(ItemUpdate, ['gameTimeAndStatusDisplayType']),
  ...fieldsOf(LeagueInput, ['tie_break', 'late_joiner']),
]
  .flatMap(({ choices = [] }) => choices)
  .map(({ label }) => label);
const choicesOf = (prefix: string) =>
  choiceLabels
    .filter((label) => label.startsWith(`${prefix}.`))
    .map((label) => label.slice(prefix.length + 1));

/** The values of key parts that the source does not contain, by pattern. */
const families: Readonly<Record<string, readonly string[]>> = {
  'failure.*': partsOf<Failure['kind']>({
    offline: true,
    unreadable: true,
    validation: true,
    unauthenticated: true,
    forbidden: true,
    not_found: true,
    item_closed: true,
    conflict: true,
    too_large: true,
    unsupported_media: true,
    idempotency_mismatch: true,
    update_required: true,
    too_many: true,
    internal: true,
    unavailable: true,
  }),
  'problem.*': FieldProblem.entries.code.options,
  'reason.*': Reason.entries.code.options,
  'life.*': TimelineEntry.entries.kind.options,
  'sourceSays.*': ItemSource.entries.state.options.filter((state) => state !== 'final'),
  'startBy.*': startModes,
  'telling.*': notificationKinds,
  'quiet.*': quietHours,
  'role.*': roles,
  'gameState.*': ['all', ...gameStates],
  'noGames.*': gameStates,
  'tournamentStays.*': partsOf<UndoRefusal>({ has_bets: true, has_started: true, too_late: true }),
  'fileRefused.*': partsOf<FileRefusal>({ unsupported: true, too_long: true, empty: true, unreadable: true }),
  'fileColumn.*': keysOf(columnTitles),
  'counter.*': partsOf<keyof Pick<StandingsRow, 'exact' | 'difference' | 'outcome'>>({
    exact: true,
    difference: true,
    outcome: true,
  }),
  'decided.*': partsOf<NonNullable<ReturnType<typeof tieBreakOf>>>({
    exact: true,
    difference: true,
    outcome: true,
    shared: true,
  }),
  'against.*': [
    ...partsOf<ReturnType<typeof leadOf>>({ me: true, them: true, nobody: true }),
    ...partsOf<keyof Pick<StandingsRow, 'points' | 'exact' | 'average'>>({
      points: true,
      exact: true,
      average: true,
    }),
  ],
  'pin.*': partsOf<Exclude<LoginRefusal['reason'], 'wrong_pin'>>({
    expired: true,
    no_pin: true,
    too_many: true,
  }),
  'provider.*': partsOf<ProviderRefusal['reason']>({ blocked: true, failed: true }),
  'optionAction.*': partsOf<ItemOption['details']['actions'][number]['key']>({
    no_points: true,
    points: true,
  }),
  'wizardBlocked.*': partsOf<Blocker['kind']>({
    noLeague: true,
    noMatch: true,
    tooFewOptions: true,
    leftOver: true,
    noOpponent: true,
    noPartner: true,
    groupOfOne: true,
    duplicate: true,
    tooMany: true,
  }),
  'lab.*': keysOf(ruleBounds),
  'layout.*': choicesOf('layout'),
  'ruleType.*': choicesOf('ruleType'),
  'ruleModel.*': choicesOf('ruleModel'),
  'displayType.*': choicesOf('displayType'),
  'tieBreak.*': choicesOf('tieBreak'),
  'lateJoiner.*': choicesOf('lateJoiner'),
  // Commands with a confirmation.
  '*Text': ['archive', 'leave', 'renewCode', 'removeMember', 'removeFromClan'],
};

type Node = { readonly type: string; readonly [field: string]: unknown };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Properties and attributes whose values are not message keys. */
const plainNames =
  /^(type|kind|tone|size|look|name|of|art|to|as|role|id|mode|look|shape|className|target|rel|code|state|src|href|tag|key|method|path|model|sheet|layout|data-.*)$/;
/** Functions whose string arguments are not message keys: events, states, sheets and storage. */
const plainCalls =
  /^(open|matches|hasTag|can|on|addEventListener|getAttribute|includes|startsWith|picklist|literal|useParams|emit|style|createContext|import)$/;

const nameOf = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'MemberExpression') return nameOf(node['property']);
  const name = node['name'] ?? node['value'];
  return typeof name === 'string' ? name : isNode(name) ? nameOf(name) : '';
};

const textOf = ({ value }: Node): string =>
  typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '';

/** Whether a string of this parent, in this field of it, cannot be a message's key. */
function isPlainPlace(parent: Node, field: string): boolean {
  switch (parent.type) {
    case 'BinaryExpression':
    case 'SwitchCase':
    case 'TSLiteralType':
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return true;
    case 'Property':
      return field === 'key' || plainNames.test(nameOf(parent['key']));
    case 'JSXAttribute':
      return plainNames.test(nameOf(parent['name']));
    case 'MemberExpression':
      return field === 'property';
    case 'CallExpression':
      return plainCalls.test(nameOf(parent['callee']));
    default:
      return false;
  }
}

/** Keys in the client's source: complete ones, and patterns with one open part, such as `failure.*`. */
type Written = { readonly keys: Set<string>; readonly patterns: Set<string> };

function collect(node: Node, parent: Node, field: string, written: Written): void {
  if (node.type === 'Literal' && typeof node['value'] === 'string' && !isPlainPlace(parent, field))
    written.keys.add(node['value']);
  if (node.type === 'TemplateLiteral')
    written.patterns.add([node['quasis']].flat().filter(isNode).map(textOf).join('*'));
  for (const [name, value] of Object.entries(node)) {
    for (const child of [value].flat()) if (isNode(child)) collect(child, node, name, written);
  }
}

const rooms = [
  'machines',
  ...['app', 'screens', 'ui', 'i18n', 'domain', 'contract', 'actors'].map((it) => `src/${it}`),
];

function readSource(): Written {
  const written: Written = { keys: new Set(), patterns: new Set() };
  for (const room of rooms) {
    for (const path of readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(path) || /\.(css|d)\.ts$/.test(path)) continue;
      const program: unknown = parseSync(path, readFileSync(join(root, room, path), 'utf8')).program;
      if (isNode(program)) collect(program, program, '', written);
    }
  }
  return written;
}

/** Keys that are read by the build. */
const ofTheFile = ['locale', 'languageName'];

export const messageKeys = Object.keys(
  JSON.parse(readFileSync(join(root, 'public/assets/i18n/heb.json'), 'utf8')) as Record<string, string>,
);

/** The keys that the client does not use. */
export function unusedMessages(keys: readonly string[]): string[] {
  const { keys: usedKeys, patterns } = readSource();
  const built = Object.entries(families).flatMap(([pattern, parts]) =>
    patterns.has(pattern) ? parts.map((part) => pattern.replace('*', part)) : [],
  );
  const used = new Set([...usedKeys, ...built, ...ofTheFile]);
  return keys.filter((key) => !used.has(key));
}
