import type { IncomingMessage } from 'node:http';
import type { HonoContext, Middleware } from './env.ts';
import { problem } from './problems.ts';

/** Checks of content type and size before the body is read. */

const maxJsonBytes = 64 * 1024;
/** Files of matches, as text: two bytes a character in Hebrew, and quotes that are escaped. */
const maxTextFileBytes = 640 * 1024;
const textFilePaths = new Set(['/api/competitionFile', '/api/competitionFile/']);
const uploadPaths = new Set(['/api/image', '/api/image/']);

/** A call whose body is a file: read by its endpoint after authentication. */
export const isFileUpload = (c: HonoContext): boolean =>
  c.req.method === 'POST' && uploadPaths.has(c.req.path);

function mediaType(c: HonoContext): string {
  return (c.req.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Reads a body of unknown length, up to a size. */
async function readUpTo(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of stream) {
    size += part.length;
    if (size > maxBytes) throw problem.tooLarge();
    parts.push(part);
  }
  return parts;
}

/** Whether Content-Length bounds the body. */
const hasDeclaredSize = (headers: Headers) =>
  headers.has('Content-Length') && !headers.has('Transfer-Encoding');
export const declaredSize = (headers: Headers): number => Number(headers.get('Content-Length') ?? 0);

const limitSize =
  (maxBytes: number): Middleware =>
  async (c, next) => {
    const { headers } = c.req.raw;
    if (hasDeclaredSize(headers)) {
      if (declaredSize(headers) > maxBytes) throw problem.tooLarge();
      return next();
    }
    // Looking at the body makes a stream of it, which costs more than all else about a small request.
    const { url, method, signal, body } = c.req.raw;
    if (body) {
      const buffered = new Blob(await readUpTo(body, maxBytes));
      c.req.raw = new Request(url, {
        method,
        headers,
        signal,
        ...(buffered.size > 0 ? { body: buffered } : {}),
      });
    }
    return next();
  };
const jsonLimit = limitSize(maxJsonBytes);
const textFileLimit = limitSize(maxTextFileBytes);

/** Media type and size of a body: JSON up to 64 KiB, a file of matches up to 640; multipart for uploads. */
export const checkBody: Middleware = (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
  const isFile = isFileUpload(c);
  if (mediaType(c) !== (isFile ? 'multipart/form-data' : 'application/json'))
    throw problem.unsupportedMedia();
  if (isFile) return next();
  return textFilePaths.has(c.req.path) ? textFileLimit(c, next) : jsonLimit(c, next);
};

/** How long what is left of a body is read, in milliseconds. */
const readOutTime = 500;

/** Reads out what is left of a request's body, into nothing; false if it does not end in time. */
function readOut(incoming: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      incoming.off('end', finish);
      incoming.off('close', finish);
      resolve(incoming.readableEnded);
    };
    const timer = setTimeout(finish, readOutTime);
    incoming.on('end', finish);
    incoming.on('close', finish);
    // A reader that gave up would pause it.
    incoming.removeAllListeners('data');
    incoming.resume();
  });
}

/** An answer that comes before its request's body was read: the body is read out, or the connection is said to close. */
export const settleUnreadBody: Middleware = async (c, next) => {
  await next();
  const { incoming } = c.env;
  if (!incoming || incoming.readableEnded || c.req.method === 'GET' || c.req.method === 'HEAD') return;
  if (!(await readOut(incoming))) c.res.headers.set('Connection', 'close');
};

/**
 * For a GET that changes something: without the JSON content type no image tag, link preview or cross-site form can
 * make it.
 */
export const requireJsonContentType: Middleware = async (c, next) => {
  if (mediaType(c) !== 'application/json') throw problem.unsupportedMedia();
  await next();
};
