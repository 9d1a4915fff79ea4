import type { FieldProblem } from '#contract/failures.ts';
import type { ResultValue } from '#contract/inputs.ts';
import { HttpProblem, problem } from '#server/http/problems.ts';
import { recordResult } from '#server/commands/record-result.ts';
import { handItemBack } from '#server/commands/hand-back.ts';
import { defineCall } from '#server/endpoints/call-endpoint.ts';

type ResultForm = { home?: number | undefined; away?: number | undefined; options?: number[] | undefined };

/** Converts the form's fields to a ResultValue: a score, or the options that won. */
function parseResultForm({ home, away, options }: ResultForm): ResultValue {
  if (options !== undefined && home === undefined && away === undefined) return { options };
  if (home !== undefined && away !== undefined && options === undefined) return { home, away };
  const fields: Record<string, FieldProblem> = {};
  if (options !== undefined) fields.options = { code: 'invalid' };
  if (home === undefined) fields.home = { code: 'required' };
  if (away === undefined) fields.away = { code: 'required' };
  throw problem.validation(fields);
}

/** Renames `value.x` in field errors to the form's `x`. */
async function withFormFieldNames<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const fields = error instanceof HttpProblem ? error.document.fields : undefined;
    if (!fields) throw error;
    throw problem.validation(
      Object.fromEntries(Object.entries(fields).map(([path, what]) => [path.replace(/^value\./, ''), what])),
    );
  }
}

export const setResults = defineCall('setResults', {
  target: ({ body }) => ({ model: 'item', id: body.item }),
  handler: (ctx, { body }) => recordResult(ctx, body.item, body.value, body.version),
});

export const handBack = defineCall('handBack', {
  target: ({ body }) => ({ model: 'item', id: body.item }),
  handler: (ctx, { body }) => handItemBack(ctx, body.item),
});

export const enterResult = defineCall('enterResult', {
  target: ({ body }) => ({ model: 'item', id: body.item }),
  status: 201,
  handler: (ctx, { body }) =>
    withFormFieldNames(recordResult(ctx, body.item, parseResultForm(body), body.version)),
});
