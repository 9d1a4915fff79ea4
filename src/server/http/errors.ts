import type { ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { isDatabaseUnavailable, sqlState } from '#server/db/errors.ts';
import type { Log } from '#server/boot/log.ts';
import type { Env } from './env.ts';
import { HttpProblem, problem } from './problems.ts';

// Text that PostgreSQL cannot hold, or a number beyond its type: the input's fault, wherever it slipped through.
const invalidInputStates = new Set(['22021', '22P05', '22P02', '22003']);

function toProblem(error: Error): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (isDatabaseUnavailable(error)) return problem.unavailable();
  if (invalidInputStates.has(sqlState(error) ?? '')) return problem.field('', 'invalid');
  if (error instanceof HTTPException) {
    if (error.status === 413) return problem.tooLarge();
    if (error.status === 400) return problem.field('', 'invalid');
  }
  return problem.internal();
}

/** The one place where what went wrong becomes an answer. Surprises are logged under the request's id, never told. */
export function errorHandler(log: Log): ErrorHandler<Env> {
  return (error, c) => {
    const answer = toProblem(error);
    const surprise = !(error instanceof HttpProblem);
    const id = c.get('requestId');
    if (answer.code === 'internal') log.error({ id, error }, 'request failed');
    else if (surprise) log.warn({ id, error, as: answer.code }, 'request could not be served');
    return answer.toResponse();
  };
}
