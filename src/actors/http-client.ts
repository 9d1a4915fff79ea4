import { ofetch } from 'ofetch';
import * as v from 'valibot';
import { withPicturesAt } from '#contract/pictures.ts';
import { FailureError, Problem, type Failure } from '#contract/failures.ts';

export type HttpClientOptions = {
  /** Where the API is: its origin, or '' for the page's own. */
  origin: string;
  version: string;
  token: () => string | null;
  /** The server refused a request that carried the page's token: 401. */
  onExpired: (token: string) => void;
  /** With every answer, to the second. */
  onServerTime: (serverTime: number) => void;
};

/** `key` is the Idempotency-Key, `as` a token other than the page's own, whose refusal is not reported. */
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
/** What goes with a call: the query its server reads, the body its server accepts. */
type PartsOf<Query, Body> = RequestOptions &
  (Query extends Schema
    ? // oxlint-disable-next-line typescript/no-generated-empty-object-type -- a query whose every entry may be left out may be left out itself
      Partial<v.InferOutput<Query>> extends v.InferOutput<Query>
      ? { query?: v.InferOutput<Query> }
      : { query: v.InferOutput<Query> }
    : unknown) &
  (Body extends Schema ? { body: v.InferInput<Body> } : unknown);

/** The spec's way of writing a query: booleans as True/False, a filter of -1 dropped. */
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

/** Null where the text is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What the server has answered. In a build for a server elsewhere (a native shell's) pictures lie there, too. */
export const parseAnswer = (text: string): unknown =>
  parseJson(import.meta.env.API_URL ? withPicturesAt(import.meta.env.API_URL, text) : text);

/** Why the server refused: by its problem document, else by its status. */
function readFailure(status: number, body: unknown, retryAfter: string | null): Failure {
  const problem = v.safeParse(Problem, body);
  // A proxy's own error page is no problem document; its status still says whether waiting may help.
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

/** Sends requests. Each resolves with what its schema promises or rejects with a `Failure`. */
export function createHttpClient({ origin, version, token, onExpired, onServerTime }: HttpClientOptions) {
  /** What a request rejects with that the server refused; the one place where a refused token is noticed. */
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
          // A text message is in the page's language.
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
        // Whoever asked has left: there is nobody to tell, and no line that broke.
        if (signal?.aborted) return new Promise(() => undefined);
        throw new FailureError({ kind: 'offline' });
      });
    const time = Date.parse(response.headers.get('Date') ?? '');
    if (!Number.isNaN(time)) onServerTime(time);
    if (!response.ok)
      throw refusal(own, response.status, response._data, response.headers.get('Retry-After'));
    // Whoever stands in between has answered, and the server has not (spec §8).
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
    /** A call by its specification in the contract. */
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
