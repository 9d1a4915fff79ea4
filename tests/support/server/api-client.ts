/** A plain API client: returns status, headers and body of a response, and does not throw on HTTP errors. */

export type Answer<T> = { status: number; body: T; headers: Headers };
type Query = Record<string, string | number | boolean>;

async function answer<T>(response: Response): Promise<Answer<T>> {
  const text = await response.text();
  const json = /json/.test(response.headers.get('Content-Type') ?? '');
  return { status: response.status, body: (json ? JSON.parse(text) : text) as T, headers: response.headers };
}

/** Creates a client for `url`/api/, as the member of `token` or as a guest. The body's type is not checked. */
export function api(url: string, token: string | null = null) {
  const send = async <T>(
    method: string,
    path: string,
    query: Query,
    body: unknown,
    headers: Record<string, string>,
  ): Promise<Answer<T>> => {
    const target = new URL(`/api/${path}`, url);
    for (const [name, value] of Object.entries(query)) target.searchParams.set(name, String(value));
    const response = await fetch(target, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(token === null ? {} : { Authorization: `Token ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return answer<T>(response);
  };
  return {
    get: <T = unknown>(path: string, query: Query = {}, headers: Record<string, string> = {}) =>
      send<T>('GET', path, query, undefined, headers),
    post: <T = unknown>(path: string, body?: unknown, headers: Record<string, string> = {}) =>
      send<T>('POST', path, {}, body, headers),
    put: <T = unknown>(path: string, body?: unknown, headers: Record<string, string> = {}) =>
      send<T>('PUT', path, {}, body, headers),
    del: <T = unknown>(path: string, query: Query = {}, headers: Record<string, string> = {}) =>
      send<T>('DELETE', path, query, undefined, headers),
    with: (other: string) => api(url, other),
  };
}
