import type { ExternalIo } from '#server/boot/platform.ts';

/** POST requests to services in the settings; an address is never input (no SSRF). */

export type OutgoingRequest = { url: string; headers: Record<string, string>; body: string };

const timeout = 10_000;

/** Sends the request; rejects after 10 s, and on a redirect. */
export const postRequest = (
  { fetch }: Pick<ExternalIo, 'fetch'>,
  { url, headers, body }: OutgoingRequest,
): Promise<Response> =>
  fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeout), redirect: 'error' });

/** A form-encoded request, with the fields of the service's documentation. */
export const formRequest = (
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): OutgoingRequest => ({
  url,
  headers: { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
});

/** A JSON request to a webhook in the settings, with its secret as a bearer token. */
export const webhookRequest = (
  { url, secret }: { url: string; secret: string | null },
  message: object,
): OutgoingRequest => ({
  url,
  headers: {
    'Content-Type': 'application/json',
    ...(secret === null ? {} : { Authorization: `Bearer ${secret}` }),
  },
  body: JSON.stringify(message),
});
