import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import type { CallSpec } from '#contract/calls.ts';
import { allCalls } from '#contract/make-game-calls.ts';
import { modelRegistry, type ModelSpec } from '#contract/model-registry.ts';
import { freeText, singleLine } from '#contract/primitives.ts';
import { parseTimestamp } from '#contract/timestamp-input.ts';
import { comparableText } from '#contract/comparable-text.ts';
import { isPrintable, visibleName, visibleText } from '#contract/text.ts';
import { isEmpty } from '#contract/form-fields.ts';

/** Texts of members: what is kept of them, and what is refused. */

const nothing = [
  '',
  ' \t\n',
  '\u200b',
  '\u2060',
  '\u3164',
  '\u2800',
  '\u115f\u1160\uffa0',
  '\u00ad\ufeff',
  '\u200d',
  '\u200f',
  '\u0301',
];
const hidden = [
  '\u0085',
  '\u0000',
  '\u202eדנה',
  'דנה\u2066',
  'דנה\u{e0041}\u{e0042}\u{e007f}',
  '\ud800',
  '\ufff9',
];
const shown = [
  'דנה',
  'Dana O’Hara-כהן 3',
  'דָּנָה',
  '👩‍👩‍👧',
  '❤️',
  '👍🏽',
  '🇮🇱',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  '1️⃣',
  '!',
  'C++\u200e',
];

describe('a text', () => {
  test.each(nothing)('%j has nothing visible', (text) => {
    expect([visibleName(text), visibleText(text), isEmpty(text)]).toEqual(['', '', true]);
  });
  test.each(shown)('%j is kept unchanged', (text) => {
    expect([visibleName(text), visibleText(text), isPrintable(text)]).toEqual([text, text, true]);
    expect(v.parse(singleLine(20), ` ${text} `)).toBe(text);
  });
  test.each(hidden)('%j is not printable', (text) => {
    expect(isPrintable(text)).toBe(false);
    expect(v.safeParse(freeText(20), text).success).toBe(false);
  });
  test('loses invisible characters as a name, and keeps them as free text', () => {
    expect(visibleName('\ufeffדנה\u200b \u3164כהן\u2800')).toBe('דנה כהן');
    expect(visibleText(' ⣿\u2800\u2800⣿ ')).toBe('⣿\u2800\u2800⣿');
  });
});

test('names are compared in lower case, with equal signs for quotes and dashes that are typed alike', () => {
  const alike = [
    ["חבר'ה", 'חבר׳ה', 'חבר’ה', 'חבר‘ה', 'חבר´ה', 'חבר`ה'],
    ['מכבי ת"א', 'מכבי ת״א', 'מכבי ת”א', 'מכבי ת“א'],
    ['ארצות הברית', 'ארצות-הברית', 'ארצות־הברית', 'ארצות–הברית', 'ארצות—הברית'],
    ['o hara 3', 'O-Hara 3'],
  ];
  expect(alike.map((names) => [...new Set(names.map(comparableText))])).toEqual(
    alike.map(([name]) => [name]),
  );
});

describe('every text that the API takes', () => {
  type Node = v.GenericSchema & {
    readonly entries?: Record<string, Node>;
    readonly item?: Node;
    readonly value?: Node;
    readonly wrapped?: Node;
    readonly options?: readonly (Node | string)[];
  };
  const leavesOf = (schema: Node, path: string): [string, Node][] => {
    if (schema.type === 'string') return [[path, schema]];
    const inner = [schema.item, schema.value, schema.wrapped].flatMap((one) =>
      one ? [['', one] as const] : [],
    );
    const named = Object.entries(schema.entries ?? {}).map(([name, one]) => [`.${name}`, one] as const);
    const choices = (schema.options ?? []).flatMap((one) =>
      typeof one === 'object' ? [['', one] as const] : [],
    );
    return [...inner, ...named, ...choices].flatMap(([name, one]) => leavesOf(one, path + name));
  };
  const inputs = [
    ...Object.entries<ModelSpec>(modelRegistry).flatMap(([name, { create, update }]) => [
      [`${name}.create`, create] as const,
      [`${name}.update`, update] as const,
    ]),
    ...Object.entries<CallSpec>(allCalls).map(([name, { body }]) => [name, body] as const),
  ].flatMap(([name, schema]) => (schema ? leavesOf(schema as Node, name) : []));
  // Not written by people: a token, a client's ids of groups, and a file, whose names are validated one by one.
  const machineWords = new Set(['socialLogIn.token', 'createGame.groups.id', 'competitionFile.text']);
  const texts = inputs.filter(([name]) => !machineWords.has(name));

  test.each(texts)('%s refuses control and tag characters', (_, schema) => {
    for (const text of ['a\u0085', 'a\u{e0041}']) expect(v.safeParse(schema, text).success).toBe(false);
  });
  test('is found in more than forty places', () => expect(texts.length).toBeGreaterThan(40));
});

test.each([
  ['2027-02-28T10:00:00Z', '2027-02-28T10:00:00.000Z'],
  ['2028-02-29T10:00:00+03:00', '2028-02-29T07:00:00.000Z'],
  ['2027-12-31T23:59:59.999Z', '2027-12-31T23:59:59.999Z'],
  ['2027-02-29T10:00:00Z', null],
  ['2027-02-30T10:00:00Z', null],
  ['2027-04-31T10:00:00+03:00', null],
  ['2027-13-01T10:00:00Z', null],
  ['2027-00-10T10:00:00Z', null],
  ['2027-01-10T25:00:00Z', null],
  ['2027-01-10T10:00:00 PM', null],
  ['2027-01-10', null],
  ['tomorrow', null],
  ['1000-01-01T00:00:00Z', '1000-01-01T00:00:00.000Z'],
  ['1000-01-01T00:00:00+00:01', null],
  ['0027-01-05T10:00:00Z', null],
  ['0000-01-01T00:00:00Z', null],
  ['9999-12-31T23:59:00Z', '9999-12-31T23:59:00.000Z'],
  ['9999-12-31T23:59:00-00:01', null],
])('the time %s is parsed as %s', (text, expected) => {
  expect(parseTimestamp(text)).toBe(expected);
});
