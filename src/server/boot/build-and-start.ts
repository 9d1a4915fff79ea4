import { buildClient } from './client-build.ts';
import { start } from './start.ts';

/** `npm start`: takes the data folder's lock, builds the client if it is stale, starts the server. */
start({ build: buildClient });
