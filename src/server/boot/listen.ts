import { createServer, type Server } from 'node:net';
import { errorCode } from '#server/db/errors.ts';
import type { Settings } from './settings.ts';
import { StartError } from './start-error.ts';

type Place = Pick<Settings, 'host' | 'port'>;

const listenProblems: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: ({ port, host }) =>
    `port ${port} of ${host} is in use. Stop what uses it, or start with another PORT.`,
  EACCES: ({ port }) => `port ${port} may not be opened by this user; choose another PORT.`,
  EADDRNOTAVAIL: ({ host }) => `HOST ${host} is no address of this machine.`,
  ENOTFOUND: ({ host }) => `HOST ${host} is no address of this machine.`,
};

/** Listens on host and port; resolves with the actual port. */
export async function listen(server: Server, { host, port }: Place): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  }).catch((error: unknown) => {
    const explain = listenProblems[errorCode(error) ?? ''];
    throw explain ? new StartError(explain({ host, port })) : error;
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** Rejects if the server could not listen there, before other resources are created. */
export async function requireFreePlace(place: Place): Promise<void> {
  const probe = createServer();
  await listen(probe, place);
  await new Promise((resolve) => probe.close(resolve));
}
