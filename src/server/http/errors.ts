import type { ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { isDatabaseUnavailable, isInvalidInput, isTooLate } from '#server/db/errors.ts';
import type { Log } from '#server/boot/log.ts';
import type { Env } from './env.ts';
import { HttpProblem, problem } from './problems.ts';

function toProblem(error: Error): HttpProblem {
  if (error instanceof HttpProblem) return error;
  if (isDatabaseUnavailable(error)) return problem.unavailable();
  if (isInvalidInput(error)) return problem.field('', 'invalid');
  if (isTooLate(error)) return problem.conflict();
  if (error instanceof HTTPException) {
    if (error.status === 413) return problem.tooLarge();
    if (error.status === 400) return problem.field('', 'invalid');
  }
  return problem.internal();
}

/**
 * Error handler: maps every error to a problem document; unexpected ones are logged with the request's id and answered
 * as `internal`.
 */
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
