import * as v from 'valibot';
import type { FieldProblem } from '#contract/failures.ts';
import { fieldProblemOf } from '#contract/field-problem.ts';
import { limits } from '#contract/limits.ts';
import type { HonoContext } from './env.ts';
import { problem } from './problems.ts';

/** Parsing of input by the contract's schemas; a `validation` problem has an error per field. */

const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);
const maxDepth = 12;
const maxFields = 50;

type Path = (string | number)[];

/** Path of the first forbidden key (__proto__ …) or of nesting deeper than 12; null if none. */
function findForbiddenPath(value: unknown, path: Path = []): Path | null {
  if (typeof value !== 'object' || value === null) return null;
  if (path.length > maxDepth) return path;
  for (const [key, inner] of Object.entries(value)) {
    if (forbiddenKeys.has(key)) return [...path, key];
    const found = findForbiddenPath(inner, [...path, key]);
    if (found) return found;
  }
  return null;
}

/** The JSON body; undefined if empty. */
export async function readJson(c: HonoContext): Promise<unknown> {
  const text = await c.req.text();
  if (text === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw problem.field('', 'invalid');
  }
  const path = findForbiddenPath(value);
  if (path) throw problem.field(path.join('.'), 'unknown_field');
  return value;
}

type Paging = { page?: number | undefined; limit?: number | undefined; offset?: number | undefined };

/** Limit and offset of a list query; `offset` takes precedence over `page`. */
export const pageWindow = ({ page = 1, limit = limits.page.size, offset }: Paging) => ({
  limit,
  offset: offset ?? (page - 1) * limit,
});

/** Problems by path; the first issue of a field counts. */
function fieldProblems(issues: readonly v.BaseIssue<unknown>[]): Record<string, FieldProblem> {
  // No prototype: the keys come from the request.
  const fields: Record<string, FieldProblem> = Object.create(null);
  for (const issue of issues.slice(0, maxFields)) {
    const path = v.getDotPath(issue) ?? '';
    fields[path.slice(0, 200)] ??= fieldProblemOf(issue);
  }
  return fields;
}

/** The schema's output, or a `validation` problem. */
export function parseInput<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  // Valibot accepts an array as an object without fields.
  if (Array.isArray(value) && schema.type.endsWith('object')) throw problem.field('', 'invalid');
  const result = v.safeParse(schema, value);
  if (!result.success) throw problem.validation(fieldProblems(result.issues));
  return result.output;
}

/** The JSON body, parsed by its schema. */
export async function readBody<Schema extends v.GenericSchema>(
  c: HonoContext,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  return parseInput(schema, await readJson(c));
}

/** The query, parsed by its schema. `ver` is common to all calls and ignored; a repeated name is refused. */
export function readQuery<Schema extends v.GenericSchema>(
  c: HonoContext,
  schema: Schema,
): v.InferOutput<Schema> {
  const query: Record<string, string> = Object.create(null);
  for (const [name, values] of Object.entries(c.req.queries())) {
    if (name === 'ver') continue;
    if (values.length > 1 || forbiddenKeys.has(name)) throw problem.field(name.slice(0, 200), 'invalid');
    query[name] = values[0] ?? '';
  }
  return parseInput(schema, { ...query });
}
