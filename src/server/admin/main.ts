import { errorText } from '#server/boot/start-error.ts';
import { runAdmin } from './run-admin.ts';

/** `npm run admin`: the operator's commands. */

runAdmin(process.argv.slice(2), process.env).then(
  (output) => {
    process.stdout.write(`${output}\n`);
    process.exit(0);
  },
  (error: unknown) => {
    process.stderr.write(`${errorText(error)}\n`);
    process.exit(1);
  },
);
