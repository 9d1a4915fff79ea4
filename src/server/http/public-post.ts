import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { lookUpPublic } from './public-addresses.ts';

/** POST requests to addresses that devices gave: to public addresses only, and without following redirects. */

type PublicAnswer = {
  status: number;
  /** Seconds to wait, from the response; null if it does not say. */
  retryAfter: number | null;
};
export type PostPublic = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
) => Promise<PublicAnswer>;

const timeout = 10_000;
// Idle connections are closed before the other side might, so that no request is lost.
const agentOptions = { keepAlive: true, maxSockets: 100, timeout: 4_000 };

/** Retry-After (RFC 9110): seconds, or a date. */
function retryAfterOf({ headers }: IncomingMessage): number | null {
  const said = headers['retry-after'];
  if (said === undefined) return null;
  const seconds = /^\d+$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}

/** The sender of one process. `http:` addresses are not checked: the caller decides whether to allow them. */
export function openPublicPost(): PostPublic {
  const publicly = new HttpsAgent({ ...agentOptions, lookup: lookUpPublic });
  const locally = new HttpAgent(agentOptions);
  return (url, headers, body) =>
    new Promise((resolve, reject) => {
      const isLocal = url.startsWith('http:');
      const request = (isLocal ? requestHttp : requestHttps)(url, {
        method: 'POST',
        agent: isLocal ? locally : publicly,
        headers: { ...headers, 'Content-Length': String(body.length) },
        signal: AbortSignal.timeout(timeout),
      });
      request.once('error', reject);
      request.once('response', (response) => {
        response.once('error', reject);
        // The body is not used.
        response.resume();
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, retryAfter: retryAfterOf(response) }),
        );
      });
      request.end(body);
    });
}
