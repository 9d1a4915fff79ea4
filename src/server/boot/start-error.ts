/** An error that the operator can act on: printed without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

/** An error as printed for the operator: a StartError's message, else the stack. */
export const errorText = (error: unknown): string | undefined =>
  error instanceof StartError ? error.message : error instanceof Error ? error.stack : String(error);
