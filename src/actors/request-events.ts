type Events = { readonly origin: string; readonly version: string; readonly token: string };

/** Requests `GET events/`, the stream of live events; after the event `since`, or from now on. */
export const requestEvents = (
  { origin, version, token }: Events,
  since: number | null,
  signal: AbortSignal,
): Promise<Response> =>
  fetch(`${origin}/api/events/?ver=${version}`, {
    headers: {
      Accept: 'text/event-stream',
      'Content-Type': 'application/json',
      Authorization: `Token ${token}`,
      ...(since !== null && { 'Last-Event-ID': String(since) }),
    },
    signal,
    cache: 'no-store',
  });
