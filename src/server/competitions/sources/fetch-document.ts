/** Conditional GET of a JSON document, bounded in time and size. The address is a setting, never input. */

const timeout = 15_000;
export const maxDocumentBytes = 8 * 1024 * 1024;

export type Validators = { readonly etag: string | null; readonly lastModified: string | null };
export type FetchedDocument =
  | ({ readonly kind: 'document'; readonly document: unknown } & Validators)
  | { readonly kind: 'unchanged' }
  /** `retryAfter`: seconds, if the source says so. */
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfter: number | null };

const failed = (reason: string, retryAfter: number | null = null): FetchedDocument => ({
  kind: 'failed',
  reason,
  retryAfter,
});

/** Retry-After as seconds, from a number or a date. */
export function retryAfterOf(header: string | null, now: number): number | null {
  if (header === null) return null;
  if (/^\d{1,7}$/.test(header)) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}

/** The body as JSON; null if it is too large or not JSON. */
async function readJson(response: Response): Promise<{ document: unknown } | null> {
  if (!response.body) return null;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.length;
    if (size > maxDocumentBytes) return null;
    parts.push(part);
  }
  try {
    return { document: JSON.parse(Buffer.concat(parts).toString('utf8')) };
  } catch {
    return null;
  }
}

export async function fetchDocument(
  fetch: typeof globalThis.fetch,
  { url, token, etag, lastModified }: { url: string; token: string | null } & Validators,
  stopping: AbortSignal,
): Promise<FetchedDocument> {
  try {
    const response = await fetch(url, {
      headers: {
        Accept: 'application/json',
        'User-Agent': 'Hevre',
        ...(token === null ? {} : { 'X-Auth-Token': token }),
        ...(etag === null ? {} : { 'If-None-Match': etag }),
        ...(lastModified === null ? {} : { 'If-Modified-Since': lastModified }),
      },
      signal: AbortSignal.any([AbortSignal.timeout(timeout), stopping]),
      redirect: 'error',
    });
    const { status, headers } = response;
    if (status !== 200) await response.body?.cancel();
    if (status === 304) return { kind: 'unchanged' };
    if (status !== 200)
      return failed(`status ${status}`, retryAfterOf(headers.get('Retry-After'), Date.now()));
    const read = await readJson(response);
    if (!read) return failed('no JSON, or too much of it');
    return {
      kind: 'document',
      document: read.document,
      etag: headers.get('ETag'),
      lastModified: headers.get('Last-Modified'),
    };
  } catch (error) {
    return failed(error instanceof Error ? error.name : typeof error);
  }
}
