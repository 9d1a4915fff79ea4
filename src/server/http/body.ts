import type { IncomingMessage } from 'node:http';
import type { HonoContext, Middleware } from './env.ts';
import { problem } from './problems.ts';

/** Checks of content type and size, before the body is read. */

const maxJsonBytes = 64 * 1024;
/** Maximum size of a file of matches as JSON text: two bytes a character in Hebrew, and escaped quotes. */
const maxTextFileBytes = 640 * 1024;
const textFilePaths = new Set(['/api/competitionFile', '/api/competitionFile/']);
const uploadPaths = new Set(['/api/image', '/api/image/']);

/** Whether the body is a file, which its endpoint reads after authentication. */
export const isFileUpload = (c: HonoContext): boolean =>
  c.req.method === 'POST' && uploadPaths.has(c.req.path);

function mediaType(c: HonoContext): string {
  return (c.req.header('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Reads a body of unknown length; throws if it exceeds `maxBytes`. */
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

/** Whether Content-Length gives the size of the body. */
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
    // Only here: accessing `body` creates a stream, which costs more than all else of a small request.
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

/** Checks media type and size of a body: JSON up to 64 KiB, a file of matches up to 640 KiB, multipart for uploads. */
export const checkBody: Middleware = (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
  const isFile = isFileUpload(c);
  if (mediaType(c) !== (isFile ? 'multipart/form-data' : 'application/json'))
    throw problem.unsupportedMedia();
  if (isFile) return next();
  return textFilePaths.has(c.req.path) ? textFileLimit(c, next) : jsonLimit(c, next);
};

/** Maximum time in ms to drain a body. */
const readOutTime = 500;

/** Drains a request's body; false if it does not end in time. */
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
    // A reader that has given up pauses the stream.
    incoming.removeAllListeners('data');
    incoming.resume();
  });
}

/** Drains a body that was not read when the response is ready; if that takes too long, the connection is closed. */
export const settleUnreadBody: Middleware = async (c, next) => {
  await next();
  const { incoming } = c.env;
  if (!incoming || incoming.readableEnded || c.req.method === 'GET' || c.req.method === 'HEAD') return;
  if (!(await readOut(incoming))) c.res.headers.set('Connection', 'close');
};

/**
 * For a GET with side effects: requiring the JSON content type stops image elements, link previews and cross-site
 * forms.
 */
export const requireJsonContentType: Middleware = async (c, next) => {
  if (mediaType(c) !== 'application/json') throw problem.unsupportedMedia();
  await next();
};
