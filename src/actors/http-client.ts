import { ofetch } from 'ofetch';
import * as v from 'valibot';
import { withPicturesAt } from '#contract/pictures.ts';
import { FailureError, Problem, type Failure } from '#contract/failures.ts';
import { parseJson } from './parse-json.ts';

export type HttpClientOptions = {
  /** Origin of the API; '' for the page's own. */
  origin: string;
  version: string;
  token: () => string | null;
  /** Called when the server answers 401 to a request with the page's token. */
  onExpired: (token: string) => void;
  /** Called with each response's `Date`, in milliseconds; exact to the second. */
  onServerTime: (serverTime: number) => void;
};

/** `key`: the Idempotency-Key. `as`: a token instead of the page's own; its 401 is not reported. */
export type RequestOptions = {
  key?: string | undefined;
  signal?: AbortSignal | undefined;
  as?: string;
};
type RequestParts = RequestOptions & { query?: object | undefined; body?: unknown };

type Schema = v.GenericSchema;
type CallOf<Answer, Query, Body> = {
  readonly method: string;
  readonly path: string;
  readonly answer: Answer;
  readonly query?: Query;
  readonly body?: Body;
};
/** The options of a call: its query, its body and the request options. */
type PartsOf<Query, Body> = RequestOptions &
  (Query extends Schema
    ? // oxlint-disable-next-line typescript/no-generated-empty-object-type -- a query whose every entry may be left out may be left out itself
      Partial<v.InferOutput<Query>> extends v.InferOutput<Query>
      ? { query?: v.InferOutput<Query> }
      : { query: v.InferOutput<Query> }
    : unknown) &
  (Body extends Schema ? { body: v.InferInput<Body> } : unknown);

/** Encodes a query as the spec demands: booleans as True/False, filters of -1 dropped. */
function encodeQuery(query: object = {}): Record<string, string> {
  const kept = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== null && value !== -1,
  );
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value),
    ]),
  );
}

/** Parses a response. In a build with an API on another origin (a native shell's), picture addresses get that origin. */
export const parseAnswer = (text: string): unknown =>
  parseJson(import.meta.env.API_URL ? withPicturesAt(import.meta.env.API_URL, text) : text);

/** The failure of a refused request: by its problem document, else by its status. */
function readFailure(status: number, body: unknown, retryAfter: string | null): Failure {
  const problem = v.safeParse(Problem, body);
  // A proxy's error page is not a problem document; its status still shows whether a retry may help.
  if (!problem.success) return { kind: status >= 500 ? 'unavailable' : 'unreadable' };
  const { code, detail, fields, current } = problem.output;
  const seconds = Number(retryAfter);
  return {
    kind: code,
    detail,
    ...(fields && { fields }),
    ...(current !== undefined && { current }),
    ...(retryAfter && Number.isFinite(seconds) && { retryAfter: seconds }),
  };
}

/** Creates the client. Its requests resolve with their parsed answer or reject with a `FailureError`. */
export function createHttpClient({ origin, version, token, onExpired, onServerTime }: HttpClientOptions) {
  /** The error of a refused request. The only place that reports a refused token. */
  function refusal(sentToken: string | null, ...answer: Parameters<typeof readFailure>): FailureError {
    const failure = readFailure(...answer);
    if (failure.kind === 'unauthenticated' && sentToken) onExpired(sentToken);
    return new FailureError(failure);
  }

  async function send<S extends v.GenericSchema>(
    method: string,
    path: string,
    answer: S,
    { query, body, key, signal, as }: RequestParts,
  ) {
    const own = as === undefined ? token() : null;
    const sentToken = as ?? own;
    const response = await ofetch
      .raw(`${origin}/api/${path}`, {
        method,
        query: { ...encodeQuery(query), ver: version },
        headers: {
          'Content-Type': 'application/json',
          // The server's messages, such as the PIN's, are in the page's language.
          'Accept-Language': document.documentElement.lang,
          ...(sentToken && { Authorization: `Token ${sentToken}` }),
          ...(key && { 'Idempotency-Key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
        timeout: 15_000,
        retry: 0,
        ignoreResponseError: true,
        parseResponse: (text) => text && parseAnswer(text),
      })
      .catch((): Promise<never> => {
        // An aborted request never settles: its caller is gone, and the connection did not fail.
        if (signal?.aborted) return new Promise(() => undefined);
        throw new FailureError({ kind: 'offline' });
      });
    const time = Date.parse(response.headers.get('Date') ?? '');
    if (!Number.isNaN(time)) onServerTime(time);
    if (!response.ok)
      throw refusal(own, response.status, response._data, response.headers.get('Retry-After'));
    // An empty answer to a GET comes from something in between, not from the server (spec §8).
    if (method === 'GET' && response._data === '') throw new FailureError({ kind: 'offline' });
    const parsed = v.safeParse(answer, response._data ?? {});
    if (!parsed.success) throw new FailureError({ kind: 'unreadable' });
    return parsed.output;
  }

  return {
    origin,
    version,
    token,
    refusal,
    send,
    /** Sends a call by its specification in the contract. */
    call: <
      Answer extends Schema,
      Query extends Schema | undefined = undefined,
      Body extends Schema | undefined = undefined,
    >(
      { method, path, answer }: CallOf<Answer, Query, Body>,
      parts: PartsOf<Query, Body>,
    ) => send(method, path, answer, parts),
  };
}

export type HttpClient = ReturnType<typeof createHttpClient>;
