import { buildClient } from './client-build.ts';
import { start } from './start.ts';

/** `npm start`: the lock first, so that a second start is refused before anything is built. */
start({ build: buildClient });
