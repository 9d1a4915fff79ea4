import { buildAnew } from './client-build.ts';
import { errorText } from './start-error.ts';

/** `npm run build`: builds the client unconditionally. */
buildAnew().catch((error: unknown) => {
  process.stderr.write(`hevre: ${errorText(error)}\n`);
  process.exitCode = 1;
});
